import { z } from 'zod';
import { takenErrors } from '../report/errors.ts';
import { base, cursorSchema, page, pageSize, uuidSchema } from '../transport/base.ts';
import {
  answerSchema,
  hearingSideSchema,
  ownHearingSchema,
  questionSchema,
  staffHearingSchema,
} from './schema.ts';

const tags = ['hearings'];

export const hearing = {
  /**
   * Asks one side of a report that the caller handles, once per side; the member has 72 hours to
   * answer. Until then nothing is decided against the reported member, except in an emergency.
   * Staff only. [S4]
   */
  ask: base
    .route({ method: 'POST', path: '/rest/v1/hearings', successStatus: 201, tags })
    .errors({
      ...takenErrors,
      ALREADY_ASKED: { status: 409, message: 'They were already asked about this report.' },
      CANNOT_BE_ASKED: {
        status: 409,
        message: 'This member’s account isn’t active, so they can’t answer.',
      },
    })
    .input(
      z.strictObject({ report_id: uuidSchema, side: hearingSideSchema, question: questionSchema }),
    )
    .output(staffHearingSchema),

  /** Questions from staff to the caller about a report, newest first. */
  listMine: base
    .route({ method: 'GET', path: '/rest/v1/hearings', tags })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(ownHearingSchema)),

  /** Answers a question, once; only staff read it. */
  answer: base
    .route({ method: 'POST', path: '/rest/v1/rpc/answer_hearing', tags: ['rpc'] })
    .errors({
      ANSWER_CLOSED: { status: 409, message: 'This can no longer be answered.' },
    })
    .input(z.strictObject({ id: uuidSchema, answer: answerSchema }))
    .output(ownHearingSchema),
};
