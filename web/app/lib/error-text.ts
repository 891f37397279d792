import { ORPCError } from '@orpc/client';
import { type ErrorCode, isErrorCode } from './error-codes.ts';
import { isUnreachable } from './reachability.ts';

export const UNREACHABLE_TEXT =
  "We can't reach Kindpal right now. Check your connection; nothing you typed is lost.";
export const UNEXPECTED_TEXT = 'Something went wrong. Please try again.';

type Failure = ORPCError<string, unknown>;

/** The server says it best: its message is the specification's text. */
const inItsWords = (error: Failure) => error.message;

function tooManyRequests(error: Failure): string {
  const seconds = (error.data as { retry_after_seconds?: number } | undefined)?.retry_after_seconds;
  if (!seconds) return 'Rate limit exceeded. Please wait a moment and try again.';
  const wait = seconds < 90 ? count(seconds, 'second') : count(Math.ceil(seconds / 60), 'minute');
  return `Rate limit exceeded. Please try again in ${wait}.`;
}

const count = (amount: number, unit: string) => `${amount} ${unit}${amount === 1 ? '' : 's'}`;

/** What to say to each promised error. A new code in the contract fails to compile until it is here. */
const TEXTS: Record<ErrorCode, (error: Failure) => string> = {
  UNAUTHORIZED: () => 'Please sign in to continue.',
  FORBIDDEN: () => 'You are not allowed to do this.',
  NOT_FOUND: () => 'This could not be found.',
  INVALID_INPUT: () => 'Some of this is not right yet.',
  TOO_MANY_REQUESTS: tooManyRequests,
  INVALID_INVITE: () => 'Invalid or expired invite code',
  SIGN_UP_REFUSED: inItsWords,
  WRONG_CREDENTIALS: () => 'Invalid login credentials',
  SESSION_ENDED: () => 'Your session has ended. Please sign in again.',
  TOKEN_REFUSED: () => 'An error occurred on token verification.',
  WRONG_PASSWORD: () => 'The current password is not right.',
  ALREADY_SUPER_ADMIN: () => 'Already a Super Admin',
  SETUP_CLOSED: () => 'Super admin set-up is closed.',
  OWN_ROLE: () => 'Nobody changes their own role.',
  ROLE_CHANGED: inItsWords,
  CONTENT_CHANGED: inItsWords,
  WRONG_SETUP_TOKEN: () => 'This set-up token is not right.',
  JOB_ALREADY_CLAIMED: () => 'This job has already been claimed by someone else.',
  JOB_ACTION_REFUSED: () => 'This job has moved on. Please look at it again.',
  JOB_IN_THE_PAST: () => 'The start cannot be in the past.',
  JOB_TOO_FAR_AHEAD: () => 'Jobs can be posted up to two years ahead.',
  CANNOT_CLAIM_JOB: () => 'This job is no longer available or you cannot claim it.',
  GIVEN_BACK_TOO_OFTEN: inItsWords,
  TOO_MANY_LIVE_CLAIMS: inItsWords,
  CLAIM_ENDED: inItsWords,
  DOUBLE_BOOKED: () => 'You have already claimed a job at exactly this time.',
  AVAILABILITY_CHANGED: () => 'Your availability was changed somewhere else in the meantime.',
  TOO_MANY_NEW_CONVERSATIONS: inItsWords,
  MEMBER_UNAVAILABLE: () => 'This member cannot be written to at the moment.',
  FEEDBACK_CHANGED: () => 'Somebody else has changed this in the meantime. Please look again.',
  INVITE_USED: () => 'This code has already been used.',
  REQUEST_PENDING: () => 'You have already asked; staff will answer soon.',
  ALREADY_DECIDED: () => 'Somebody else has already decided this.',
  OWN_REQUEST: () => 'Nobody decides their own request.',
  ALREADY_MEMBER: () => 'This person has already joined.',
  ALREADY_INVITED: () => 'This person was already invited.',
  PLACES_NOT_READY: inItsWords,
  LINK_EXPIRED: () => 'This link is no longer valid.',
};

/** The request id of a masked error, for a message to support. */
export function requestIdOf(error: unknown): string | undefined {
  if (!(error instanceof ORPCError) || error.defined) return undefined;
  return (error.data as { request_id?: string } | undefined)?.request_id;
}

/**
 * What to tell a person about any failure. `unexpected` replaces the general text for what nobody
 * foresaw, where the specification words it.
 */
export function errorText(error: unknown, unexpected = UNEXPECTED_TEXT): string {
  if (isUnreachable(error)) return UNREACHABLE_TEXT;
  if (error instanceof ORPCError && isErrorCode(error.code)) return TEXTS[error.code](error);
  const requestId = requestIdOf(error);
  return requestId ? `${unexpected} (Reference ${requestId})` : unexpected;
}

/** Whether a call failed with this promised error. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof ORPCError && error.code === code;
}
