import { z } from 'zod';
import { threadMessageSchema } from '../chat/schema.ts';
import { memberCardSchema, roleSchema } from '../member/schema.ts';
import { timestampSchema } from '../wire/base.ts';

/** Two members who talk, one conversation a pair, their ids sorted. [M3] */
export const conversationSchema = z.object({
  id: z.uuid(),
  participant_1: z.uuid(),
  participant_2: z.uuid(),
  created_at: timestampSchema,
});
export type Conversation = z.infer<typeof conversationSchema>;

/** Whom one talks to, and whether they can be written to now. [M2] */
export const partnerSchema = memberCardSchema.extend({
  role: roleSchema,
  can: z.object({ write: z.boolean() }),
});
export type Partner = z.infer<typeof partnerSchema>;

/** A conversation as the one of its two who asks sees it: with whom, and what was said last. */
export const conversationCardSchema = conversationSchema.extend({
  partner: partnerSchema,
  last_message: z
    .object({
      /** Its first words. */
      content: z.string(),
      sender_id: z.uuid(),
      created_at: timestampSchema,
    })
    .nullable(),
});
export type ConversationCard = z.infer<typeof conversationCardSchema>;

/** A message of a conversation. [M2] */
export const conversationMessageSchema = threadMessageSchema.extend({ conversation_id: z.uuid() });
export type ConversationMessage = z.infer<typeof conversationMessageSchema>;

/**
 * Which conversation, in exactly one of two ways: by its own id, or by the other member's, which
 * needs none to be there yet.
 */
export const whichConversation = {
  conversation_id: z.uuid().optional(),
  member_id: z.uuid().optional(),
};
