import { z } from 'zod';
import { idSchema, momentSchema, uuidSchema } from '../transport/base.ts';

/** How many passkeys a member can have. [U13] */
export const PASSKEYS_MAX = 10;
/** The longest name of a passkey, in characters. */
export const PASSKEY_NAME_MAX = 120;

/** A passkey as its own member sees it. [U13] */
export const passkeySchema = z.object({
  id: idSchema,
  friendly_name: z.string(),
  created_at: momentSchema,
  last_used_at: momentSchema.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const passkeyNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name')
  .max(PASSKEY_NAME_MAX, 'This name is too long');

const publicKeyType = z.literal('public-key');
/** How a browser reaches a passkey. */
export const transportSchema = z.enum([
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
]);
export type PasskeyTransport = z.infer<typeof transportSchema>;

/** A credential that the browser should use, or should not create again. */
const descriptorSchema = z.object({
  id: z.string(),
  type: publicKeyType,
  transports: z.array(transportSchema).optional(),
});

/** What `navigator.credentials.create` takes, in the JSON of WebAuthn. [U13] */
export const creationOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKeyType })),
  /** In ms. */
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  extensions: z.object({ credProps: z.boolean().optional() }),
});

/** What `navigator.credentials.get` takes, in the JSON of WebAuthn. [U13] */
export const requestOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** In ms. */
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** Empty to sign in: the browser offers every passkey of this site. */
  allowCredentials: z.array(descriptorSchema),
});

const encoded = z.string().max(20_000);

/** Fields that both responses share, named as in WebAuthn; unused ones may be omitted. */
const credentialShape = {
  id: z.string().min(1).max(1400),
  rawId: z.string().min(1).max(1400),
  type: publicKeyType,
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).nullish(),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
};

/** The response of `navigator.credentials.create`. [U13] */
export const createdCredentialSchema = z.strictObject({
  ...credentialShape,
  response: z.strictObject({
    clientDataJSON: encoded,
    attestationObject: encoded,
    authenticatorData: encoded.optional(),
    publicKey: encoded.nullish(),
    publicKeyAlgorithm: z.int().optional(),
    transports: z.array(z.string().max(50)).max(20).default([]),
  }),
});
export type CreatedCredential = z.infer<typeof createdCredentialSchema>;

/** The response of `navigator.credentials.get`. [U13] */
export const shownCredentialSchema = z.strictObject({
  ...credentialShape,
  response: z.strictObject({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: z.string().max(200).nullish(),
  }),
});
export type ShownCredential = z.infer<typeof shownCredentialSchema>;

/** The same, and the challenge that it answers. [U13] */
export const shownPasskeySchema = z.strictObject({
  challenge_id: uuidSchema,
  credential: shownCredentialSchema,
});
export type ShownPasskey = z.infer<typeof shownPasskeySchema>;
