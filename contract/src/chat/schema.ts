import { z } from 'zod';
import { verbatimText } from '../text/schema.ts';
import { timestampSchema } from '../wire/base.ts';
import { MESSAGE_MAX } from './rules.ts';

export const messageContentSchema = verbatimText({ label: 'Message', max: MESSAGE_MAX, min: 1 });

/** A message of any thread. `client_id` is the sender's own name for it, for retries. [M1] [M2] */
export const threadMessageSchema = z.object({
  id: z.uuid(),
  sender_id: z.uuid(),
  client_id: z.uuid(),
  content: z.string(),
  created_at: timestampSchema,
  sender: z.object({ full_name: z.string(), profile_image_url: z.string().nullable() }),
});
export type ThreadMessage = z.infer<typeof threadMessageSchema>;

/** A message of a job's chat. [M1] */
export const messageSchema = threadMessageSchema.extend({
  job_id: z.uuid(),
  claim_id: z.uuid(),
  message_type: z.literal('text'),
});
export type Message = z.infer<typeof messageSchema>;
