import { z } from 'zod';
import { confirmErrors, proofErrors, proofShape, typedPassword } from '../account/proof.ts';
import { sessionSchema } from '../account/schema.ts';
import { base, uuidSchema } from '../transport/base.ts';
import { FACTOR_TYPES, factorCodeSchema, factorNameSchema, factorSchema } from './schema.ts';

const tags = ['auth'];

const nameErrors = {
  MFA_FACTOR_NAME_CONFLICT: {
    status: 422,
    message: 'You already have a factor with this name. Choose another one.',
  },
} as const;
/** The error for a wrong or used code of an app or phone, or recovery code. [U13] */
export const factorCodeErrors = {
  MFA_VERIFICATION_FAILED: { status: 422, message: 'This code is not right, or was used before.' },
} as const;
/** The error where no text can be sent to a phone that is a second factor. [U13] */
export const textErrors = {
  MFA_PHONE_VERIFY_NOT_ENABLED: {
    status: 422,
    message: 'No text messages are sent here. Use another second factor or a recovery code.',
  },
} as const;
const verifyErrors = {
  ...factorCodeErrors,
  MFA_CHALLENGE_EXPIRED: { status: 422, message: 'This took too long. Please try again.' },
} as const;

const factorInput = z.strictObject({ factor_id: uuidSchema });

export const factor = {
  /** The caller's factors, and how many recovery codes are left. [U13] */
  list: base.route({ method: 'GET', path: '/auth/v1/factors', tags }).output(
    z.object({
      items: z.array(factorSchema),
      recovery_codes_left: z.int(),
      /** Whether factors can be changed now, without calling `confirm` first. [U10] */
      is_confirmed: z.boolean(),
    }),
  ),

  /**
   * Starts adding an authenticator app (its secret is returned only now, as text, address and QR
   * code) or a phone. It becomes active once a code of it was verified. [U13]
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
        message: 'Text messages can’t be a second factor here.',
      },
    })
    .input(
      z.strictObject({
        factor_type: z.enum(['totp', 'phone']),
        friendly_name: factorNameSchema.optional(),
        /** Accepted for GoTrue clients; the app always shows this product's name. */
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
   * Starts verifying one of the caller's factors; valid once, for 5 minutes, in this session. A
   * phone gets a code by text message. [U13]
   */
  challenge: base
    .route({ method: 'POST', path: '/auth/v1/factors/{factor_id}/challenge', tags })
    .errors({
      ...textErrors,
      MFA_VERIFICATION_REJECTED: {
        status: 422,
        message:
          'You signed in with a text message. Use another second factor or a recovery code, or sign in another way.',
      },
    })
    .input(factorInput.extend({ channel: z.enum(['sms', 'whatsapp']).optional() }))
    .output(z.object({ id: z.string(), type: z.enum(FACTOR_TYPES), expires_at: z.int() })),

  /**
   * Verifies a code of an app or a phone. A new factor becomes active and ends all other
   * sessions; an existing one raises this session to aal2. Each code works once. [U13]
   */
  verify: base
    .route({ method: 'POST', path: '/auth/v1/factors/{factor_id}/verify', tags })
    .errors({ ...confirmErrors, ...nameErrors, ...verifyErrors })
    .input(
      factorInput.extend({
        challenge_id: uuidSchema,
        code: factorCodeSchema,
        /** The name of a new factor; existing ones keep theirs. */
        friendly_name: factorNameSchema.optional(),
        /** Skips the second factor in this browser for 30 days; never for staff. */
        trust_device: z.boolean().default(false),
      }),
    )
    .output(sessionSchema),

  /** Removes a factor; requires aal2 and ends other sessions. [U13] */
  unenroll: base
    .route({ method: 'DELETE', path: '/auth/v1/factors/{factor_id}', tags })
    .errors(confirmErrors)
    .input(factorInput)
    .output(z.object({ id: z.string() })),

  /** Makes ten recovery codes that replace all earlier ones, returned only now. [U13] */
  makeRecoveryCodes: base
    .route({ method: 'POST', path: '/auth/v1/recovery_codes', successStatus: 201, tags })
    .errors(confirmErrors)
    .output(z.object({ codes: z.array(z.string()) })),

  /** Uses up a recovery code instead of a second factor, and emails the member. [U13] */
  redeemRecoveryCode: base
    .route({ method: 'POST', path: '/auth/v1/recovery_codes/verify', tags })
    .errors(factorCodeErrors)
    .input(z.strictObject({ code: z.string().min(1).max(50) }))
    .output(sessionSchema),

  /**
   * Confirms the caller's identity by password or, within 10 minutes of signing in, by a code from
   * `account.reauthenticate`, so that they can change factors for 10 minutes. [U10]
   */
  confirm: base
    .route({ method: 'POST', path: '/auth/v1/reauthenticate', successStatus: 204, tags })
    .errors({
      ...confirmErrors,
      WRONG_PASSWORD: proofErrors.WRONG_PASSWORD,
      WRONG_NONCE: proofErrors.WRONG_NONCE,
    })
    .input(
      z
        .strictObject({ password: typedPassword.optional(), nonce: proofShape.nonce })
        .refine(({ password, nonce }) => (password === undefined) !== (nonce === undefined), {
          path: ['password'],
          message: 'Enter either your password or a code',
        }),
    )
    .output(z.void()),
};
