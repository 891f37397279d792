import { z } from 'zod';
import { emailSchema } from '../text/schema.ts';
import { base, SPECIFIED } from '../transport/base.ts';
import { proofErrors, proofShape, suspensionErrors, typedPassword } from './proof.ts';
import {
  accountSchema,
  returnTokens,
  sessionSchema,
  signUpDataSchema,
  signUpSchema,
} from './schema.ts';

const tokenErrors = {
  TOKEN_REFUSED: { status: 403, message: 'An error occurred on token verification.' },
  CONFIRMATION_NEEDED: {
    status: 409,
    message: 'This link was asked for in another browser. Confirm that you want to sign in here.',
    /** Whose account it opens: a link of somebody else's must not be taken for one's own. */
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
/** What becomes of a sign-in at an outside provider. [U11] [U12] */
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

/** As typed: the server knows how numbers are written. */
const phoneInput = z.string().max(50).optional();

export const account = {
  /** Joins with an invite: one transaction checks it, creates the account, marks it used. [U1] */
  signUp: base
    .route({ method: 'POST', path: '/auth/v1/signup', successStatus: 201, tags: ['auth'] })
    .errors(joinErrors)
    .input(signUpSchema)
    .output(sessionSchema),

  /** Signs in with a password, or renews a session; a reused refresh token revokes its family. [U3] [U7] */
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
        /** The code that a browser came back with from an outside provider. [U11] */
        z.strictObject({
          grant_type: z.literal('pkce'),
          auth_code: z.string().min(1).max(100),
          /** Left out by pages, whose browser is known by a cookie. */
          code_verifier: z.string().max(200).optional(),
          return_tokens: returnTokens,
        }),
        z.strictObject({
          grant_type: z.literal('refresh_token'),
          /** Left out by browsers, whose cookie carries the session. */
          refresh_token: z.string().max(1000).optional(),
        }),
      ]),
    )
    .output(sessionSchema),

  /** Ends this session, all, or all others. [U6] */
  signOut: base
    .route({ method: 'POST', path: '/auth/v1/logout', successStatus: 204, tags: ['auth'] })
    .input(z.strictObject({ scope: z.enum(['local', 'global', 'others']).default('local') }))
    .output(z.void()),

  /** The session the caller comes with, or null: no error, a page asks this before it knows. [U7] */
  getSession: base
    .route({ method: 'GET', path: '/auth/v1/session', tags: ['auth'] })
    .output(z.object({ session: sessionSchema.nullable() })),

  getUser: base
    .route({ method: 'GET', path: '/auth/v1/user', tags: ['auth'], description: SPECIFIED })
    .output(accountSchema),

  /**
   * Changes password or address, with the current password; the address stays pending until the new
   * mailbox confirms. A phone is texted a code that `verify` takes, and an empty one is removed. [U8] [U9]
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
        /** The metadata of sign-up, as far as it can change. */
        data: z.strictObject({ full_name: signUpDataSchema.shape.full_name.optional() }).optional(),
      }),
    )
    .output(accountSchema),

  /**
   * Mails the caller a code that replaces the current password in `updateUser` within 10 minutes of
   * signing in, once, in this session. [U10]
   */
  reauthenticate: base
    .route({
      method: 'GET',
      path: '/auth/v1/reauthenticate',
      tags: ['auth'],
    })
    .output(z.object({})),

  /** Sends a reset link; answers alike for known and unknown addresses. [U4] */
  recover: base
    .route({ method: 'POST', path: '/auth/v1/recover', tags: ['auth'] })
    .input(z.strictObject({ email: emailSchema }))
    .output(z.object({})),

  /**
   * Mails a code of six digits and a link to sign in with, or texts a code to a proven phone, to members
   * only; answers alike for known and unknown ones and never creates an account. [U9]
   */
  requestCode: base
    .route({ method: 'POST', path: '/auth/v1/otp', tags: ['auth'] })
    .errors(phoneErrors)
    .input(
      z.strictObject({
        email: emailSchema.optional(),
        phone: phoneInput,
        /** For GoTrue clients: no account is created, so neither makes a difference. */
        data: z.strictObject({}).optional(),
        create_user: z.boolean().optional(),
        channel: z.enum(['sms', 'whatsapp']).optional(),
      }),
    )
    .output(z.object({})),

  /** Mails or texts again: a code to sign in with, the link of a new address, the code of a new phone. [U9] */
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
   * Redeems what was mailed: signs in with a code or link, sets a new password, confirms an address,
   * takes one back, or disowns what was mailed about. [U5] [U8] [U9]
   */
  verify: base
    .route({ method: 'POST', path: '/auth/v1/verify', tags: ['auth'] })
    .errors({ ...tokenErrors, ...phoneChangeErrors })
    .input(
      z.discriminatedUnion('type', [
        /** A code with the address that it was mailed to, or the token of the link beside it. */
        z.strictObject({
          type: z.enum(['email', 'magiclink', 'signup', 'invite']),
          email: emailSchema.optional(),
          token: z.string().max(100).optional(),
          token_hash: z.string().max(500).optional(),
          /** A person has pressed a button where the link was opened. */
          confirmed: z.boolean().default(false),
          return_tokens: returnTokens,
        }),
        /** A code with the phone that it was texted to: signs in, or makes the phone the caller's. */
        z.strictObject({
          type: z.enum(['sms', 'phone_change']),
          phone: z.string().max(50),
          token: z.string().max(100),
          return_tokens: returnTokens,
        }),
        /** Sets the password and signs in; without one it signs in only, as GoTrue clients expect. */
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
        /** The link of an email about a sign-in or a change that was not the member's own. [U6] */
        z.strictObject({ type: z.literal('not_me'), token: z.string().min(1).max(1000) }),
      ]),
    )
    .output(z.object({ session: sessionSchema.nullable() })),

  /** The public keys that access tokens are signed with. [U14] */
  listKeys: base
    .route({
      method: 'GET',
      path: '/auth/v1/.well-known/jwks.json',
      tags: ['auth'],
      description: SPECIFIED,
    })
    .output(z.object({ keys: z.array(z.record(z.string(), z.unknown())) })),
};
