import { z } from 'zod';
import { confirmationErrors } from '../account/proof.ts';
import {
  base,
  clientIdSchema,
  cursorSchema,
  page,
  pageSize,
  SPECIFIED,
  uuidSchema,
} from '../transport/base.ts';
import { FIRST_MESSAGES, NEW_CONVERSATIONS_A_DAY, namesOne } from './rules.ts';
import {
  contactSchema,
  conversationCardSchema,
  conversationMessageSchema,
  conversationSchema,
  messageContentSchema,
  messageSchema,
  partnerSchema,
  threadCardSchema,
  whichConversation,
} from './schema.ts';

const unreadBy = z.record(uuidSchema, z.int());

/** Nobody can write to a suspended member; earlier messages stay readable. [M1] [M2] */
const threadErrors = {
  MEMBER_UNAVAILABLE: {
    status: 409,
    message: 'You can’t message this member right now.',
  },
};

const oneNameNeeded = 'Give either conversation_id or member_id';

const newConversationErrors = {
  ...confirmationErrors,
  TOO_MANY_NEW_CONVERSATIONS: {
    status: 429,
    message: `You’ve messaged ${NEW_CONVERSATIONS_A_DAY} new people within a day. Please wait a day before you message someone new.`,
    data: z.object({ retry_after_seconds: z.int().min(1) }),
  },
} as const;

const firstContactErrors = {
  FIRST_MESSAGES_SENT: {
    status: 409,
    message: `You’ve sent ${FIRST_MESSAGES} messages. You can write more when they reply.`,
  },
} as const;

const requestErrors = {
  REQUEST_ANSWERED: { status: 409, message: 'You have answered this request already.' },
} as const;

export const chat = {
  /**
   * The inbox, latest first: the caller's job threads, and conversations that have messages; live
   * job threads are listed even without messages. `search` matches the other member's name, the
   * pet's, and the title of jobs that the caller sees in full. `box=requests` lists messages from
   * strangers that the caller has not answered. [M1] [M2] [M3] [P7]
   */
  listThreads: base
    .route({ method: 'GET', path: '/rest/v1/threads', tags: ['threads'] })
    .input(
      z.strictObject({
        box: z.enum(['inbox', 'requests']).default('inbox'),
        search: z.string().max(100).optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(threadCardSchema)),

  /** One thread by the id of its claim or conversation, for its two participants. [M1] [M2] */
  getThread: base
    .route({ method: 'GET', path: '/rest/v1/threads/{id}', tags: ['threads'] })
    .input(z.strictObject({ id: uuidSchema }))
    .output(threadCardSchema),

  /**
   * The newest messages of a job's current claim, or of claim `claim_id`, ended or not; oldest
   * first; `before` pages back. [M1] Participants only: the next sitter never reads the previous
   * sitter's thread.
   */
  listJobMessages: base
    .route({ method: 'GET', path: '/rest/v1/messages', tags: ['messages'] })
    .input(
      z.strictObject({
        job_id: uuidSchema,
        claim_id: uuidSchema.optional(),
        before: cursorSchema,
        limit: pageSize(50),
      }),
    )
    .output(
      z.object({
        items: z.array(messageSchema),
        /**
         * Whether messages can be sent: not after the claim ended, and not to a suspended member.
         */
        can: z.object({ write: z.boolean() }),
        previous_cursor: z.string().nullable(),
      }),
    ),

  /**
   * The number of unread messages, at most 1,000 per thread: in total, by claim, by member for
   * direct chats, and by job for current claims. Requests from strangers are not included:
   * `requests` counts those that wait for an answer, at most 100. [M3] [P7]
   */
  countUnread: base
    .route({ method: 'GET', path: '/rest/v1/rpc/count_unread_messages', tags: ['rpc'] })
    .output(
      z.object({
        total: z.int(),
        by_claim: unreadBy,
        by_job: unreadBy,
        by_member: unreadBy,
        requests: z.int(),
      }),
    ),

  /** Marks the thread of a job's current claim, or of the claim given, as read up to now. [P7] */
  markRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_messages_read', tags: ['rpc'] })
    .input(z.strictObject({ job_id: uuidSchema, claim_id: uuidSchema.optional() }))
    .output(z.object({})),

  /**
   * Sends a message; repeating a `client_id` returns the message already stored. [M1] With
   * `claim_id` it goes only to the sitter of that claim; without, to the sitter who holds the job
   * now.
   */
  sendJobMessage: base
    .route({ method: 'POST', path: '/rest/v1/messages', successStatus: 201, tags: ['messages'] })
    .errors({
      ...threadErrors,
      CLAIM_ENDED: { status: 409, message: 'This claim has ended. Your message was not sent.' },
    })
    .input(
      z.strictObject({
        job_id: uuidSchema,
        claim_id: uuidSchema.optional(),
        content: messageContentSchema,
        client_id: clientIdSchema,
        message_type: z.literal('text').default('text'),
        sender_id: uuidSchema.optional(),
      }),
    )
    .output(messageSchema),

  /**
   * The caller's conversations that have messages, latest first, without requests from strangers.
   * With both participants given, only their conversation, with or without messages; none is not
   * an error. [M3] [X2]
   */
  listConversations: base
    .route({
      method: 'GET',
      path: '/rest/v1/conversations',
      tags: ['conversations'],
      description: SPECIFIED,
    })
    .input(
      z
        .strictObject({
          participant_1: uuidSchema.optional(),
          participant_2: uuidSchema.optional(),
          cursor: cursorSchema,
          limit: pageSize(20, 50),
        })
        .refine(
          ({ participant_1, participant_2 }) => !participant_1 === !participant_2,
          'Give both participants or neither',
        ),
    )
    .output(page(conversationCardSchema)),

  /**
   * Opens the conversation of a pair that includes the caller, or returns the existing one. [M3]
   */
  createConversation: base
    .route({
      method: 'POST',
      path: '/rest/v1/conversations',
      successStatus: 201,
      tags: ['conversations'],
      description: SPECIFIED,
    })
    .errors(newConversationErrors)
    .input(z.strictObject({ participant_1: uuidSchema, participant_2: uuidSchema }))
    .output(conversationSchema),

  /**
   * The newest messages between the caller and another member, oldest first; `before` pages back.
   * Only the two can read them. Empty if they never talked. [M2]
   */
  listDirectMessages: base
    .route({
      method: 'GET',
      path: '/rest/v1/conversation_messages',
      tags: ['conversation_messages'],
    })
    .input(
      z
        .strictObject({ ...whichConversation, before: cursorSchema, limit: pageSize(50) })
        .refine(namesOne, oneNameNeeded),
    )
    .output(
      z.object({
        conversation_id: uuidSchema.nullable(),
        partner: partnerSchema,
        contact: contactSchema,
        /** How many more messages the caller can send before a reply; null when not limited. */
        messages_left: z.int().nullable(),
        items: z.array(conversationMessageSchema),
        previous_cursor: z.string().nullable(),
      }),
    ),

  /**
   * Sends a message to another member; the first one opens the conversation. Until a stranger
   * replies or accepts, at most three can be sent (FIRST_MESSAGES_SENT); replying accepts.
   * Repeating a `client_id` returns the message already stored. [M2] [M3]
   */
  sendDirectMessage: base
    .route({
      method: 'POST',
      path: '/rest/v1/conversation_messages',
      successStatus: 201,
      tags: ['conversation_messages'],
    })
    .errors({ ...newConversationErrors, ...firstContactErrors, ...threadErrors })
    .input(
      z
        .strictObject({
          ...whichConversation,
          content: messageContentSchema,
          client_id: clientIdSchema,
          sender_id: uuidSchema.optional(),
        })
        .refine(namesOne, oneNameNeeded),
    )
    .output(conversationMessageSchema),

  /**
   * Accepts a stranger's request, even after declining it; accepting twice changes nothing. [M3]
   */
  acceptRequest: base
    .route({ method: 'POST', path: '/rest/v1/rpc/accept_message_request', tags: ['rpc'] })
    .input(z.strictObject({ conversation_id: uuidSchema }))
    .output(z.object({})),

  /**
   * Declines a stranger's request: it leaves the list, and the stranger is not notified. Throws
   * REQUEST_ANSWERED once it was accepted. [M3]
   */
  declineRequest: base
    .route({ method: 'POST', path: '/rest/v1/rpc/decline_message_request', tags: ['rpc'] })
    .errors(requestErrors)
    .input(z.strictObject({ conversation_id: uuidSchema }))
    .output(z.object({})),

  /** Marks a conversation as read up to its newest message. [P7] */
  markDirectRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_conversation_read', tags: ['rpc'] })
    .input(z.strictObject(whichConversation).refine(namesOne, oneNameNeeded))
    .output(z.object({})),
};
