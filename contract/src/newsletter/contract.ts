import { z } from 'zod';
import { emailSchema } from '../text/schema.ts';
import {
  base,
  cursorSchema,
  page,
  pageSize,
  timestampSchema,
  trapSchema,
  uuidSchema,
} from '../transport/base.ts';
import { linkErrors, linkTokenSchema } from '../transport/mailed-link.ts';

export const newsletterReaderSchema = z.object({
  id: uuidSchema,
  email: z.string(),
  created_at: timestampSchema,
  confirmed_at: timestampSchema.nullable(),
  unsubscribed_at: timestampSchema.nullable(),
});
export type NewsletterReader = z.infer<typeof newsletterReaderSchema>;

export const newsletter = {
  /**
   * Subscribes to the newsletter; an email asks to confirm. The answer is the same for known
   * addresses. [P6]
   */
  subscribe: base
    .route({
      method: 'POST',
      path: '/rest/v1/newsletter_subscriptions',
      successStatus: 202,
      tags: ['newsletter_subscriptions'],
    })
    .input(z.strictObject({ email: emailSchema, website: trapSchema }))
    .output(z.object({})),

  /** Confirms with the emailed link. [P6] */
  confirm: base
    .route({ method: 'POST', path: '/rest/v1/rpc/confirm_newsletter', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(z.object({})),

  /** Unsubscribes with one click; a second click is fine. [P6] */
  unsubscribe: base
    .route({ method: 'POST', path: '/rest/v1/rpc/unsubscribe_newsletter', tags: ['rpc'] })
    .errors(linkErrors)
    .input(linkTokenSchema)
    .output(z.object({})),

  /** The subscribers; staff only. */
  list: base
    .route({
      method: 'GET',
      path: '/rest/v1/newsletter_subscriptions',
      tags: ['newsletter_subscriptions'],
    })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(50) }))
    .output(page(newsletterReaderSchema)),
};
