import { z } from 'zod';

/** The name of a provider in addresses, such as `google`. [U11] */
export const providerIdSchema = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);

/** An email domain as typed; the server decides which are refused. [U11] */
export const domainFieldSchema = z
  .string({ error: 'Enter a domain, such as acme.example' })
  .trim()
  .min(1, 'Enter a domain, such as acme.example')
  .max(253, 'Domain must be 253 characters or less');

/** A provider and the email domains it vouches for, as super admins see it. [U11] [S4] */
export const signInProviderSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Null when the settings no longer contain this provider. */
  protocol: z.enum(['oidc', 'saml']).nullable(),
  /** Domains from the settings, changed only there. */
  fixed_domains: z.array(z.string()),
  /** Domains that super admins added. */
  domains: z.array(z.string()),
});
export type SignInProvider = z.infer<typeof signInProviderSchema>;

/** How many outside identities an account can have. [U12] */
export const IDENTITIES_MAX = 10;

/** Where a browser returns to from a provider, by default. [U11] */
export const CONTINUE_PATH = '/continue';

/** Why a browser returns from a provider without a code, as `error_code` of the address. [U11] */
export const SSO_FAILURES = {
  provider_canceled: 'You canceled the sign-in.',
  provider_refused: 'We couldn’t accept the provider’s answer. Please try again.',
  provider_unreachable: 'The provider didn’t answer. Please try again later.',
  flow_state_not_found:
    'This took too long, or you continued in another browser. Please try again.',
} as const;
export type SsoFailure = keyof typeof SSO_FAILURES;
