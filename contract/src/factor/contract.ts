import { z } from 'zod';
import { confirmErrors } from '../account/proof.ts';
import { sessionSchema } from '../account/schema.ts';
import { base } from '../transport/base.ts';
import { FACTOR_TYPES, factorCodeSchema, factorNameSchema, factorSchema } from './schema.ts';

const tags = ['auth'];

const nameErrors = {
  MFA_FACTOR_NAME_CONFLICT: {
    status: 422,
    message: 'You already have a factor of this name. Choose another one.',
  },
} as const;
const verifyErrors = {
  MFA_VERIFICATION_FAILED: { status: 422, message: 'This code is not right, or was used before.' },
  MFA_CHALLENGE_EXPIRED: { status: 422, message: 'This took too long. Please try again.' },
} as const;

const factorInput = z.strictObject({ factor_id: z.uuid() });

export const factor = {
  /** The caller's factors, and how many recovery codes are left. [U13] */
  list: base.route({ method: 'GET', path: '/auth/v1/factors', tags }).output(
    z.object({
      items: z.array(factorSchema),
      recovery_codes_left: z.int(),
      /** Whether factors can be changed now, without `confirm` before. [U10] */
      is_confirmed: z.boolean(),
    }),
  ),

  /**
   * Begins with an authenticator app: its secret, shown this once, as text, address and QR code; or with
   * a phone. It counts once a code of it was verified. [U13]
   */
  enroll: base
    .route({ method: 'POST', path: '/auth/v1/factors', tags })
    .errors({
      ...confirmErrors,
      ...nameErrors,
      TOO_MANY_ENROLLED_MFA_FACTORS: {
        status: 422,
        message: 'You have as many factors as one account can have. Remove one first.',
      },
      MFA_PHONE_ENROLL_NOT_ENABLED: {
        status: 422,
        message: 'Phone factors are not offered here.',
      },
    })
    .input(
      z.strictObject({
        factor_type: z.enum(['totp', 'phone']),
        friendly_name: factorNameSchema.optional(),
        /** For GoTrue clients: the app shows this product's name, whatever is asked for. */
        issuer: z.string().max(200).optional(),
        phone: z.string().max(50).optional(),
      }),
    )
    .output(
      z.discriminatedUnion('type', [
        z.object({
          id: z.string(),
          type: z.literal('totp'),
          friendly_name: z.string().nullable(),
          /** `qr_code` is SVG. */
          totp: z.object({ qr_code: z.string(), secret: z.string(), uri: z.string() }),
        }),
        z.object({
          id: z.string(),
          type: z.literal('phone'),
          friendly_name: z.string().nullable(),
          phone: z.string(),
        }),
      ]),
    ),

  /**
   * Begins to verify a factor of the caller's; works once, within 5 minutes, in this session. A phone is
   * texted a code. [U13]
   */
  challenge: base
    .route({ method: 'POST', path: '/auth/v1/factors/{factor_id}/challenge', tags })
    .errors({
      MFA_PHONE_VERIFY_NOT_ENABLED: {
        status: 422,
        message: 'No text messages are sent here. Use another second factor or a recovery code.',
      },
      MFA_VERIFICATION_REJECTED: {
        status: 422,
        message:
          'You signed in with a text message. Use another second factor or a recovery code, or sign in another way.',
      },
    })
    .input(factorInput.extend({ channel: z.enum(['sms', 'whatsapp']).optional() }))
    .output(z.object({ id: z.string(), type: z.enum(FACTOR_TYPES), expires_at: z.int() })),

  /**
   * Verifies a code of an app or a phone: a new one counts from then on and ends all other
   * sessions, any other makes this session aal2. Each code works once. [U13]
   */
  verify: base
    .route({ method: 'POST', path: '/auth/v1/factors/{factor_id}/verify', tags })
    .errors({ ...confirmErrors, ...nameErrors, ...verifyErrors })
    .input(
      factorInput.extend({
        challenge_id: z.uuid(),
        code: factorCodeSchema,
        /** Names a new one; any other keeps its name. */
        friendly_name: factorNameSchema.optional(),
        /** A browser asks for no second factor for 30 days; never for staff. */
        trust_device: z.boolean().default(false),
      }),
    )
    .output(sessionSchema),

  /** Removes a factor, at aal2; other sessions end. [U13] */
  unenroll: base
    .route({ method: 'DELETE', path: '/auth/v1/factors/{factor_id}', tags })
    .errors(confirmErrors)
    .input(factorInput)
    .output(z.object({ id: z.string() })),

  /** Makes ten recovery codes, shown this once, in place of all before. [U13] */
  makeRecoveryCodes: base
    .route({ method: 'POST', path: '/auth/v1/recovery_codes', successStatus: 201, tags })
    .errors(confirmErrors)
    .output(z.object({ codes: z.array(z.string()) })),

  /** Uses up a recovery code in place of a second factor; its member is mailed. [U13] */
  redeemRecoveryCode: base
    .route({ method: 'POST', path: '/auth/v1/recovery_codes/verify', tags })
    .errors({ MFA_VERIFICATION_FAILED: verifyErrors.MFA_VERIFICATION_FAILED })
    .input(z.strictObject({ code: z.string().min(1).max(50) }))
    .output(sessionSchema),

  /** Confirms by password that it is the caller; so they can change factors for 10 minutes. [U10] */
  confirm: base
    .route({ method: 'POST', path: '/auth/v1/reauthenticate', successStatus: 204, tags })
    .errors({
      WRONG_PASSWORD: { status: 403, message: 'The current password is not right.' },
    })
    .input(z.strictObject({ password: z.string().min(1, 'Password is required').max(1000) }))
    .output(z.void()),
};
