import { z } from 'zod';
import { emailSchema } from '../text/schema.ts';
import { base, SPECIFIED } from '../transport/base.ts';
import {
  confirmErrors,
  proofErrors,
  proofShape,
  suspensionErrors,
  typedPassword,
} from './proof.ts';
import { accountSchema, sessionSchema } from './schema.ts';
import { returnTokens, signUpDataSchema, signUpSchema } from './sign-up.ts';

const tokenErrors = {
  TOKEN_REFUSED: { status: 403, message: 'An error occurred on token verification.' },
  CONFIRMATION_NEEDED: {
    status: 409,
    message: 'This link was asked for in another browser. Confirm that you want to sign in here.',
    /**
     * The account that the link belongs to, so that nobody signs in to somebody else's account by
     * mistake.
     */
    data: z.object({ email: z.string() }),
  },
} as const;
const joinErrors = {
  INVALID_INVITE: { status: 403, message: 'Invalid or expired invite code' },
  SIGN_UP_REFUSED: {
    status: 409,
    message:
      'We couldn’t create an account with these details. If you already have one, sign in or reset your password.',
  },
} as const;
/** Errors of a sign-in through an outside provider. [U11] [U12] */
const exchangeErrors = {
  ...joinErrors,
  BAD_CODE_VERIFIER: {
    status: 403,
    message: 'This sign-in took too long, was used already, or began in another browser.',
  },
  IDENTITY_NOT_LINKED: {
    status: 403,
    message:
      'No account here is connected to this one. Sign in another way and connect it on your Security page, or join with an invite.',
  },
  IDENTITY_ALREADY_EXISTS: { status: 422, message: 'This is connected to another account here.' },
  PROVIDER_EMAIL_NOT_VERIFIED: {
    status: 403,
    message: 'The provider has not verified an email address that is accepted here.',
  },
  TOO_MANY_IDENTITIES: { status: 422, message: 'Your account has too many connected accounts.' },
} as const;
const phoneErrors = {
  PHONE_NOT_OFFERED: { status: 422, message: 'Phone numbers are not offered here.' },
} as const;
const phoneChangeErrors = {
  ...phoneErrors,
  PHONE_EXISTS: {
    status: 422,
    message: 'This number belongs to another account here. Remove it there first.',
  },
} as const;

/** As typed; the server normalizes phone numbers. */
const phoneInput = z.string().max(50).optional();

export const account = {
  /** Joins with an invite: one transaction checks it, creates the account, marks it used. [U1] */
  signUp: base
    .route({ method: 'POST', path: '/auth/v1/signup', successStatus: 201, tags: ['auth'] })
    .errors(joinErrors)
    .input(signUpSchema)
    .output(sessionSchema),

  /** Signs in with a password, or renews a session; a reused token revokes its family. [U3] [U7] */
  token: base
    .route({ method: 'POST', path: '/auth/v1/token', tags: ['auth'] })
    .errors({
      WRONG_CREDENTIALS: { status: 400, message: 'Invalid login credentials' },
      ...suspensionErrors,
      ...exchangeErrors,
      SESSION_ENDED: { status: 401, message: 'Your session has ended. Please sign in again.' },
    })
    .input(
      z.discriminatedUnion('grant_type', [
        z.strictObject({
          grant_type: z.literal('password'),
          email: z.string().trim().toLowerCase().min(1, 'Email is required').max(1000),
          password: typedPassword,
          return_tokens: returnTokens,
        }),
        /** The authorization code that an outside provider sent back with the browser. [U11] */
        z.strictObject({
          grant_type: z.literal('pkce'),
          auth_code: z.string().min(1).max(100),
          /** Omitted by our pages: a cookie identifies their browser. */
          code_verifier: z.string().max(200).optional(),
          return_tokens: returnTokens,
        }),
        z.strictObject({
          grant_type: z.literal('refresh_token'),
          /** Omitted by browsers: their cookie carries the session. */
          refresh_token: z.string().max(1000).optional(),
        }),
      ]),
    )
    .output(sessionSchema),

  /**
   * Ends this session, or all or all other sessions and the calendar feed; UNAUTHORIZED for the
   * latter two if this one has ended. [U6]
   */
  signOut: base
    .route({ method: 'POST', path: '/auth/v1/logout', successStatus: 204, tags: ['auth'] })
    .input(z.strictObject({ scope: z.enum(['local', 'global', 'others']).default('local') }))
    .output(z.void()),

  /**
   * The caller's session, or null. Not an error when signed out: pages ask before they know. [U7]
   */
  getSession: base
    .route({ method: 'GET', path: '/auth/v1/session', tags: ['auth'] })
    .output(z.object({ session: sessionSchema.nullable() })),

  getUser: base
    .route({ method: 'GET', path: '/auth/v1/user', tags: ['auth'], description: SPECIFIED })
    .output(accountSchema),

  /**
   * Changes password or address, with the current password; the address stays pending until the
   * new mailbox confirms. A new phone number gets a code by text message, for `verify`; an empty
   * one removes the number. [U8] [U9]
   */
  updateUser: base
    .route({ method: 'PUT', path: '/auth/v1/user', tags: ['auth'] })
    .errors({ ...proofErrors, ...phoneErrors })
    .input(
      z.strictObject({
        email: emailSchema.optional(),
        phone: phoneInput,
        channel: z.enum(['sms', 'whatsapp']).optional(),
        password: z.string().max(1000).optional(),
        ...proofShape,
        /** The part of the sign-up metadata that can change later. */
        data: z.strictObject({ full_name: signUpDataSchema.shape.full_name.optional() }).optional(),
      }),
    )
    .output(accountSchema),

  /**
   * Mails the caller a code that can replace the current password: once, in this session, within 10
   * minutes of signing in. Using it in `updateUser`, even without another field, or in
   * `factor.confirm` also permits changes of factors for 10 minutes. [U10]
   */
  reauthenticate: base
    .route({
      method: 'GET',
      path: '/auth/v1/reauthenticate',
      tags: ['auth'],
    })
    .errors(confirmErrors)
    .output(z.object({})),

  /** Sends a reset link; the answer is the same for known and unknown addresses. [U4] */
  recover: base
    .route({ method: 'POST', path: '/auth/v1/recover', tags: ['auth'] })
    .input(z.strictObject({ email: emailSchema }))
    .output(z.object({})),

  /**
   * Mails members a six-digit code and a sign-in link, or texts a code to their verified phone.
   * The answer is the same for unknown addresses, and no account is created. [U9]
   */
  requestCode: base
    .route({ method: 'POST', path: '/auth/v1/otp', tags: ['auth'] })
    .errors(phoneErrors)
    .input(
      z.strictObject({
        email: emailSchema.optional(),
        phone: phoneInput,
        /** Accepted for GoTrue clients and ignored: no account is ever created here. */
        data: z.strictObject({}).optional(),
        create_user: z.boolean().optional(),
        channel: z.enum(['sms', 'whatsapp']).optional(),
      }),
    )
    .output(z.object({})),

  /**
   * Sends again: a sign-in code, the link that confirms a new address, or the code for a new
   * phone. [U9]
   */
  resend: base
    .route({ method: 'POST', path: '/auth/v1/resend', tags: ['auth'] })
    .errors(phoneErrors)
    .input(
      z.strictObject({
        type: z.enum(['signup', 'email_change', 'sms', 'phone_change']),
        email: emailSchema.optional(),
        phone: phoneInput,
      }),
    )
    .output(z.object({})),

  /**
   * Redeems a mailed or texted code or link: signs in, sets a new password, confirms an address,
   * undoes an address change, or reports "this wasn't me". [U5] [U8] [U9]
   */
  verify: base
    .route({ method: 'POST', path: '/auth/v1/verify', tags: ['auth'] })
    .errors({ ...tokenErrors, ...phoneChangeErrors })
    .input(
      z.discriminatedUnion('type', [
        /** A code with the address it was mailed to, or the token of the link in the same email. */
        z.strictObject({
          type: z.enum(['email', 'magiclink', 'signup', 'invite']),
          email: emailSchema.optional(),
          token: z.string().max(100).optional(),
          token_hash: z.string().max(500).optional(),
          /**
           * Set when a person pressed a button on the page of the link: mail scanners open links,
           * too.
           */
          confirmed: z.boolean().default(false),
          return_tokens: returnTokens,
        }),
        /** A code with the phone it was texted to: signs in, or verifies the caller's new phone. */
        z.strictObject({
          type: z.enum(['sms', 'phone_change']),
          phone: z.string().max(50),
          token: z.string().max(100),
          return_tokens: returnTokens,
        }),
        /**
         * Sets the password and signs in; without a password it only signs in, as GoTrue clients
         * expect.
         */
        z.strictObject({
          type: z.literal('recovery'),
          email: emailSchema.optional(),
          token: z.string().min(1).max(500),
          password: z.string().max(1000).optional(),
          return_tokens: returnTokens,
        }),
        z.strictObject({
          type: z.literal('email_change'),
          email: emailSchema.optional(),
          token: z.string().min(1).max(500),
        }),
        z.strictObject({ type: z.literal('email_undo'), token: z.string().min(1).max(500) }),
        /** The "this wasn't me" link of an email about a sign-in or a change. [U6] */
        z.strictObject({ type: z.literal('not_me'), token: z.string().min(1).max(1000) }),
      ]),
    )
    .output(
      z.object({
        session: sessionSchema.nullable(),
        /**
         * How many ways to sign in and second factors of the last 72 hours a reset removed. [U5]
         * [U12] [U13]
         */
        removed_ways_in: z.int(),
        /** Whether a reset canceled a requested deletion of the account. [U5] [X1] */
        deletion_canceled: z.boolean(),
      }),
    ),

  /** The public keys that verify access tokens. [U14] */
  listKeys: base
    .route({
      method: 'GET',
      path: '/auth/v1/.well-known/jwks.json',
      tags: ['auth'],
      description: SPECIFIED,
    })
    .output(z.object({ keys: z.array(z.record(z.string(), z.unknown())) })),
};
