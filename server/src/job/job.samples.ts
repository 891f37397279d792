import type { FillTables } from '../testing/plans/call-all.ts';

export const fillTables: FillTables = () => `
  INSERT INTO job_events (job_id, action, actor_role)
    SELECT id, 'expire', 'system' FROM jobs, generate_series(1, 3)`;
