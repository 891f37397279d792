import type { FillFullMember } from '../testing/full-member.ts';
import type { CallAll } from '../testing/plans/call-all.ts';

/** Decisions about the member, one of which expired. */
export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(
    `INSERT INTO moderation_decisions (member_id, kind, subject_type, subject_id, kept, reason, note,
       appeal, appealed_at, appeal_decision, appeal_answer, appeal_decided_at)
     VALUES ($1, 'remove', 'profile', $1, 'Zebulon likes dogs', 'Zebulon was rude', 'Quimby again',
       'Zebulon was not', now(), 'upheld', 'Zebulon was', now())`,
    [id],
  );
  await query(
    `INSERT INTO moderation_decisions (member_id, kind, reason, ended_at, ended_as, ends_at, appeal, appealed_at)
     VALUES ($1, 'suspend', 'Quimby called names', now(), 'expired', now(), NULL, NULL),
            ($1, 'warn', 'Quimby called names', NULL, NULL, NULL, 'Zebulon appeals', now())`,
    [id],
  );
};

export const callAll: CallAll = async ({ as, visitor, admin, idOf }) => {
  const decision = await idOf('SELECT id FROM moderation_decisions LIMIT 1');
  return [
    () => as.moderation.listMine({ limit: 20 }),
    () => visitor.moderation.getSummary(),
    () => admin.moderation.listAppeals({ limit: 20 }),
    () => admin.moderation.undo({ id: decision, reason: 'A mistake' }),
  ];
};
