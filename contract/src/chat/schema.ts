import { z } from 'zod';
import { claimEndSchema } from '../claim/schema.ts';
import { jobTypeSchema } from '../job/schema.ts';
import { roleSchema } from '../member/role.ts';
import { memberCardSchema } from '../member/schema.ts';
import { verbatimText } from '../text/schema.ts';
import { timestampSchema, uuidSchema } from '../transport/base.ts';
import { MESSAGE_MAX } from './rules.ts';

export const messageContentSchema = verbatimText({ label: 'Message', max: MESSAGE_MAX, min: 1 });

/** A message of any thread. `client_id` is chosen by the sender, for retries. [M1] [M2] */
export const threadMessageSchema = z.object({
  id: uuidSchema,
  sender_id: uuidSchema,
  client_id: uuidSchema,
  content: z.string(),
  created_at: timestampSchema,
  sender: z.object({ full_name: z.string(), profile_image_url: z.string().nullable() }),
});
export type ThreadMessage = z.infer<typeof threadMessageSchema>;

/** A message of a job's chat. [M1] */
export const messageSchema = threadMessageSchema.extend({
  job_id: uuidSchema,
  claim_id: uuidSchema,
  message_type: z.literal('text'),
});
export type Message = z.infer<typeof messageSchema>;

/** The conversation of two members, one per pair, their ids sorted. [M3] */
export const conversationSchema = z.object({
  id: uuidSchema,
  participant_1: uuidSchema,
  participant_2: uuidSchema,
  created_at: timestampSchema,
});
export type Conversation = z.infer<typeof conversationSchema>;

/** The member at the other end, and whether they can be written to now. [M2] */
export const partnerSchema = memberCardSchema.extend({
  role: roleSchema,
  can: z.object({ write: z.boolean() }),
});
export type Partner = z.infer<typeof partnerSchema>;

/**
 * How far two members are in contact, from one side. 'new': no messages yet; 'waiting': the other
 * has not replied, or has declined; 'request' and 'declined': the viewer can answer;
 * 'not_taken': the other does not accept first messages from the viewer; 'closed': no messages
 * can be sent. [M3]
 */
export const contactSchema = z.enum([
  'open',
  'new',
  'waiting',
  'request',
  'declined',
  'not_taken',
  'closed',
]);
export type Contact = z.infer<typeof contactSchema>;

/** The last message of a thread. */
export const lastMessageSchema = z.object({
  /** Its beginning. */
  content: z.string(),
  sender_id: uuidSchema,
  created_at: timestampSchema,
});
export type LastMessage = z.infer<typeof lastMessageSchema>;

/** A conversation as one of its two members sees it: the other member, and the last message. */
export const conversationCardSchema = conversationSchema.extend({
  partner: partnerSchema,
  last_message: lastMessageSchema.nullable(),
});
export type ConversationCard = z.infer<typeof conversationCardSchema>;

/** A message of a conversation. [M2] */
export const conversationMessageSchema = threadMessageSchema.extend({
  conversation_id: uuidSchema,
});
export type ConversationMessage = z.infer<typeof conversationMessageSchema>;

/**
 * Identifies a conversation in exactly one way: by its own id, or by the other member's, which
 * also works before there is a conversation.
 */
export const whichConversation = {
  conversation_id: uuidSchema.optional(),
  member_id: uuidSchema.optional(),
};

/** The state of a job's thread: that of its claim, live or how it ended. */
export const threadStateSchema = z.enum([
  'claimed',
  'in_progress',
  'to_confirm',
  ...claimEndSchema.options,
]);
export type ThreadState = z.infer<typeof threadStateSchema>;

/** The job of a thread. The title only for viewers who see the job in full. */
export const threadJobSchema = z.object({
  id: uuidSchema,
  title: z.string().nullable(),
  job_type: jobTypeSchema,
  pet_name: z.string(),
  /** Only for viewers who see the job in full. */
  pet_image_url: z.string().nullable(),
  state: threadStateSchema,
});

/**
 * A thread in a participant's inbox. `id` is that of the claim or of the conversation; `job` is
 * null for a conversation. [M1] [M2]
 */
export const threadCardSchema = z.object({
  id: uuidSchema,
  job: threadJobSchema.nullable(),
  partner: partnerSchema,
  last_message: lastMessageSchema.nullable(),
  /** Time of the last message, or of the claim; the inbox is ordered by it. */
  updated_at: timestampSchema,
  /** Unread messages of the other side, counted up to 1,000. */
  unread: z.int(),
});
export type ThreadCard = z.infer<typeof threadCardSchema>;
