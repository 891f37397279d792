import type { PaymentLink } from '@kindpal/contract/payment/rules';
import { paymentEntrySchema } from '@kindpal/contract/payment/schema';
import { z } from 'zod';

/** What the boxes hold; the name is asked for where the service is none of the known ones. */
export type PaymentMethodValues = { service: string; name: string; url: string };

const entryOf = ({ service, name, url }: PaymentMethodValues) => ({
  service: service === 'Other' ? name || 'Other' : service,
  url,
});

/** Judges what was typed by the contract itself. [R5] */
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

/** What an entry that is not quite itself yet will be kept as; nothing for one that is not taken. */
export function whatBecomesOf(typed: PaymentMethodValues): string | undefined {
  const read = paymentEntrySchema.safeParse(entryOf(typed));
  return read.success ? `Will be added as ${read.data.service}: ${read.data.url}` : undefined;
}

/** A key that no other tab takes for another method. */
export function newMethodKey({ service }: PaymentLink): string {
  const slug = service.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return `${/^[a-z0-9]/.test(slug) ? slug.slice(0, 20) : 'other'}_${crypto.randomUUID().slice(0, 8)}`;
}
