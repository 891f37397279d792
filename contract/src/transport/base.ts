import { oc } from '@orpc/contract';
import { z } from 'zod';

/** The codes of the specifications' table API, in `details.code` of some errors. */
export const detailsSchema = z.object({ code: z.enum(['PGRST116', '23505']) });

/** A rejected field: its path in the input, and the message to show beside it. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The message for callers without a session, or with a token whose session has ended. */
export const SIGN_IN_FIRST = 'Please sign in to continue.';

/** Errors that every call may return; a feature's own errors are in its contract. */
export const base = oc.errors({
  UNAUTHORIZED: { status: 401, message: SIGN_IN_FIRST },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  INSUFFICIENT_AAL: {
    status: 403,
    message: 'Enter a code of your second factor to continue.',
  },
  SECOND_FACTOR_NEEDED: {
    status: 403,
    message: 'Staff need a second factor. Set one up on your security page.',
  },
  NOT_FOUND: {
    status: 404,
    message: 'This could not be found.',
    data: z.object({ details: detailsSchema }).optional(),
  },
  INVALID_INPUT: {
    status: 422,
    message: 'Please check the highlighted fields.',
    data: z.object({ fields: z.array(fieldErrorSchema) }),
  },
  TOO_MANY_REQUESTS: {
    status: 429,
    message: 'Rate limit exceeded',
    data: z.object({
      /** Which limit was reached, such as message_by_member. */
      limit: z.string(),
      retry_after_seconds: z.int().min(1),
    }),
  },
});

/** The description of a call that the specifications require and the web does not use. */
export const SPECIFIED = 'For API clients: the specifications name it, the web does not use it.';

/** A page of a list: its rows and the cursor of the next page, null on the last. */
export function page<Row extends z.ZodType>(row: Row) {
  return z.object({ items: z.array(row), next_cursor: z.string().nullable() });
}

/** Opaque and short; the server checks what it holds. */
export const cursorSchema = z.string().max(200).optional();

/** A hidden field of public forms (honeypot): only bots fill it in. */
export const trapSchema = z.string().max(500).default('');

/**
 * An id in an input, in the lower case that PostgreSQL writes: compared as a text, one in capitals
 * would be another member's.
 */
export const uuidSchema = z.uuid().toLowerCase();

/** Chosen by the sender, so that a retry is not stored twice; generated when omitted. */
export const clientIdSchema = uuidSchema.optional().transform((id) => id ?? crypto.randomUUID());

/** The error of a call that a `client_id` repeats with other content than it stored. */
export const earlierVersionErrors = {
  EARLIER_VERSION_STORED: {
    status: 409,
    message: 'An earlier version of this was stored already.',
    data: z.object({
      /** What was stored under this `client_id`. */
      id: uuidSchema,
    }),
  },
} as const;

/** An id in an output. PostgreSQL has checked it; checking again costs a tenth of a list's time. */
export const idSchema = z.string().meta({ format: 'uuid' });

/** A time in an output: ISO 8601 in UTC, written by the database client. */
export const momentSchema = z.string().meta({ format: 'date-time' });

/** A time in JSON: ISO 8601 in UTC. */
export const timestampSchema = z.iso.datetime({ offset: true });

/** An amount of the instance's one currency: exact to the cent, 0 means a favor. */
export const moneySchema = z
  .number({ error: 'Please enter an amount' })
  .min(0, 'The amount cannot be negative')
  .max(1_000_000, 'The amount is too large')
  .refine((value) => Number(value.toFixed(2)) === value, 'Use at most two decimals');

/** Query parameters arrive as text, so a page size is coerced to a small integer. */
export function pageSize(standard: number, max = 100) {
  return z.coerce.number().int().min(1).max(max).default(standard);
}
