import type { member as memberCalls } from '@kindpal/contract/member/contract';
import type { Profile } from '@kindpal/contract/member/schema';
import type { OpenCall } from '../access/call.ts';
import { noteView } from '../privacy/note-views.ts';
import { notFound } from '../transport/refusal.ts';
import { presentMember, presentOwnProfile } from './present.ts';
import { readProfile } from './queries.ts';

/**
 * A profile: in full for its member, reduced for others, further reduced for visitors. [R1] [R2]
 * [X2]
 */
export async function getMember({
  input,
  context,
}: OpenCall<typeof memberCalls.get>): Promise<Profile> {
  const { credential, services } = context;
  const now = services.clock.now();
  const found = await readProfile(services.db, { credential, id: input.id, now });
  if (!found) throw notFound();
  const { row, own, viewer } = found;
  if (own) return presentOwnProfile({ ...row, ...own }, now);
  const isHidden = viewer?.is_hidden && viewer.app_role === 'user';
  if (row.suspended_at || isHidden) throw notFound();
  const showsEmail = viewer?.claimed_a_job ?? false;
  if (viewer && showsEmail) {
    const view = { subject_id: row.id, viewer_id: viewer.id, job_id: null };
    await noteView(services, { role: 'owner', kind: 'email' }, view);
  }
  return presentMember(row, { toMember: viewer !== null, showsEmail, now });
}
