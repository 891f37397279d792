import { randomUUID } from 'node:crypto';
import type { FillFullMember } from '../testing/full-member.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ query, browser, id, otherId }) => {
  await browser.send((api) => api.invite.requestMore({ message: 'For a Quimby' }));
  await query(
    `INSERT INTO invites (code, created_by, used_by, used_at, is_active, kind, grant_reason)
     VALUES ($1, $3, NULL, NULL, true, 'granted', 'Quimby'), ($2, $3, $4, now(), false, 'granted', 'Quimby')`,
    [randomUUID(), randomUUID(), id, otherId],
  );
};

export const fillTables: FillTables = ({ owner }) => `
  INSERT INTO invites (code, kind, created_by, used_by, used_at)
    SELECT 'PLAN-' || n, 'granted', '${owner}', id, now()
    FROM (SELECT id, row_number() OVER () AS n FROM users WHERE id <> '${owner}') numbered
    ON CONFLICT DO NOTHING;
  INSERT INTO invite_requests (user_id, status, decided_at)
    SELECT id, 'granted', now() FROM users, generate_series(1, 10)`;

export const callAll: CallAll = ({ as, admin }) => [
  () => as.invite.getTree(),
  () => as.invite.findMyRequest(),
  () => admin.invite.listRequests({ limit: 20 }),
  () => admin.invite.listRequests({ limit: 20, status: 'pending' }),
];
