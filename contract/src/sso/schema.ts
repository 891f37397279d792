import { z } from 'zod';

/** The name of a provider in addresses, such as `google`. [U11] */
export const providerIdSchema = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);

/** So many outside identities fit to one account. [U12] */
export const IDENTITIES_MAX = 10;

/** Where a browser comes back to from a provider, unless told otherwise. [U11] */
export const CONTINUE_PATH = '/continue';

/** Why a browser comes back from a provider without a code, as `error_code` of the address. [U11] */
export const SSO_FAILURES = {
  provider_canceled: 'You canceled at the provider.',
  provider_refused: 'The provider’s answer was not accepted.',
  provider_unreachable: 'The provider did not answer.',
  flow_state_not_found: 'This took too long, or was opened in another browser.',
} as const;
export type SsoFailure = keyof typeof SSO_FAILURES;
