import type { FillFullMember } from '../testing/full-member.ts';
import type { CallAll, FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ query, id, otherId }) => {
  await query(
    `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period)
     VALUES ($1, $2, 'sitter', 'address', now()), ($2, $1, 'sitter', 'address', now())`,
    [id, otherId],
  );
};

export const fillTables: FillTables = ({ owner }) => `
  INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period)
    SELECT '${owner}', id, 'staff', 'address', now() - n * interval '1 hour'
    FROM users, generate_series(1, 3) n WHERE id <> '${owner}'`;

export const callAll: CallAll = ({ as }) => [() => as.privacy.listViews({ limit: 20 })];
