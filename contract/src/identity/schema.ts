import { z } from 'zod';
import { namedMemberSchema } from '../member/named.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema, uuidSchema } from '../transport/base.ts';
import { IDENTITY_ITEMS, IDENTITY_METHODS, type IdentityMethod } from './rules.ts';

/** How staff checked the document. [S4] */
export const identityMethodSchema = z.enum(
  Object.keys(IDENTITY_METHODS) as [IdentityMethod, ...IdentityMethod[]],
);

/** 'checked' by one staff member and 'confirmed' by another; the statuses after these are final. */
export const identityStatusSchema = z.enum([
  'requested',
  'checked',
  'confirmed',
  'refused',
  'withdrawn',
  'revoked',
  'renamed',
  'replaced',
  'expired',
]);
export type IdentityStatus = z.infer<typeof identityStatusSchema>;

/** A check as the member sees it, without the names of staff. */
export const ownIdentityCheckSchema = z.object({
  id: idSchema,
  status: identityStatusSchema,
  requested_at: momentSchema,
  method: identityMethodSchema.nullable(),
  confirmed_at: momentSchema.nullable(),
  expires_at: momentSchema.nullable(),
  /** The reason for a refusal or a revocation. */
  reason: z.string().nullable(),
  can: z.object({ withdraw: z.boolean(), renew: z.boolean() }),
});
export type OwnIdentityCheck = z.infer<typeof ownIdentityCheckSchema>;

/** A check as staff see it, with what the caller may do. [S4] */
export const staffIdentityCheckSchema = ownIdentityCheckSchema.omit({ can: true }).extend({
  member: z.object({ id: idSchema, full_name: z.string(), email: z.string() }),
  checklist: z.array(z.enum(IDENTITY_ITEMS)),
  checked_at: momentSchema.nullable(),
  checked_by: namedMemberSchema.nullable(),
  confirmed_by: namedMemberSchema.nullable(),
  can: z.object({
    check: z.boolean(),
    confirm: z.boolean(),
    refuse: z.boolean(),
    revoke: z.boolean(),
  }),
});
export type StaffIdentityCheck = z.infer<typeof staffIdentityCheckSchema>;

/**
 * A step of a check by staff: recording needs where and what was checked, ending needs a reason.
 */
export const identityStepSchema = z
  .strictObject({
    id: uuidSchema,
    step: z.enum(['check', 'confirm', 'refuse', 'revoke']),
    method: identityMethodSchema.optional(),
    checklist: z.array(z.enum(IDENTITY_ITEMS)).max(IDENTITY_ITEMS.length).optional(),
    reason: verbatimText({ label: 'Reason', max: 500, min: 1 }).optional(),
  })
  .refine(
    ({ step, method, checklist }) =>
      step === 'check'
        ? method && new Set(checklist).size === IDENTITY_ITEMS.length
        : !method && !checklist,
    { message: 'Each item has to be confirmed', path: ['checklist'] },
  )
  .refine(({ step, reason }) => (step === 'refuse' || step === 'revoke') === Boolean(reason), {
    message: 'Please give a reason',
    path: ['reason'],
  });
export type IdentityStep = z.infer<typeof identityStepSchema>;

/**
 * A verified fact on a member's profile. 'email': by a link sent there; 'phone': by a code texted
 * there; 'invite': invited by a member who is not suspended; 'identity': by two staff members,
 * until `expires_at`.
 */
export const verifiedFactSchema = z.object({
  kind: z.enum(['email', 'phone', 'invite', 'identity']),
  /** Null when the time is not known. */
  checked_at: momentSchema.nullable(),
  expires_at: momentSchema.nullable(),
  method: identityMethodSchema.nullable(),
  /** First name of the member who invited them. */
  invited_by: z.string().nullable(),
});
export type VerifiedFact = z.infer<typeof verifiedFactSchema>;
