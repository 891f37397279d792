import { providerIdSchema } from '@kindpal/contract/sso/schema';
import { z } from 'zod';

/** Names that mean other ways to sign in. */
const TAKEN = new Set(['email', 'phone', 'credential', 'password']);

const given = {
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000).optional(),
  /** Only addresses of these domains are believed; API clients find the provider by them. */
  domains: z.array(z.string().regex(/^[a-z0-9.-]+\.[a-z]+$/)).optional(),
};
const isSecure = (issuer: string) =>
  URL.canParse(issuer) &&
  (new URL(issuer).protocol === 'https:' || /^http:\/\/(localhost|127\.0\.0\.1)[:/]/.test(issuer));

const providerSchema = z
  .discriminatedUnion('preset', [
    z.strictObject({ preset: z.literal('google'), ...given }),
    z.strictObject({
      preset: z.literal('microsoft'),
      /** The id of the organization; its issuer differs from those of others. */
      tenant: z.uuid(),
      ...given,
    }),
    z.strictObject({
      preset: z.undefined().optional(),
      id: providerIdSchema.refine((id) => !TAKEN.has(id)),
      name: z.string().trim().min(1).max(40),
      issuer: z.string().refine(isSecure),
      ...given,
    }),
  ])
  .transform((one) => ({ ...describe(one), ...clientOf(one) }));

export const providersSchema = z
  .array(providerSchema)
  .max(20)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length);
/** An OpenID Connect provider, as the settings name it. [U11] */
export type Provider = z.output<typeof providerSchema>;

type Named = { preset?: undefined; id: string; name: string; issuer: string };
type Preset = { preset: 'google' } | { preset: 'microsoft'; tenant: string };

function describe(one: Named | Preset) {
  if (one.preset === 'google') {
    return { id: 'google', name: 'Google', issuer: 'https://accounts.google.com' };
  }
  if (one.preset === 'microsoft') {
    const issuer = `https://login.microsoftonline.com/${one.tenant}/v2.0`;
    return { id: 'microsoft', name: 'Microsoft', issuer };
  }
  return { id: one.id, name: one.name, issuer: one.issuer };
}

type Client = {
  client_id: string;
  client_secret?: string | undefined;
  domains?: string[] | undefined;
};

function clientOf({ client_id, client_secret, domains = [] }: Client) {
  return { clientId: client_id, clientSecret: client_secret, domains };
}

/** The list that a setting holds as JSON, or null when it is not one. */
export function readProviders(text: string): Provider[] | null {
  try {
    return providersSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
