import type { RequestContext } from '../access/context.ts';
import { mailboxOf } from './mailbox-of.ts';

type OpenForm = { input: { email: string; website: string }; context: RequestContext };

/**
 * Whether a public form may send an email: not for a bot that fills in every field, nor to a
 * mailbox that got too many. The caller must not show which. Throws INVALID_INPUT,
 * TOO_MANY_REQUESTS.
 */
export async function canMailTo(
  form: 'newsletter' | 'waitlist',
  { input, context }: OpenForm,
): Promise<boolean> {
  const { limiter } = context.services;
  await limiter.consume(`${form}_by_ip`, context.ip);
  return input.website === '' && limiter.hasRoom(`${form}_by_address`, mailboxOf(input.email));
}
