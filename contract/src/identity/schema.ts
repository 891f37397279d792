import { z } from 'zod';
import { namedMemberSchema } from '../member/named.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema } from '../transport/base.ts';
import { IDENTITY_ITEMS, IDENTITY_METHODS, type IdentityMethod } from './rules.ts';

/** Where staff looked at the document. [S4] */
export const identityMethodSchema = z.enum(
  Object.keys(IDENTITY_METHODS) as [IdentityMethod, ...IdentityMethod[]],
);

/** 'checked' by one of the staff and 'confirmed' by another; all that follow are ends. */
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

/** A check as the member concerned sees it: who of the staff did it is left out. */
export const ownIdentityCheckSchema = z.object({
  id: idSchema,
  status: identityStatusSchema,
  requested_at: momentSchema,
  method: identityMethodSchema.nullable(),
  confirmed_at: momentSchema.nullable(),
  expires_at: momentSchema.nullable(),
  /** Of a refusal or a revocation. */
  reason: z.string().nullable(),
  can: z.object({ withdraw: z.boolean(), renew: z.boolean() }),
});
export type OwnIdentityCheck = z.infer<typeof ownIdentityCheckSchema>;

/** A check as staff see it, with what this one of them may do. [S4] */
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

/** What staff do with a check: recording it says where and what, an end says why. */
export const identityStepSchema = z
  .strictObject({
    id: z.uuid(),
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
 * What was checked of a member, as a profile says it to members. 'email': a link that was sent there; 'phone': a code that was texted there;
 * 'invite': by a member who is not suspended; 'identity': by two of the staff, until `expires_at`.
 */
export const verifiedFactSchema = z.object({
  kind: z.enum(['email', 'phone', 'invite', 'identity']),
  /** Null where the moment was not kept. */
  checked_at: momentSchema.nullable(),
  expires_at: momentSchema.nullable(),
  method: identityMethodSchema.nullable(),
  /** First name of the member who invited them. */
  invited_by: z.string().nullable(),
});
export type VerifiedFact = z.infer<typeof verifiedFactSchema>;
