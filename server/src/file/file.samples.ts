import type { FillTables } from '../testing/plans/call-all.ts';

export const fillTables: FillTables = () => `
  INSERT INTO files (path, owner_id, bytes)
    SELECT id || '/' || n || '.webp', id, 1 FROM users, generate_series(1, 3) n`;
