import { describe, expect, it } from 'vitest';
import { passwordChecks, passwordProblems } from './password.ts';

describe('a password [U2]', () => {
  it.each([
    ['Sh0rt!a', ['Password must be at least 8 characters long']],
    ['LOUDLY1!', ['Password must contain at least one lowercase letter']],
    ['quietly1!', ['Password must contain at least one uppercase letter']],
    ['Numberless!', ['Password must contain at least one number']],
    ['Plainword1', ['Password must contain at least one special character']],
    ['Walkies4!', []],
  ])('%j breaks these rules: %j', (password, problems) => {
    expect(passwordProblems(password)).toEqual(problems);
  });

  it('gets every rule that it breaks', () => {
    expect(passwordProblems('')).toHaveLength(5);
  });

  it('is checked off rule by rule, in the words and the order of its problems', () => {
    const checks = (password: string) =>
      passwordChecks(password).map(({ label, isMet }) => `${isMet ? '+' : '-'} ${label}`);
    expect(checks('walkies')).toEqual([
      '- 8 characters',
      '+ Lowercase letter',
      '- Uppercase letter',
      '- Number',
      '- Special character',
    ]);
    expect(passwordChecks('Walkies-4-all').every(({ isMet }) => isMet)).toBe(true);
    for (const password of ['', 'a', 'aB1', 'aB1!', 'aB1!aB1!']) {
      const broken = passwordChecks(password).filter(({ isMet }) => !isMet);
      expect(broken).toHaveLength(passwordProblems(password).length);
    }
  });
});
