import { isInviteCode, normalizeInviteCode } from '@kindpal/contract/invite/rules';

/** The code of an invite link's fragment, `#code=XXXX-XXXX-XXXX`; empty when there is none. */
export function codeFromHash(hash: string): string {
  const typed = new URLSearchParams(hash.replace(/^#/, '')).get('code') ?? '';
  const code = normalizeInviteCode(typed);
  return isInviteCode(code) ? code : typed.slice(0, 100);
}

/** The link that hands a code on; the fragment never reaches a server's log. */
export function inviteLink(code: string): string {
  return `${window.location.origin}/join#code=${code}`;
}
