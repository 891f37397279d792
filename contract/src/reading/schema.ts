import { z } from 'zod';
import { namedMemberSchema } from '../member/named.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema } from '../transport/base.ts';

/** For how many hours a chat can be read after a second staff member has agreed. */
export const READING_HOURS = 24;

/** Why staff need more than what was reported; both participants see it. */
export const readingReasonSchema = verbatimText({ label: 'Reason', max: 500, min: 10 });

export const readingStateSchema = z.enum(['asked', 'open', 'refused', 'over']);

/** A request of staff to read the chat of a report, and who agreed. [S4] */
export const staffReadingSchema = z.object({
  id: idSchema,
  state: readingStateSchema,
  reason: z.string(),
  created_at: momentSchema,
  asked_by: namedMemberSchema.nullable(),
  decided_by: namedMemberSchema.nullable(),
  ends_at: momentSchema.nullable(),
  can: z.object({ decide: z.boolean(), read: z.boolean() }),
});
export type StaffReading = z.infer<typeof staffReadingSchema>;

/** A chat of the caller that our team was allowed to read, and by which two of them. */
export const ownReadingSchema = z.object({
  id: idSchema,
  /** The other participant; null if they have left or are not shown to this member. */
  partner: namedMemberSchema.nullable(),
  reason: z.string(),
  /** Who asked to read it and who agreed, as 'First L.'; null once that member is gone. */
  asked_by: z.string().nullable(),
  agreed_by: z.string().nullable(),
  allowed_at: momentSchema,
  ends_at: momentSchema,
  /** When it was first opened; null before that. */
  read_at: momentSchema.nullable(),
});
export type OwnReading = z.infer<typeof ownReadingSchema>;

/** A message of such a chat. */
export const readMessageSchema = z.object({
  id: idSchema,
  sender_id: idSchema,
  sender_name: z.string(),
  content: z.string(),
  created_at: momentSchema,
});
export type ReadMessage = z.infer<typeof readMessageSchema>;
