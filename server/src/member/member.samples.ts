import type { FillTables } from '../testing/plans/call-all.ts';

/** The owner knows everybody, and everybody has finished a job in each role. */
export const fillTables: FillTables = ({ owner }) => `
  INSERT INTO acquaintances (member_id, other_id)
    SELECT '${owner}', id FROM users WHERE id <> '${owner}'
    UNION ALL SELECT id, '${owner}' FROM users WHERE id <> '${owner}';
  INSERT INTO reliability (member_id, side, finished)
    SELECT id, side, 1 FROM users, unnest(ARRAY['owner', 'sitter']) side`;
