import { identityChecks } from '../db/schema/identity.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ query, id }) => {
  await query(
    `INSERT INTO identity_checks (member_id, status, ended_at, reason)
     VALUES ($1, 'refused', now(), 'Zebulon is not the name in the document')`,
    [id],
  );
};

export type Own = { identityCheck: string };

/** The owner waits for a check; the claimant's identity is confirmed, the past sitter's not. */
export const fillScene: FillScene<Own> = async ({ db }, scene) => {
  const { owner, claimant, past, admin, super_admin } = scene;
  const at = new Date();
  const [waiting] = await db.drizzle
    .insert(identityChecks)
    .values([
      { member_id: owner.id },
      {
        ...{ member_id: claimant.id, status: 'confirmed', method: 'video_call' },
        ...{ checked_by: admin.id, checked_at: at, confirmed_by: super_admin.id },
        ...{ confirmed_at: at, expires_at: new Date(at.getTime() + 365 * 86_400_000) },
      },
      {
        ...{ member_id: past.id, status: 'refused', ended_at: at, ended_by: admin.id },
        reason: 'Words of the refused check',
      },
    ])
    .returning({ id: identityChecks.id });
  return { identityCheck: waiting?.id ?? '' };
};

export const secrets: Secrets = () => ({
  'why an identity is not confirmed': 'Words of the refused check',
});

export const fillTables: FillTables = () => `
  INSERT INTO identity_checks (member_id, status, ended_at)
    SELECT id, 'withdrawn', now() FROM users, generate_series(1, 3)`;

export const callAll: CallAll = ({ admin }) => [
  () => admin.identity.list({ limit: 20 }),
  () => admin.identity.list({ state: 'confirmed', limit: 20 }),
  () => admin.identity.list({ state: 'ended', limit: 20 }),
];
