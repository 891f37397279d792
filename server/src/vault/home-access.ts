import type { vault } from '@kindpal/contract/vault/contract';
import { ACCESS_PARTS } from '@kindpal/contract/vault/rules';
import type { HomeAccess } from '@kindpal/contract/vault/schema';
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm';
import type { MemberCall } from '../access/call.ts';
import type { MemberContext } from '../access/context.ts';
import { holdMember } from '../access/hold-member.ts';
import type { Queries } from '../db/client.ts';
import { jobs } from '../db/schema/job.ts';
import { homeAccess, jobAccess } from '../db/schema/vault.ts';
import { type AccessTexts, decryptAccess, encryptAccess } from './encrypt-access.ts';
import type { VaultKeys } from './vault-keys.ts';

type HomeRow = typeof homeAccess.$inferSelect;

/** The caller's home access; nobody else's can be read. */
export async function getHome({ context }: { context: MemberContext }): Promise<HomeAccess> {
  const { services, actor } = context;
  const row = await findHome(services.db.drizzle, actor.id);
  return presentHome(row, row ? decryptAccess(services.vault, `home_access:${actor.id}`, row) : {});
}

/**
 * Saves parts of it, and updates the copies attached to jobs that are not over, in one
 * transaction.
 */
export async function saveHome({
  input,
  context,
}: MemberCall<typeof vault.saveHome>): Promise<HomeAccess> {
  const { services, actor } = context;
  return services.db.drizzle.transaction(async (tx) => {
    await holdMember(tx, actor);
    const kept = await lockHome(tx, services.vault, actor.id);
    const texts = withoutEmpty({ ...kept, ...input });
    const [row] = await tx
      .update(homeAccess)
      .set({
        ...encryptAccess(services.vault, `home_access:${actor.id}`, texts),
        changed_at: changedAt(kept, texts),
        updated_at: new Date(),
      })
      .where(eq(homeAccess.owner_id, actor.id))
      .returning();
    await rewriteAttached(tx, services.vault, { ownerId: actor.id, texts });
    return presentHome(row, texts);
  });
}

async function findHome(queries: Queries, ownerId: string): Promise<HomeRow | undefined> {
  const [row] = await queries.select().from(homeAccess).where(eq(homeAccess.owner_id, ownerId));
  return row;
}

/** The texts of a member's row, created if missing, locked until the transaction ends. */
async function lockHome(tx: Queries, keys: VaultKeys, owner_id: string): Promise<AccessTexts> {
  const name = `home_access:${owner_id}` as const;
  await tx
    .insert(homeAccess)
    .values({ owner_id, ...encryptAccess(keys, name, {}) })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(homeAccess)
    .where(eq(homeAccess.owner_id, owner_id))
    .for('update');
  return row ? (decryptAccess(keys, name, row) ?? {}) : {};
}

/** When each part last changed; by the database clock, like the times of views. */
function changedAt(kept: AccessTexts, texts: AccessTexts) {
  const changed = ACCESS_PARTS.filter((part) => kept[part] !== texts[part]);
  return sql`${homeAccess.changed_at} || (SELECT coalesce(jsonb_object_agg(part, clock_timestamp()), '{}')
    FROM unnest(${sql.param(changed)}::text[]) part)`;
}

/** A job's sitter always opens what its owner saved last. */
async function rewriteAttached(
  tx: Queries,
  keys: VaultKeys,
  { ownerId, texts }: { ownerId: string; texts: AccessTexts },
): Promise<void> {
  const own = tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.owner_id, ownerId), notInArray(jobs.status, ['completed', 'cancelled'])));
  const attached = await tx
    .select({ job_id: jobAccess.job_id })
    .from(jobAccess)
    .where(inArray(jobAccess.job_id, own))
    .orderBy(jobAccess.job_id)
    .for('update');
  for (const { job_id } of attached) {
    await tx
      .update(jobAccess)
      .set(encryptAccess(keys, `job_access:${job_id}`, texts))
      .where(eq(jobAccess.job_id, job_id));
  }
}

const withoutEmpty = (texts: { [part in keyof AccessTexts]?: string | undefined }): AccessTexts =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text));

function presentHome(row: HomeRow | undefined, texts: AccessTexts | null): HomeAccess {
  const shown = Object.fromEntries(ACCESS_PARTS.map((part) => [part, texts?.[part] ?? '']));
  return {
    ...(shown as Record<(typeof ACCESS_PARTS)[number], string>),
    updated_at: row?.updated_at.toISOString() ?? null,
    is_unreadable: texts === null,
  };
}
