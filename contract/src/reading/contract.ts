import { z } from 'zod';
import { takenErrors } from '../report/errors.ts';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import {
  ownReadingSchema,
  readingReasonSchema,
  readMessageSchema,
  staffReadingSchema,
} from './schema.ts';

const tags = ['chat_readings'];

export const reading = {
  /**
   * Asks to read the whole chat around a reported message or conversation, for a report that the
   * caller handles. Another staff member has to agree. [S4]
   */
  ask: base
    .route({ method: 'POST', path: '/rest/v1/chat_readings', successStatus: 201, tags })
    .errors({
      ...takenErrors,
      NO_CHAT: { status: 409, message: 'This report is not about a chat.' },
      READING_EXISTS: { status: 409, message: 'This was already asked for.' },
    })
    .input(z.strictObject({ report_id: uuidSchema, reason: readingReasonSchema }))
    .output(staffReadingSchema),

  /**
   * Agrees or refuses, by another staff member; if allowed, both participants are notified. [S4]
   */
  decide: base
    .route({ method: 'POST', path: '/rest/v1/rpc/decide_chat_reading', tags: ['rpc'] })
    .errors({
      READING_OVER: { status: 409, message: 'This was already decided.' },
      OWN_READING: { status: 403, message: 'Someone else has to agree to this.' },
    })
    .input(z.strictObject({ id: uuidSchema, allow: z.boolean() }))
    .output(staffReadingSchema),

  /**
   * The chat, newest first, for the two staff members, while access lasts; logged and recorded.
   * [S4]
   */
  listMessages: base
    .route({ method: 'GET', path: '/rest/v1/rpc/read_chat', tags: ['rpc'] })
    .input(z.strictObject({ id: uuidSchema, cursor: cursorSchema, limit: pageSize(50, 100) }))
    .output(page(readMessageSchema)),

  /** Chats of the caller that staff were allowed to read, newest first. */
  listMine: base
    .route({ method: 'GET', path: '/rest/v1/chat_readings', tags })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(ownReadingSchema)),
};
