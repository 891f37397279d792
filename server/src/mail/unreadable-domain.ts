import { domainToUnicode } from 'node:url';
import { EMAIL_MAX } from '@kindpal/contract/text/rules';
import { emailSchema } from '@kindpal/contract/text/schema';

/** The message beside a field with such an address. */
export const UNREADABLE_DOMAIN = 'Please enter a valid email address';

/**
 * Whether a part of an address's domain begins like an encoded one (`xn--`) and can't be decoded:
 * no such domain exists. The contract's rule can't know, because browsers have no decoder for it.
 */
export function hasUnreadableDomain(address: string): boolean {
  const domain = address.trim().split('@').at(-1)?.toLowerCase() ?? '';
  if (domain.length > EMAIL_MAX || !isEncoded(domain)) return false;
  const decoded = domainToUnicode(domain);
  return decoded === '' || isEncoded(decoded);
}

const isEncoded = (domain: string) => /(?:^|\.)xn--/.test(domain);

/** An address that an outside provider sends, with the rules for typed ones. [U2] [U11] */
export const providedEmailSchema = emailSchema.refine((email) => !hasUnreadableDomain(email));
