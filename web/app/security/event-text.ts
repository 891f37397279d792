import type { SecurityEvent, SecurityEventKind } from '@kindpal/contract/security/schema';

const TEXTS: Record<SecurityEventKind, string> = {
  signed_in: 'Signed in',
  new_device: 'Signed in on a new device',
  sign_in_failed: 'Failed sign-in',
  session_ended: 'Signed out',
  password_changed: 'Password changed',
  email_change_asked: 'New email requested',
  email_changed: 'Email changed',
  email_restored: 'Email change undone',
  disowned: 'Reported as “This wasn’t me”',
  factor_added: 'Two-factor method added',
  factor_removed: 'Two-factor method removed',
  factors_reset: 'Two-factor methods reset by staff',
  phone_added: 'Phone number added',
  phone_removed: 'Phone number removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  identity_linked: 'Account connected',
  identity_unlinked: 'Account disconnected',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: 'Recovery code used',
  deletion_asked: 'Account deletion requested',
  deletion_withdrawn: 'Account deletion canceled',
  export_asked: 'Data export requested',
  domain_assigned: 'You added an email domain to a sign-in provider',
  domain_removed: 'You removed an email domain from a sign-in provider',
};

/** Events that are highlighted. */
const HIGHLIGHTED_EVENTS: readonly SecurityEventKind[] = [
  'sign_in_failed',
  'new_device',
  'disowned',
];

/** An event as text: '3 failed sign-ins', 'Passkey added: my phone'. */
export function securityEventText({ kind, times, detail }: SecurityEvent): string {
  const text = kind === 'sign_in_failed' && times > 1 ? `${times} failed sign-ins` : TEXTS[kind];
  return detail ? `${text}: ${detail}` : text;
}

export function isHighlighted({ kind }: SecurityEvent): boolean {
  return HIGHLIGHTED_EVENTS.includes(kind);
}
