import { z } from 'zod';
import {
  ceremonyErrors,
  confirmErrors,
  newPasskeyErrors,
  suspensionErrors,
} from '../account/proof.ts';
import { sessionSchema } from '../account/schema.ts';
import { returnTokens } from '../account/sign-up.ts';
import { base, uuidSchema } from '../transport/base.ts';
import {
  createdCredentialSchema,
  creationOptionsSchema,
  passkeyNameSchema,
  passkeySchema,
  requestOptionsSchema,
  shownPasskeySchema,
} from './schema.ts';

const tags = ['auth'];

const roomErrors = {
  TOO_MANY_PASSKEYS: {
    status: 422,
    message: 'You have as many passkeys as one account can have. Remove one first.',
  },
} as const;

const passkeyInput = z.strictObject({ passkey_id: uuidSchema });
/** `expires_at` in Unix seconds; a challenge can be answered once. */
const begun = <Options extends z.ZodType>(options: Options) =>
  z.object({ challenge_id: z.string(), options, expires_at: z.int() });

export const passkey = {
  /** The caller's passkeys, the oldest first. [U13] */
  list: base
    .route({ method: 'GET', path: '/auth/v1/passkeys', tags })
    .output(z.object({ items: z.array(passkeySchema) })),

  /** Starts adding a passkey, soon after the caller has proved their identity. [U10] [U13] */
  startRegistration: base
    .route({ method: 'POST', path: '/auth/v1/passkeys/registration/options', tags })
    .errors({ ...confirmErrors, ...roomErrors })
    .output(begun(creationOptionsSchema)),

  /**
   * Adds the passkey that the browser created, named after the device; the member gets an email.
   * [U13]
   */
  verifyRegistration: base
    .route({ method: 'POST', path: '/auth/v1/passkeys/registration/verify', tags })
    .errors({ ...confirmErrors, ...roomErrors, ...ceremonyErrors })
    .input(z.strictObject({ challenge_id: uuidSchema, credential: createdCredentialSchema }))
    .output(passkeySchema),

  /** Starts signing in; reveals nothing about any account. [U13] */
  startSignIn: base
    .route({ method: 'POST', path: '/auth/v1/passkeys/authentication/options', tags })
    .output(begun(requestOptionsSchema)),

  /** Signs in with a passkey, at aal2: it is a device plus a fingerprint, face or PIN. [U13] */
  signIn: base
    .route({ method: 'POST', path: '/auth/v1/passkeys/authentication/verify', tags })
    .errors({ ...ceremonyErrors, ...suspensionErrors })
    .input(shownPasskeySchema.extend({ return_tokens: returnTokens }))
    .output(sessionSchema),

  /**
   * Starts proving the caller's identity with a passkey that was added more than 72 hours ago.
   * [U10]
   */
  startConfirmation: base
    .route({ method: 'POST', path: '/auth/v1/passkeys/confirmation/options', tags })
    .errors(newPasskeyErrors)
    .output(begun(requestOptionsSchema)),

  /**
   * Completes that proof: this session is aal2, and can change factors for 10 minutes. [U10]
   * [U13]
   */
  confirm: base
    .route({
      method: 'POST',
      path: '/auth/v1/passkeys/confirmation/verify',
      successStatus: 204,
      tags,
    })
    .errors({ ...ceremonyErrors, ...newPasskeyErrors })
    .input(shownPasskeySchema)
    .output(z.void()),

  /** Renames one of the caller's passkeys. [U13] */
  rename: base
    .route({ method: 'PATCH', path: '/auth/v1/passkeys/{passkey_id}', tags })
    .input(passkeyInput.extend({ friendly_name: passkeyNameSchema }))
    .output(passkeySchema),

  /** Removes a passkey and ends other sessions; the last way to sign in stays. [U13] */
  remove: base
    .route({
      method: 'DELETE',
      path: '/auth/v1/passkeys/{passkey_id}',
      successStatus: 204,
      tags,
    })
    .errors({
      ...confirmErrors,
      LAST_WAY_IN: {
        status: 422,
        message: 'You can’t sign in without this passkey. Choose a password first.',
      },
    })
    .input(passkeyInput)
    .output(z.void()),
};
