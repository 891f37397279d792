import { z } from 'zod';
import { threadErrors } from '../chat/contract.ts';
import { messageContentSchema } from '../chat/schema.ts';
import { base, cursorSchema, page, pageSize } from '../wire/base.ts';
import { NEW_CONVERSATIONS_A_DAY, namesOne } from './rules.ts';
import {
  conversationCardSchema,
  conversationMessageSchema,
  conversationSchema,
  partnerSchema,
  whichConversation,
} from './schema.ts';

const oneNameNeeded = 'Give either conversation_id or member_id';

const newConversationErrors = {
  TOO_MANY_NEW_CONVERSATIONS: {
    status: 429,
    message: `You have written to ${NEW_CONVERSATIONS_A_DAY} new people within a day. Please wait a day before you write to somebody else new.`,
  },
} as const;

export const conversation = {
  /**
   * The caller's conversations in which something was said, the latest first. With both
   * participants it is that one pair's, said something or not, and no row is no error. [M3] [X2]
   */
  list: base
    .route({ method: 'GET', path: '/rest/v1/conversations', tags: ['conversations'] })
    .input(
      z
        .object({
          participant_1: z.uuid().optional(),
          participant_2: z.uuid().optional(),
          cursor: cursorSchema,
          limit: pageSize(20, 50),
        })
        .refine(
          ({ participant_1, participant_2 }) => !participant_1 === !participant_2,
          'Give both participants or neither',
        ),
    )
    .output(page(conversationCardSchema)),

  /** Opens the conversation of a pair that the caller is one of, or answers the one there is. [M3] */
  create: base
    .route({
      method: 'POST',
      path: '/rest/v1/conversations',
      successStatus: 201,
      tags: ['conversations'],
    })
    .errors(newConversationErrors)
    .input(z.object({ participant_1: z.uuid(), participant_2: z.uuid() }))
    .output(conversationSchema),

  /**
   * The newest messages between the caller and another member, oldest first; `before` pages back.
   * Nobody but the two reads them. With somebody never talked to it is empty. [M2]
   */
  listMessages: base
    .route({
      method: 'GET',
      path: '/rest/v1/conversation_messages',
      tags: ['conversation_messages'],
    })
    .input(
      z
        .object({ ...whichConversation, before: cursorSchema, limit: pageSize(50) })
        .refine(namesOne, oneNameNeeded),
    )
    .output(
      z.object({
        conversation_id: z.uuid().nullable(),
        partner: partnerSchema,
        items: z.array(conversationMessageSchema),
        previous_cursor: z.string().nullable(),
      }),
    ),

  /**
   * Says something to another member; the first message opens the conversation. A repeated
   * `client_id` answers the message already stored. [M2] [M3]
   */
  sendMessage: base
    .route({
      method: 'POST',
      path: '/rest/v1/conversation_messages',
      successStatus: 201,
      tags: ['conversation_messages'],
    })
    .errors({ ...newConversationErrors, ...threadErrors })
    .input(
      z
        .object({
          ...whichConversation,
          content: messageContentSchema,
          client_id: z.uuid(),
          sender_id: z.uuid().optional(),
        })
        .refine(namesOne, oneNameNeeded),
    )
    .output(conversationMessageSchema),

  /** Marks a conversation as read up to its newest message. [P7] */
  markRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_conversation_read', tags: ['rpc'] })
    .input(z.object(whichConversation).refine(namesOne, oneNameNeeded))
    .output(z.object({})),
};
