import type { IdentityMethod } from '@kindpal/contract/identity/rules';
import type { VerifiedFact } from '@kindpal/contract/identity/schema';

/** The verified facts of a member, read with their row. */
export type VerifiedRow = {
  email: { confirmed_at: string | null } | null;
  phone_at: string | null;
  invited_at: string | null;
  identity: { confirmed_at: string; expires_at: string; method: IdentityMethod } | null;
};

/** Over `users` joined with `auth.user`: a `VerifiedRow`, with one index look-up per other fact. */
export const VERIFIED = `json_build_object(
  'email', CASE WHEN "user".email_verified
    THEN json_build_object('confirmed_at', "user".email_verified_at) END,
  'phone_at', "user".phone_confirmed_at,
  'invited_at', (SELECT used_at FROM invites WHERE used_by = users.id),
  'identity', (SELECT json_build_object('confirmed_at', confirmed_at, 'expires_at', expires_at,
      'method', method)
    FROM identity_checks WHERE member_id = users.id AND status = 'confirmed'))`;

const iso = (at: string | null) => at && new Date(at).toISOString();

/**
 * The verified facts shown to members. An inviter who is not named, because they are suspended,
 * gone or hidden by a block, does not count.
 */
export function presentVerified(
  { email, phone_at, invited_at, identity }: VerifiedRow,
  invited_by: string | null,
  now: Date,
): VerifiedFact[] {
  const nothing = { checked_at: null, expires_at: null, method: null, invited_by: null };
  const facts: VerifiedFact[] = [];
  if (identity && new Date(identity.expires_at) > now) {
    const { confirmed_at, expires_at, method } = identity;
    const term = { checked_at: iso(confirmed_at), expires_at: iso(expires_at), method };
    facts.push({ ...nothing, ...term, kind: 'identity' });
  }
  if (email) facts.push({ ...nothing, kind: 'email', checked_at: iso(email.confirmed_at) });
  if (phone_at) facts.push({ ...nothing, kind: 'phone', checked_at: iso(phone_at) });
  if (invited_by) {
    facts.push({ ...nothing, kind: 'invite', checked_at: iso(invited_at), invited_by });
  }
  return facts;
}
