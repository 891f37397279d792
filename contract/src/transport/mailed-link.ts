import { z } from 'zod';

/** What a mailed link brings along. */
export const linkTokenSchema = z.strictObject({ token: z.string().min(1).max(200) });

/** The refusal of a link that is wrong, or no longer good. */
export const linkErrors = {
  LINK_EXPIRED: { status: 410, message: 'This link is no longer valid.' },
} as const;
