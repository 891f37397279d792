import type { staff } from '@kindpal/contract/staff/contract';
import type { ModeratedProfile } from '@kindpal/contract/staff/moderation';
import { eq } from 'drizzle-orm';
import type { Authorized } from '../../access/authorized.ts';
import type { MemberCall } from '../../access/call.ts';
import { holdStaff } from '../../access/hold-member.ts';
import type { Queries } from '../../db/client.ts';
import { users } from '../../db/schema/member.ts';
import { removeReplacedImage } from '../../file/remove-orphan-images.ts';
import { profilePartRemovedMail } from '../../mail/mails/profile-part-removed.ts';
import { findMember, type MemberRow } from '../../member/queries.ts';
import { authorizeRemoval } from '../../moderation/policy.ts';
import { notFound, refusal } from '../../transport/refusal.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { viewIfRefused, viewOfProfile } from '../activity/record-view.ts';
import { showModeratedProfile } from '../moderation.ts';
import { lockRoles } from './lock-roles.ts';

type Call = MemberCall<typeof staff.removeProfilePart>;

const COLUMNS = { photo: 'profile_image_url', bio: 'bio' } as const;

/**
 * Removes a photo, with its file, or a bio; the member is emailed the reason. Throws NOT_FOUND,
 * FORBIDDEN unless the member's role is below the caller's, and CONTENT_CHANGED when it is no
 * longer what staff saw. [S4]
 */
export async function removeProfilePart({ input, context }: Call): Promise<ModeratedProfile> {
  const { services, actor } = context;
  const { user_id, part, seen, reason } = input;
  const removed = await viewIfRefused(context, viewOfProfile(user_id), async (tx) => {
    // Both at once, in the global lock order: two staff members may be acting on each other.
    const roleOf = await lockRoles(tx, [actor.id, user_id]);
    await holdStaff(tx, actor);
    const profile = await getMember(tx, user_id);
    const member = authorizeRemoval(roleOf(actor.id), roleOf(user_id), profile);
    await clearPart(tx, member, { part, seen });
    await recordActivity(tx, {
      admin_id: actor.id,
      action: `${part}_removal`,
      target_type: 'user',
      target_id: user_id,
      details: { reason },
    });
    const mail = profilePartRemovedMail(services.env, { to: member.email, part, reason });
    await services.mailer.send(mail, tx);
    return member[COLUMNS[part]];
  });
  if (part === 'photo') await removeReplacedImage(services, removed);
  return showModeratedProfile(context, user_id);
}

async function clearPart(
  tx: Queries,
  member: Authorized<MemberRow, 'remove part'>,
  { part, seen }: Pick<Call['input'], 'part' | 'seen'>,
): Promise<void> {
  const column = COLUMNS[part];
  if (member[column] !== seen) throw refusal('CONTENT_CHANGED');
  await tx
    .update(users)
    .set({ [column]: null })
    .where(eq(users.id, member.id));
}

async function getMember(tx: Queries, id: string): Promise<MemberRow> {
  const member = await findMember(tx, id);
  if (!member) throw notFound();
  return member;
}
