import { z } from 'zod';
import { verbatimText } from '../text/schema.ts';
import { timestampSchema } from '../wire/base.ts';
import { MESSAGE_MAX } from './rules.ts';

export const messageContentSchema = verbatimText({ label: 'Message', max: MESSAGE_MAX, min: 1 });

/** A message of a job's chat. `client_id` is the sender's own name for it, for retries. [M1] */
export const messageSchema = z.object({
  id: z.uuid(),
  job_id: z.uuid(),
  claim_id: z.uuid(),
  sender_id: z.uuid(),
  client_id: z.uuid(),
  content: z.string(),
  message_type: z.literal('text'),
  created_at: timestampSchema,
  sender: z.object({ full_name: z.string(), profile_image_url: z.string().nullable() }),
});
export type Message = z.infer<typeof messageSchema>;
