import type { ProfileEdit } from '@kindpal/contract/member/schema';
import {
  cashAppHandleOf,
  keepRates,
  mergePaymentLinks,
  type Rates,
} from '@kindpal/contract/payment/rules';
import { eq } from 'drizzle-orm';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema/member.ts';
import type { Env } from '../../env.ts';
import { invalidField, notFound, refusal } from '../../transport/refusal.ts';
import { canSit, type OwnMember } from '../policy.ts';
import { requireHonestServices } from './honest-name.ts';

/** Saves the services that a sitter offers. Throws FORBIDDEN for a member who does not sit. */
export async function updateServices(
  tx: Queries,
  { id, role }: OwnMember,
  { services }: ProfileEdit,
): Promise<void> {
  if (services === undefined) return;
  if (!canSit(role)) throw refusal('FORBIDDEN');
  await tx.update(users).set({ services }).where(eq(users.id, id));
}

/**
 * Changes how a member is paid: methods are merged by key into the stored ones; of the rates only
 * the amount that matches the preference is kept. Throws INVALID_INPUT for a duplicate method, for
 * one too many and for a name that imitates another, FORBIDDEN for the rate of a member who does
 * not sit. [R5] [R6]
 */
export async function updatePayment(
  tx: Queries,
  { id, role }: OwnMember,
  { edit, env }: { edit: ProfileEdit; env: Pick<Env, 'appName'> },
): Promise<void> {
  const rates = ratesOf(edit);
  if (edit.payment_links === undefined && rates === null) return;
  if (rates && !canSit(role)) throw refusal('FORBIDDEN');
  const kept = await lockPayment(tx, id);
  requireHonestServices(env, edit.payment_links ?? {}, kept.payment_links);
  const merged = mergePaymentLinks(kept.payment_links, edit.payment_links ?? {});
  if ('problem' in merged) throw invalidField('payment_links', merged.problem);
  await tx
    .update(users)
    .set({
      payment_links: merged.links,
      cash_app_handle: edit.payment_links ? cashAppHandleOf(merged.links) : undefined,
      ...(rates ? keepRates({ ...kept, ...rates }) : {}),
    })
    .where(eq(users.id, id));
}

/** The rate fields of an edit; null when there are none. */
function ratesOf(edit: ProfileEdit): Partial<Rates> | null {
  const { payment_preference, hourly_rate_amount, fixed_rate_amount } = edit;
  const said = { payment_preference, hourly_rate_amount, fixed_rate_amount };
  const given = Object.entries(said).filter(([, value]) => value !== undefined);
  return given.length > 0 ? Object.fromEntries(given) : null;
}

/** The stored methods, locked: a second tab waits here and adds to the first one's result. */
async function lockPayment(tx: Queries, id: string) {
  const { payment_links, payment_preference, hourly_rate_amount, fixed_rate_amount } = users;
  const [kept] = await tx
    .select({ payment_links, payment_preference, hourly_rate_amount, fixed_rate_amount })
    .from(users)
    .where(eq(users.id, id))
    .for('no key update');
  if (!kept) throw notFound();
  return kept;
}
