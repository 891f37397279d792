import { z } from 'zod';
import { shownPasskeySchema } from '../passkey/schema.ts';

/** A password as typed. The policy is not checked here, so that sign-in does not reveal it. */
export const typedPassword = z.string().min(1, 'Password is required').max(1000);

/** How callers prove their identity again before a sensitive action. [U10] */
export const proofShape = {
  current_password: typedPassword.optional(),
  /** A code from `reauthenticate`, in place of the current password. */
  nonce: z.string().max(100).optional(),
  /** An answer to `passkey.startConfirmation`, instead of either. */
  passkey: shownPasskeySchema.optional(),
};

/**
 * Errors of calls that require a proof of identity within the last 10 minutes of the session.
 * [U10]
 */
export const confirmErrors = {
  REAUTHENTICATION_NEEDED: {
    status: 403,
    message: 'Enter your current password, or sign in again and then use a code.',
  },
} as const;

/** Errors of a refused passkey. [U13] */
export const ceremonyErrors = {
  PASSKEY_REFUSED: {
    status: 422,
    message: 'This passkey was not accepted. It may have been removed from the account.',
  },
  WEBAUTHN_CHALLENGE_EXPIRED: { status: 422, message: 'This took too long. Please try again.' },
} as const;

/** Errors of a passkey that signs in, but confirms nothing yet. [U10] */
export const newPasskeyErrors = {
  PASSKEY_TOO_NEW: {
    status: 403,
    message:
      'This passkey is too new to confirm this: it has to be 3 days old. Use your password, or sign in again and then use a code.',
  },
} as const;

/** Errors when the proof of identity is missing or wrong. [U10] */
export const proofErrors = {
  WRONG_PASSWORD: { status: 403, message: 'The current password is not right.' },
  WRONG_NONCE: { status: 403, message: 'This code is wrong, used or expired.' },
  ...confirmErrors,
  ...ceremonyErrors,
  ...newPasskeyErrors,
} as const;

/** Errors for a suspended member who has proved their identity. [S3] */
export const suspensionErrors = {
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'This account is suspended.',
    /** Opens the page with the reason, the end date and the appeal. */
    data: z.object({ token: z.string() }),
  },
} as const;

/**
 * Errors for newcomers who have not confirmed: they do not post, claim, wait in line, write or
 * invite. [U1]
 */
export const confirmationErrors = {
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    message: 'Confirm your email first. You can do that on your dashboard.',
  },
} as const;
