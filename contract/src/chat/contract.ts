import { z } from 'zod';
import { base, cursorSchema, pageSize } from '../wire/base.ts';
import { messageContentSchema, messageSchema } from './schema.ts';

const unreadBy = z.record(z.uuid(), z.int());

/** Nothing more is said to a member who was suspended; what was said can be read. [M1] [M2] */
export const threadErrors = {
  MEMBER_UNAVAILABLE: {
    status: 409,
    message: 'This member cannot be written to at the moment.',
  },
};

export const chat = {
  /**
   * The newest messages of a job's current claim, or of the one that `claim_id` names, ended or not;
   * oldest first; `before` pages back. [M1] Participants only: the next sitter never reads the
   * previous one's thread.
   */
  listJobMessages: base
    .route({ method: 'GET', path: '/rest/v1/messages', tags: ['messages'] })
    .input(
      z.object({
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
   * How many messages the caller has not read: in all, by job, and by member for direct ones, of
   * which no more than 1,000 by one member are counted. [P7]
   */
  countUnread: base
    .route({ method: 'GET', path: '/rest/v1/rpc/count_unread_messages', tags: ['rpc'] })
    .output(z.object({ total: z.int(), by_job: unreadBy, by_member: unreadBy })),

  /** Marks the thread of a job as read up to now. [P7] */
  markRead: base
    .route({ method: 'POST', path: '/rest/v1/rpc/mark_messages_read', tags: ['rpc'] })
    .input(z.object({ job_id: z.uuid() }))
    .output(z.object({})),

  /**
   * Sends a message; a repeated `client_id` answers the message already stored. [M1] With `claim_id` it
   * reaches the sitter of that claim or nobody; without, whoever holds the job at the moment.
   */
  sendJobMessage: base
    .route({ method: 'POST', path: '/rest/v1/messages', successStatus: 201, tags: ['messages'] })
    .errors({
      ...threadErrors,
      CLAIM_ENDED: { status: 409, message: 'This claim has ended. Your message was not sent.' },
    })
    .input(
      z.object({
        job_id: z.uuid(),
        claim_id: z.uuid().optional(),
        content: messageContentSchema,
        client_id: z.uuid(),
        message_type: z.literal('text').default('text'),
        sender_id: z.uuid().optional(),
      }),
    )
    .output(messageSchema),
};
