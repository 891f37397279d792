import { z } from 'zod';
import { emailSchema } from '../text/schema.ts';
import {
  base,
  cursorSchema,
  page,
  pageSize,
  timestampSchema,
  trapSchema,
} from '../transport/base.ts';
import { linkErrors, linkTokenSchema } from '../transport/mailed-link.ts';

export const newsletterReaderSchema = z.object({
  id: z.uuid(),
  email: z.string(),
  created_at: timestampSchema,
  confirmed_at: timestampSchema.nullable(),
  unsubscribed_at: timestampSchema.nullable(),
});
export type NewsletterReader = z.infer<typeof newsletterReaderSchema>;

export const newsletter = {
  /** Asks for the newsletter; a mail asks back. Answers alike whether the address was known. [P6] */
  subscribe: base
    .route({
      method: 'POST',
      path: '/rest/v1/newsletter_subscriptions',
      successStatus: 202,
      tags: ['newsletter_subscriptions'],
    })
    .input(z.strictObject({ email: emailSchema, website: trapSchema }))
    .output(z.object({})),

  /** Confirms by the mailed link. [P6] */
  confirm: base
    .route({ method: 'POST', path: '/rest/v1/rpc/confirm_newsletter', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(z.object({})),

  /** Ends it with one click; a second click is fine. [P6] */
  unsubscribe: base
    .route({ method: 'POST', path: '/rest/v1/rpc/unsubscribe_newsletter', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(z.object({})),

  /** Who reads it; staff only. */
  list: base
    .route({
      method: 'GET',
      path: '/rest/v1/newsletter_subscriptions',
      tags: ['newsletter_subscriptions'],
    })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(50) }))
    .output(page(newsletterReaderSchema)),
};
