import { homeAccess, jobAccess } from '../db/schema/vault.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';
import { encryptAccess } from './encrypt-access.ts';

export const fillFullMember: FillFullMember = async ({ query, id, job }) => {
  await query(
    `INSERT INTO home_access (owner_id, sealed, key_id, parts)
     VALUES ($1, 'Zebulon’s door', 'key', '{}')`,
    [id],
  );
  await query(
    `INSERT INTO job_access (job_id, sealed, key_id, parts)
     VALUES ($1, 'Zebulon’s door', 'key', '{}')`,
    [job],
  );
};

/** The owner's home access, attached to a job that starts later and to one in progress. */
export const fillScene: FillScene = async ({ db, vault }, { owner, job, underWay }) => {
  const texts = { door: 'Words of the door', alarm: 'Words of the alarm' };
  await db.drizzle
    .insert(homeAccess)
    .values({ owner_id: owner.id, ...encryptAccess(vault, `home_access:${owner.id}`, texts) });
  for (const job_id of [job, underWay]) {
    await db.drizzle
      .insert(jobAccess)
      .values({ job_id, ...encryptAccess(vault, `job_access:${job_id}`, texts) });
  }
  return {};
};

export const secrets: Secrets = () => ({
  'the door code': 'Words of the door',
  'the alarm code': 'Words of the alarm',
});

/** Nothing can decrypt these. */
export const fillTables: FillTables = () => `
  INSERT INTO home_access (owner_id, sealed, key_id, parts)
    SELECT id, 'sealed', 'none', '{door}' FROM users;
  INSERT INTO job_access (job_id, sealed, key_id, parts)
    SELECT id, 'sealed', 'none', '{door}' FROM jobs WHERE status <> 'open'`;

export const callAll: CallAll = ({ as, mine }) => [
  () => as.vault.getJobAccess({ job_id: mine }),
  () => as.vault.open({ job_id: mine, part: 'door' }),
];
