import { randomBytes } from 'node:crypto';
import { INVITE_LENGTH, inviteCodeFrom } from '@kindpal/contract/invite/rules';
import { and, eq, isNull } from 'drizzle-orm';
import type { MemberContext } from '../access/context.ts';
import type { Queries } from '../db/client.ts';
import { invites } from '../db/schema/invite.ts';

/** A new code of 60 random bits. [I1] */
export function makeInviteCode(): string {
  return inviteCodeFrom(randomBytes(INVITE_LENGTH));
}

/** The caller's one standing code, made at the first asking and the same ever after. [I1] [I3] */
export async function generateInvite({ context }: { context: MemberContext }): Promise<string> {
  const queries = context.services.db.drizzle;
  const standing = await findStanding(queries, context.actor.id);
  if (standing) return standing;
  // A second click at the same time meets the unique index, and reads what the first has made.
  await queries
    .insert(invites)
    .values({ code: makeInviteCode(), created_by: context.actor.id })
    .onConflictDoNothing();
  const made = await findStanding(queries, context.actor.id);
  if (!made) throw new Error('A fresh invite code was taken');
  return made;
}

async function findStanding(queries: Queries, memberId: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ code: invites.code })
    .from(invites)
    .where(
      and(
        eq(invites.created_by, memberId),
        eq(invites.kind, 'standing'),
        isNull(invites.replaced_at),
      ),
    );
  return row?.code;
}
