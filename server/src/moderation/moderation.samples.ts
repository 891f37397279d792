import { factor } from '../db/schema/factor.ts';
import { moderationDecisions } from '../db/schema/moderation.ts';
import { createMember } from '../testing/factories.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import type { CallAll } from '../testing/plans/call-all.ts';
import { accountToken, suspensionToken } from './suspension-link.ts';

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

export type Own = Record<'suspensionLink' | 'phoneLink', string>;

/** Another suspended member, who has not appealed and has a phone as second factor. */
export const fillScene: FillScene<Own> = async (services, { super_admin }) => {
  const { drizzle } = services.db;
  const { id: member_id, email } = await createMember(services.db, {
    suspended_at: new Date(),
    // Older than everybody in the scene, so that it does not begin any list.
    created_at: new Date(Date.now() - 30 * 86_400_000),
  });
  await drizzle.insert(factor).values({
    userId: member_id,
    factorType: 'phone',
    friendlyName: 'Phone of the suspended member',
    status: 'verified',
    phone: '+12015550142',
  });
  const [row] = await drizzle
    .insert(moderationDecisions)
    .values({
      ...{ member_id, kind: 'suspend', ends_at: new Date(Date.now() + 7 * 86_400_000) },
      ...{ reason: 'Words to the suspended member', decided_by: super_admin.id },
      note: 'Words about the suspended member',
    })
    .returning();
  const id = row?.id ?? '';
  return {
    suspensionLink: suspensionToken(services, { id, email }),
    phoneLink: accountToken(services, { id, email, isFactorShown: false }),
  };
};

export const secrets: Secrets = () => ({
  'the note about the suspension': 'Words about the suspended member',
  'the phone of the suspended member': '+12015550142',
});

export const callAll: CallAll = async ({ as, visitor, admin, idOf }) => {
  const decision = await idOf('SELECT id FROM moderation_decisions LIMIT 1');
  return [
    () => as.moderation.listMine({ limit: 20 }),
    () => visitor.moderation.getSummary(),
    () => admin.moderation.listAppeals({ limit: 20 }),
    () => admin.moderation.undo({ id: decision, reason: 'A mistake' }),
  ];
};
