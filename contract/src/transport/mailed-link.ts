import { z } from 'zod';

/** The token of an emailed link. */
export const linkTokenSchema = z.strictObject({ token: z.string().min(1).max(600) });

/** The error for a link that is wrong or expired. */
export const linkErrors = {
  LINK_EXPIRED: { status: 410, message: 'This link is no longer valid.' },
} as const;
