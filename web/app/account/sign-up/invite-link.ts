import { isInviteCode, normalizeInviteCode } from '@kindpal/contract/invite/rules';

/** The code in an invite link's fragment, `#code=XXXX-XXXX-XXXX`; empty if there is none. */
export function codeFromHash(hash: string): string {
  const typed = new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';
  const code = normalizeInviteCode(typed);
  return isInviteCode(code) ? code : typed.slice(0, 100);
}

/** The link that shares a code. It uses the fragment, which browsers never send to a server. */
export function inviteLink(code: string): string {
  return `${window.location.origin}/join#code=${code}`;
}
