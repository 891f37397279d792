import type { FillFullMember } from '../testing/full-member.ts';

export const fillFullMember: FillFullMember = async ({ query, id, otherId }) => {
  await query(
    `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period)
     VALUES ($1, $2, 'sitter', 'address', now()), ($2, $1, 'sitter', 'address', now())`,
    [id, otherId],
  );
};
