import { describe, expect, it } from 'vitest';
import { INVITE_ALPHABET, inviteCodeFrom, isInviteCode, normalizeInviteCode } from './rules.ts';

describe('an invite code [U1] [I1]', () => {
  it.each(['abcd-efgh-jkmn', 'ABCDEFGHJKMN', ' ab cd ef gh jk mn ', 'abcd–efgh–jkmn'])(
    'is recognized when typed as %j',
    (typed) => {
      expect(normalizeInviteCode(typed)).toBe('ABCD-EFGH-JKMN');
    },
  );

  it('accepts letters that look like digits', () => {
    expect(normalizeInviteCode('OIL0')).toBe('0110');
  });

  it('carries 60 random bits in groups of four', () => {
    expect(INVITE_ALPHABET).toHaveLength(32);
    const code = inviteCodeFrom(new Uint8Array([0, 31, 32, 255, 1, 2, 3, 4, 5, 6, 7, 8]));
    expect(code).toBe('0Z0Z-1234-5678');
    expect(isInviteCode(code)).toBe(true);
    expect(isInviteCode('0Z0Z-1234')).toBe(false);
    expect(isInviteCode('UUUU-UUUU-UUUU')).toBe(false);
  });
});
