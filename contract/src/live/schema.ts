import { z } from 'zod';
import { liveTables } from './tables.ts';

/** A change: where and what, never the row itself. */
export const changeEventSchema = z.object({
  table: z.enum(liveTables()),
  op: z.enum(['insert', 'update', 'delete']),
  id: z.uuid(),
  job_id: z.uuid().optional(),
  conversation_id: z.uuid().optional(),
});
export type ChangeEvent = z.infer<typeof changeEventSchema>;
