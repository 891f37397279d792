import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEarlierRelease, type EarlierRelease } from '../../testing/earlier-release.ts';

let earlier: EarlierRelease;
beforeAll(async () => {
  earlier = await createEarlierRelease('_activity_log_by_month');
});
afterAll(() => earlier.drop());

it('an upgrade keeps every log entry, and the requests that staff decided for themselves [S3]', async () => {
  await earlier.run(
    `INSERT INTO admin_activity_logs (admin_id, action, target_type, target_id, details, created_at)
     SELECT gen_random_uuid(), 'users_read', 'user', NULL, jsonb_build_object('user_ids', jsonb_build_array(n)),
       now() - make_interval(days => n * 40)
     FROM generate_series(0, 40) n`,
  );
  await earlier.run(
    `WITH account AS (INSERT INTO auth."user" (name, email) VALUES ('Ada', 'ada@example.org') RETURNING id),
       member AS (INSERT INTO users (id, first_name, role, active_role)
         SELECT id, 'Ada', 'both', 'pet_owner' FROM account RETURNING id)
     INSERT INTO invite_requests (user_id, status, decided_by, decided_at, decision_reason)
     SELECT id, 'granted', id, now(), 'Mine.' FROM member`,
  );
  const entries = `SELECT row_to_json(log) FROM (SELECT id, admin_id, action, target_type, target_id,
    details, created_at FROM admin_activity_logs ORDER BY id) log`;
  const before = await earlier.run(entries);
  await earlier.upgrade();
  expect(before).toHaveLength(41);
  expect(await earlier.run(entries)).toEqual(before);
  expect(await earlier.run('SELECT count(*)::int FROM admin_activity_logs_other')).toEqual([0]);
  expect(await earlier.run('SELECT decision_reason FROM invite_requests')).toEqual(['Mine.']);
  await expect(
    earlier.run(`UPDATE invite_requests SET decision_reason = 'Mine again.'`),
  ).rejects.toThrow(/invite_requests_not_own/);
});
