import { z } from 'zod';
import { sanitizeText } from '../text/rules.ts';
import {
  PAYMENT_ENTRY_MAX,
  PAYMENT_LINKS_MAX,
  PAYMENT_SERVICE_MAX,
  RATE_MAX,
  readPaymentLink,
} from './rules.ts';

/** One payment method, as typed or as stored; the output is what will be stored. [R5] */
export const paymentEntrySchema = z
  .strictObject({
    service: z
      .string()
      .max(PAYMENT_SERVICE_MAX, `Service must be ${PAYMENT_SERVICE_MAX} characters or less`)
      .transform(sanitizeText)
      .default(''),
    url: z.string().max(PAYMENT_ENTRY_MAX, 'This link is too long'),
    /** Comes back with a stored method; the server reads it from the address. */
    username: z.string().max(PAYMENT_ENTRY_MAX).optional(),
  })
  .transform((entry, context) => {
    const read = readPaymentLink(entry);
    if ('link' in read) return read.link;
    context.addIssue({ code: 'custom', path: ['url'], message: read.problem });
    return z.NEVER;
  });

/**
 * Changes of payment methods by key: null removes one, omitted ones stay, so that two tabs adding
 * at once lose nothing. [R5] [X2]
 */
export const paymentChangesSchema = z
  .record(
    z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/i, 'Not a key'),
    paymentEntrySchema.nullable(),
  )
  .refine(
    (changes) => Object.keys(changes).length <= 2 * PAYMENT_LINKS_MAX,
    `Up to ${PAYMENT_LINKS_MAX} payment methods`,
  );

/** An amount in whole steps; null for none. [R6] */
export function rateSchema(step: number) {
  return z
    .number({ error: 'Please enter an amount' })
    .min(0, 'The amount cannot be negative')
    .max(RATE_MAX, 'The amount is too large')
    .refine((amount) => Number.isInteger(amount / step), `Use steps of ${step.toFixed(2)}`)
    .nullable();
}
