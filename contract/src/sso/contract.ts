import { z } from 'zod';
import { confirmErrors } from '../account/proof.ts';
import { signUpSchema } from '../account/sign-up.ts';
import { base, uuidSchema } from '../transport/base.ts';
import { domainFieldSchema, providerIdSchema, signInProviderSchema } from './schema.ts';

const tags = ['auth'];

/** PKCE challenge of API clients (RFC 7636); pages need none. */
const pkceShape = {
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  code_challenge_method: z.enum(['s256', 'S256']).optional(),
  /** An address of this site; `/continue` by default. */
  redirect_to: z.string().max(1000).optional(),
  skip_http_redirect: z.union([z.boolean(), z.stringbool()]).optional(),
};

const startErrors = {
  SSO_PROVIDER_NOT_FOUND: {
    status: 404,
    message: 'There is no sign-in provider with this name here.',
  },
  PROVIDER_UNREACHABLE: {
    status: 503,
    message: 'The sign-in provider did not answer. Please try again.',
  },
} as const;
/** The provider's page, for the browser to open. */
const opened = z.object({ url: z.string() });

export const sso = {
  /** Starts signing in, or joining with an invite, through an outside provider. [U11] */
  start: base
    .route({ method: 'POST', path: '/auth/v1/sso', tags })
    .errors({
      ...startErrors,
      INVALID_INVITE: { status: 403, message: 'Invalid or expired invite code' },
    })
    .input(
      z.strictObject({
        provider_id: providerIdSchema.optional(),
        /** Finds the provider of an organization by the domain of its email addresses. */
        domain: z.string().max(253).optional(),
        ...pkceShape,
        join: signUpSchema
          .pick({
            invite_code: true,
            data: true,
            accepts_terms: true,
            terms_version: true,
            is_adult: true,
          })
          .optional(),
      }),
    )
    .output(opened),

  /** Starts linking an outside identity to the caller's account. [U12] */
  link: base
    .route({ method: 'GET', path: '/auth/v1/user/identities/authorize', tags })
    .errors({ ...startErrors, ...confirmErrors })
    .input(
      z.strictObject({
        provider: providerIdSchema,
        scopes: z.string().max(200).optional(),
        ...pkceShape,
      }),
    )
    .output(opened),

  /**
   * Unlinks an outside identity and ends other sessions; the last sign-in method can't be
   * removed. [U12]
   */
  unlink: base
    .route({
      method: 'DELETE',
      path: '/auth/v1/user/identities/{identity_id}',
      tags,
    })
    .errors({
      ...confirmErrors,
      SINGLE_IDENTITY_NOT_DELETABLE: {
        status: 422,
        message: 'This is the only way to sign in to your account. Choose a password first.',
      },
    })
    .input(z.strictObject({ identity_id: uuidSchema }))
    .output(z.object({})),

  /** The configured providers and their email domains; super admins only. [U11] [S4] */
  listProviders: base
    .route({ method: 'GET', path: '/rest/v1/rpc/sign_in_providers', tags: ['rpc'] })
    .output(z.array(signInProviderSchema)),

  /** Assigns a domain to a provider, or removes it; super admins, logged. [U11] [S4] */
  setDomain: base
    .route({ method: 'POST', path: '/rest/v1/rpc/set_sign_in_domain', tags: ['rpc'] })
    .errors({
      ...confirmErrors,
      SSO_PROVIDER_NOT_FOUND: startErrors.SSO_PROVIDER_NOT_FOUND,
      SIGN_IN_DOMAIN_TAKEN: {
        status: 409,
        message: 'This domain belongs to a provider already. Remove it there first.',
      },
    })
    .input(
      z.strictObject({
        domain: domainFieldSchema,
        /** Null removes the domain. */
        provider_id: providerIdSchema.nullable(),
      }),
    )
    .output(z.array(signInProviderSchema)),
};
