import { z } from 'zod';

/** A password as typed: the server judges it, so that sign-in never says what the policy is. */
export const typedPassword = z.string().min(1, 'Password is required').max(1000);

/** How the caller proves once more who they are, before something that matters. [U10] */
export const proofShape = {
  current_password: typedPassword.optional(),
  /** A code from `reauthenticate`, in place of the current password. */
  nonce: z.string().max(100).optional(),
};

/** What a call answers where that proof is missing or wrong. [U10] */
export const passwordErrors = {
  WRONG_PASSWORD: { status: 403, message: 'The current password is not right.' },
  WRONG_NONCE: { status: 403, message: 'This code is wrong, used or expired.' },
  REAUTHENTICATION_NEEDED: {
    status: 403,
    message: 'Enter your current password, or sign in again and then use a code.',
  },
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
