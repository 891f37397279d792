import { z } from 'zod';
import { uuidSchema } from '../transport/base.ts';
import { liveTables } from './tables.ts';

/** A change: where and what, never the row itself. */
export const changeEventSchema = z.object({
  table: z.enum(liveTables()),
  op: z.enum(['insert', 'update', 'delete']),
  id: uuidSchema,
  job_id: uuidSchema.optional(),
  conversation_id: uuidSchema.optional(),
});
export type ChangeEvent = z.infer<typeof changeEventSchema>;
