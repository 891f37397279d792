import { account } from '@kindpal/contract/account/contract';
import { chat } from '@kindpal/contract/chat/contract';
import { claim } from '@kindpal/contract/claim/contract';
import { feedback } from '@kindpal/contract/feedback/contract';
import { invite } from '@kindpal/contract/invite/contract';
import { job, jobErrors } from '@kindpal/contract/job/contract';
import { member } from '@kindpal/contract/member/contract';
import { newsletter } from '@kindpal/contract/newsletter/contract';
import { place } from '@kindpal/contract/place/contract';
import { staff } from '@kindpal/contract/staff/contract';
import { waitlist } from '@kindpal/contract/waitlist/contract';
import { base } from '@kindpal/contract/wire/base';
import { ORPCError } from '@orpc/server';

const promised = {
  ...base['~orpc'].errorMap,
  ...jobErrors,
  ...job.post['~orpc'].errorMap,
  ...claim.create['~orpc'].errorMap,
  ...account.signUp['~orpc'].errorMap,
  ...account.token['~orpc'].errorMap,
  ...account.updateUser['~orpc'].errorMap,
  ...account.verify['~orpc'].errorMap,
  ...member.update['~orpc'].errorMap,
  ...chat.sendJobMessage['~orpc'].errorMap,
  ...chat.sendDirectMessage['~orpc'].errorMap,
  ...feedback.update['~orpc'].errorMap,
  ...place.search['~orpc'].errorMap,
  ...staff.createSuperAdmin['~orpc'].errorMap,
  ...staff.setUserRole['~orpc'].errorMap,
  ...staff.removeProfilePart['~orpc'].errorMap,
  ...invite.replace['~orpc'].errorMap,
  ...invite.requestMore['~orpc'].errorMap,
  ...invite.decideRequest['~orpc'].errorMap,
  ...newsletter.confirm['~orpc'].errorMap,
  ...waitlist.invite['~orpc'].errorMap,
};
export type RefusalCode = keyof typeof promised;

/**
 * An error that the contract promises, with its status and text; thrown from anywhere below a call.
 * It is an answer, not a fault: it carries no stack trace, which costs more than the answer.
 */
export function refusal(code: RefusalCode, data?: unknown): ORPCError<RefusalCode, unknown> {
  const { status, message } = promised[code] as { status: number; message: string };
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new ORPCError(code, { defined: true, status, message, data });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** No row for a single-row read, or none that the caller may know of. */
export function notFound(): ORPCError<RefusalCode, unknown> {
  return refusal('NOT_FOUND', { details: { code: 'PGRST116' } });
}

/** One rejected field that only the server can judge. */
export function invalidField(path: string, message: string): ORPCError<RefusalCode, unknown> {
  return refusal('INVALID_INPUT', { fields: [{ path, message }] });
}
