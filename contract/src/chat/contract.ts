import { z } from 'zod';
import { confirmationErrors } from '../account/proof.ts';
import {
  base,
  clientIdSchema,
  cursorSchema,
  page,
  pageSize,
  SPECIFIED,
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

const unreadBy = z.record(z.uuid(), z.int());

/** Nothing more is said to a member who was suspended; what was said can be read. [M1] [M2] */
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
   * The inbox: the caller's job threads, live and ended, and conversations in which something was
   * said, with the live job threads in which nothing was yet; the latest first. `search` is sought in
   * the other's name, the pet's, and the title of a job that the caller sees in full. With
   * `box=requests` it is what strangers wrote and the caller has not answered. [M1] [M2] [M3] [P7]
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

  /** One thread by the id of its claim or conversation, to its two sides. [M1] [M2] */
  getThread: base
    .route({ method: 'GET', path: '/rest/v1/threads/{id}', tags: ['threads'] })
    .input(z.strictObject({ id: z.uuid() }))
    .output(threadCardSchema),

  /**
   * The newest messages of a job's current claim, or of the one that `claim_id` names, ended or not;
   * oldest first; `before` pages back. [M1] Participants only: the next sitter never reads the
   * previous one's thread.
   */
  listJobMessages: base
    .route({ method: 'GET', path: '/rest/v1/messages', tags: ['messages'] })
    .input(
      z.strictObject({
        job_id: z.uuid(),
        claim_id: z.uuid().optional(),
        before: cursorSchema,
        limit: pageSize(50),
      }),
    )
    .output(
      z.object({
        items: z.array(messageSchema),
        /** Whether something can be said: not once the claim ended, nor to a suspended member. */
        can: z.object({ write: z.boolean() }),
        previous_cursor: z.string().nullable(),
      }),
    ),

  /**
   * How many messages the caller has not read, up to 1,000 in one thread: in all, by claim, by member
   * for direct ones, and by job for the threads of current claims. Requests of strangers are not among
   * them: `requests` is how many wait for an answer, up to 100. [M3] [P7]
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

  /** Marks the thread of a job's current claim, or of the one named, as read up to now. [P7] */
  markRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_messages_read', tags: ['rpc'] })
    .input(z.strictObject({ job_id: z.uuid(), claim_id: z.uuid().optional() }))
    .output(z.object({})),

  /**
   * Sends a message; a repeated `client_id` answers the message already stored. [M1] With `claim_id` it
   * reaches the sitter of that claim or nobody; without, the sitter who holds the job at the moment.
   */
  sendJobMessage: base
    .route({ method: 'POST', path: '/rest/v1/messages', successStatus: 201, tags: ['messages'] })
    .errors({
      ...threadErrors,
      CLAIM_ENDED: { status: 409, message: 'This claim has ended. Your message was not sent.' },
    })
    .input(
      z.strictObject({
        job_id: z.uuid(),
        claim_id: z.uuid().optional(),
        content: messageContentSchema,
        client_id: clientIdSchema,
        message_type: z.literal('text').default('text'),
        sender_id: z.uuid().optional(),
      }),
    )
    .output(messageSchema),

  /**
   * The caller's conversations in which something was said, the latest first, without the requests of
   * strangers. With both participants it is that one pair's, said something or not, and no row is no
   * error. [M3] [X2]
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
  createConversation: base
    .route({
      method: 'POST',
      path: '/rest/v1/conversations',
      successStatus: 201,
      tags: ['conversations'],
      description: SPECIFIED,
    })
    .errors(newConversationErrors)
    .input(z.strictObject({ participant_1: z.uuid(), participant_2: z.uuid() }))
    .output(conversationSchema),

  /**
   * The newest messages between the caller and another member, oldest first; `before` pages back.
   * Nobody but the two reads them. With somebody never talked to it is empty. [M2]
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
        conversation_id: z.uuid().nullable(),
        partner: partnerSchema,
        contact: contactSchema,
        /** How many the caller may still write before there is a reply; null where that is not counted. */
        messages_left: z.int().nullable(),
        items: z.array(conversationMessageSchema),
        previous_cursor: z.string().nullable(),
      }),
    ),

  /**
   * Says something to another member; the first message opens the conversation. Until a stranger
   * replies or accepts, it takes three (FIRST_MESSAGES_SENT); to reply accepts. A repeated `client_id`
   * answers the message already stored. [M2] [M3]
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
          sender_id: z.uuid().optional(),
        })
        .refine(namesOne, oneNameNeeded),
    )
    .output(conversationMessageSchema),

  /** Accepts the request of a stranger, also one that was declined; again, it changes nothing. [M3] */
  acceptRequest: base
    .route({ method: 'POST', path: '/rest/v1/rpc/accept_message_request', tags: ['rpc'] })
    .input(z.strictObject({ conversation_id: z.uuid() }))
    .output(z.object({})),

  /**
   * Declines the request of a stranger: it leaves the list, and the stranger is told nothing. Throws
   * REQUEST_ANSWERED once it was accepted. [M3]
   */
  declineRequest: base
    .route({ method: 'POST', path: '/rest/v1/rpc/decline_message_request', tags: ['rpc'] })
    .errors(requestErrors)
    .input(z.strictObject({ conversation_id: z.uuid() }))
    .output(z.object({})),

  /** Marks a conversation as read up to its newest message. [P7] */
  markDirectRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_conversation_read', tags: ['rpc'] })
    .input(z.strictObject(whichConversation).refine(namesOne, oneNameNeeded))
    .output(z.object({})),
};
