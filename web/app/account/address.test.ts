import { describe, expect, it } from 'vitest';
import { oldSessionWarning, readAddressSession } from './password/recovery.ts';
import { safeReturnPath } from './sign-in/return-path.ts';
import { codeFromHash } from './sign-up/invite-link.ts';

describe('the content of an address', () => {
  it('a reset link returns its token, and an address without one returns nothing [U5]', () => {
    expect(readAddressSession('?access_token=t1&type=recovery')?.token).toBe('t1');
    expect(readAddressSession('?type=recovery')).toBeNull();
    expect(readAddressSession('?refresh_token=t2')).toBeNull();
  });

  it('a session issued more than 120 s ago is warned about [U7]', () => {
    const session = readAddressSession('?access_token=t&issued_at=1000');
    if (!session) throw new Error('no session');
    expect(oldSessionWarning(session, 1_120_000)).toBeUndefined();
    expect(oldSessionWarning(session, 1_121_000)).toContain('2 minutes ago');
    const undated = readAddressSession('?access_token=t&issued_at=soon&expires_at=1&expires_in=1');
    expect(undated).toEqual({ token: 't', issuedAt: null });
  });

  it('an invite link fills in the code however it was written [U1]', () => {
    expect(codeFromHash('#code=abcd-efgh-jkmn')).toBe('ABCD-EFGH-JKMN');
    expect(codeFromHash('#code=abcd%20efghjkmn')).toBe('ABCD-EFGH-JKMN');
    expect(codeFromHash('#top')).toBe('');
  });

  it('signing in redirects only to pages of this site [P1]', () => {
    expect(safeReturnPath({ from: '/post-job?a=1#b' })).toBe('/post-job?a=1#b');
    const elsewhere = ['//evil.example', '/\\evil.example', 'https://evil.example', '', 1];
    // Browsers read each of these as //evil.example.
    const hidden = [
      '/\t/evil.example',
      '/\n\\evil.example',
      '/\r\n/evil.example',
      '/.//evil.example',
    ];
    for (const from of [...elsewhere, ...hidden]) {
      expect(safeReturnPath({ from })).toBe('/dashboard');
    }
    expect(safeReturnPath(null)).toBe('/dashboard');
  });
});
