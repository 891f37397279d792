import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { Profile } from '@kindpal/contract/member/schema';
import { findActor } from '../access/actor.ts';
import type { OpenCall } from '../access/call.ts';
import { noteView } from '../privacy/note-views.ts';
import { notFound } from '../transport/refusal.ts';
import { presentMember, presentOwnProfile } from './present.ts';
import { findAcquaintance, readProfile } from './queries.ts';

/** One profile: in full for oneself, reduced for others, more so for the signed-out. [R1] [R2] [X2] */
export async function getMember({
  input,
  context,
}: OpenCall<typeof memberCalls.get>): Promise<Profile> {
  const { db, clock } = context.services;
  const now = clock.now();
  const actor = context.credential && (await findActor(db, context.credential));
  // Both are asked in any case: a member who is blocked is not told apart by time from none at all.
  const [row, known] = await Promise.all([
    readProfile(db, input.id, actor?.id ?? input.id),
    actor && findAcquaintance(db, { viewer: actor.id, member: input.id, now }),
  ]);
  if (!row) throw notFound();
  if (actor?.id === row.id) return presentOwnProfile(row, now);
  const isHidden = known?.is_blocked && actor?.app_role === 'user';
  if (row.suspended_at || isHidden) throw notFound();
  const tellsEmail = known?.claimed_a_job ?? false;
  if (tellsEmail && actor) {
    const view = { subject_id: row.id, viewer_id: actor.id, job_id: null };
    await noteView(context.services, { role: 'owner', kind: 'email' }, view);
  }
  return presentMember(row, { toMember: actor !== null, tellsEmail, now });
}
