import type { PaymentLink } from '@kindpal/contract/payment/rules';
import { paymentEntrySchema } from '@kindpal/contract/payment/schema';
import { z } from 'zod';

/** The form values; the name is only used if the service is not a known one. */
export type PaymentMethodValues = { service: string; name: string; url: string };

const entryOf = ({ service, name, url }: PaymentMethodValues) => ({
  service: service === 'Other' ? name || 'Other' : service,
  url,
});

/** Validates the input with the contract's schema. [R5] */
export const paymentMethodSchema = z
  .object({ service: z.string(), name: z.string(), url: z.string() })
  .transform((typed, context): PaymentLink => {
    const read = paymentEntrySchema.safeParse(entryOf(typed));
    if (read.success) return read.data;
    for (const { path, message } of read.error.issues) {
      context.addIssue({
        code: 'custom',
        path: [path[0] === 'service' ? 'name' : 'url'],
        message,
      });
    }
    return z.NEVER;
  });

/** The normalized form of a typed value if it differs; undefined for an invalid value. */
export function normalizedPreview(typed: PaymentMethodValues): string | undefined {
  const read = paymentEntrySchema.safeParse(entryOf(typed));
  return read.success ? `Will be added as ${read.data.service}: ${read.data.url}` : undefined;
}

/** A random key, so that methods added in two tabs do not overwrite each other. */
export function newMethodKey({ service }: PaymentLink): string {
  const slug = service.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return `${/^[a-z0-9]/.test(slug) ? slug.slice(0, 20) : 'other'}_${crypto.randomUUID().slice(0, 8)}`;
}
