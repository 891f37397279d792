import type { RequestContext } from '../access/context.ts';

type OpenForm = { input: { email: string; website: string }; context: RequestContext };

/**
 * Whether a form that anybody may fill in leads to a mail: not for a machine that fills every field,
 * nor to a mailbox that was mailed too often. Neither must show outside. Throws INVALID_INPUT,
 * TOO_MANY_REQUESTS.
 */
export async function canMailTo(
  form: 'newsletter' | 'waitlist',
  { input, context }: OpenForm,
): Promise<boolean> {
  const { limiter } = context.services;
  await limiter.consume(`${form}_by_ip`, context.ip);
  return input.website === '' && limiter.hasRoom(`${form}_by_address`, input.email);
}
