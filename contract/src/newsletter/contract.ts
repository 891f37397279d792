import { z } from 'zod';
import { emailSchema } from '../text/schema.ts';
import { base, cursorSchema, page, pageSize, timestampSchema } from '../wire/base.ts';

const tokenSchema = z.object({ token: z.string().min(1).max(200) });
const tokenErrors = {
  LINK_EXPIRED: { status: 410, message: 'This link is no longer valid.' },
} as const;

export const newsletter = {
  /** Asks for the newsletter; a mail asks back. Answers alike whether the address was known. [P6] */
  subscribe: base
    .route({
      method: 'POST',
      path: '/rest/v1/newsletter_subscriptions',
      successStatus: 202,
      tags: ['newsletter_subscriptions'],
    })
    .input(z.object({ email: emailSchema, website: z.string().max(500).default('') }))
    .output(z.object({})),

  /** Confirms by the mailed link. [P6] */
  confirm: base
    .route({ method: 'POST', path: '/rest/v1/rpc/confirm_newsletter', tags: ['rpc'] })
    .errors(tokenErrors)
    .input(tokenSchema)
    .output(z.object({})),

  /** Ends it with one click; a second click is fine. [P6] */
  unsubscribe: base
    .route({ method: 'POST', path: '/rest/v1/rpc/unsubscribe_newsletter', tags: ['rpc'] })
    .errors(tokenErrors)
    .input(tokenSchema)
    .output(z.object({})),

  /** Who reads it; staff only. */
  list: base
    .route({
      method: 'GET',
      path: '/rest/v1/newsletter_subscriptions',
      tags: ['newsletter_subscriptions'],
    })
    .input(z.object({ cursor: cursorSchema, limit: pageSize(50) }))
    .output(
      page(
        z.object({
          id: z.uuid(),
          email: z.string(),
          created_at: timestampSchema,
          confirmed_at: timestampSchema.nullable(),
          unsubscribed_at: timestampSchema.nullable(),
        }),
      ),
    ),
};
