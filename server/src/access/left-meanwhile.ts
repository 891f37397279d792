import { isCheckViolation, isForeignKeyViolation } from '../db/client.ts';

/** Constraints that a call violates if its member was deleted after its guard. [X1] */
const OF_PRESENT_MEMBER = ['of_present_member', 'users_erased_stay_blank'];
/** Every key that references a session is named after it. */
const OF_SESSION = /_session_id_session_id_fk$/;

/**
 * Whether the database refused to write because the caller's account was deleted, or their session
 * ended, while their call was running. To the caller it is UNAUTHORIZED, like for any later call.
 */
export function hasLeftMeanwhile(error: unknown): boolean {
  return (
    isForeignKeyViolation(error, OF_SESSION) ||
    OF_PRESENT_MEMBER.some((name) => isCheckViolation(error, name))
  );
}
