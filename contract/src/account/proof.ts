import { z } from 'zod';
import { shownPasskeySchema } from '../passkey/schema.ts';

/** A password as typed: the server judges it, so that sign-in never says what the policy is. */
export const typedPassword = z.string().min(1, 'Password is required').max(1000);

/** How the caller proves once more who they are, before something that matters. [U10] */
export const proofShape = {
  current_password: typedPassword.optional(),
  /** A code from `reauthenticate`, in place of the current password. */
  nonce: z.string().max(100).optional(),
  /** An answer to `passkey.startConfirmation`, in place of both. */
  passkey: shownPasskeySchema.optional(),
};

/** What a call answers that asks for a proof of the last 10 minutes, in the caller's session. [U10] */
export const confirmErrors = {
  REAUTHENTICATION_NEEDED: {
    status: 403,
    message: 'Enter your current password, or sign in again and then use a code.',
  },
} as const;

/** What a call answers where a passkey is refused. [U13] */
export const ceremonyErrors = {
  PASSKEY_REFUSED: {
    status: 422,
    message: 'This passkey was not accepted. It may have been removed from the account.',
  },
  WEBAUTHN_CHALLENGE_EXPIRED: { status: 422, message: 'This took too long. Please try again.' },
} as const;

/** What a call answers where the proof that goes with it is missing or wrong. [U10] */
export const proofErrors = {
  WRONG_PASSWORD: { status: 403, message: 'The current password is not right.' },
  WRONG_NONCE: { status: 403, message: 'This code is wrong, used or expired.' },
  ...confirmErrors,
  ...ceremonyErrors,
} as const;

/** What a suspended member is answered who has proved that it is them. [S3] */
export const suspensionErrors = {
  ACCOUNT_SUSPENDED: {
    status: 403,
    message: 'This account is suspended.',
    /** Opens the reason, the end date and the appeal. */
    data: z.object({ token: z.string() }),
  },
} as const;

/** What a newcomer is answered who has to confirm their address before they post, claim or write. [U1] */
export const confirmationErrors = {
  EMAIL_NOT_CONFIRMED: {
    status: 403,
    message: 'Confirm your email first. You can do that on your dashboard.',
  },
} as const;
