import { oc } from '@orpc/contract';
import { z } from 'zod';

/** The codes of the specifications' table API that some errors carry in `details.code`. */
export const detailsSchema = z.object({ code: z.enum(['PGRST116', '23505']) });

/** One rejected field: where it stands in the input, and what to say beside it. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** Said to callers without a session, and of a token whose session has ended. */
export const SIGN_IN_FIRST = 'Please sign in to continue.';

/** Every call may answer with these; a noun's own errors stand in its contract. */
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

/** The description of a call that the specifications name and the web has no use for. */
export const SPECIFIED = 'For API clients: the specifications name it, the web does not use it.';

/** One page of a list: its rows and the cursor of the next page, null on the last. */
export function page<Row extends z.ZodType>(row: Row) {
  return z.object({ items: z.array(row), next_cursor: z.string().nullable() });
}

/** Opaque and short; the server checks what it holds. */
export const cursorSchema = z.string().max(200).optional();

/** A field of open forms that people do not see: only programs fill it in. */
export const trapSchema = z.string().max(500).default('');

/** The sender's own name for what is sent, so that a retry is not taken twice; made when left out. */
export const clientIdSchema = z
  .uuid()
  .optional()
  .transform((id) => id ?? crypto.randomUUID());
/**
 * An id in an answer. PostgreSQL has checked it: doing so again takes a tenth of the time of a list.
 */
export const idSchema = z.string().meta({ format: 'uuid' });

/** A point in time in an answer: ISO 8601 in UTC, written by the database client. */
export const momentSchema = z.string().meta({ format: 'date-time' });

/** A point in time in JSON: ISO 8601 in UTC. */
export const timestampSchema = z.iso.datetime({ offset: true });

/** An amount of the instance's one currency: exact to the cent, 0 means a favor. */
export const moneySchema = z
  .number({ error: 'Please enter an amount' })
  .min(0, 'The amount cannot be negative')
  .max(1_000_000, 'The amount is too large')
  .refine((value) => Number(value.toFixed(2)) === value, 'Use at most two decimals');

/** Query parameters arrive as text; a page size is a small whole number. */
export function pageSize(standard: number, max = 100) {
  return z.coerce.number().int().min(1).max(max).default(standard);
}
