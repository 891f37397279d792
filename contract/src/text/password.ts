import { countCharacters } from './count-characters.ts';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 128;

type PasswordRule = { isMet: (value: string) => boolean; label: string; problem: string };

const PASSWORD_RULES: readonly PasswordRule[] = [
  {
    isMet: (value) => countCharacters(value) >= PASSWORD_MIN,
    label: `${PASSWORD_MIN} characters`,
    problem: `Password must be at least ${PASSWORD_MIN} characters long`,
  },
  {
    isMet: (value) => /[a-z]/.test(value),
    label: 'Lowercase letter',
    problem: 'Password must contain at least one lowercase letter',
  },
  {
    isMet: (value) => /[A-Z]/.test(value),
    label: 'Uppercase letter',
    problem: 'Password must contain at least one uppercase letter',
  },
  {
    isMet: (value) => /\d/.test(value),
    label: 'Number',
    problem: 'Password must contain at least one number',
  },
  {
    isMet: (value) => /[^A-Za-z0-9\s]/.test(value),
    label: 'Special character',
    problem: 'Password must contain at least one special character',
  },
];

/** The messages of all rules that a password breaks; empty when it passes. [U2] */
export function passwordProblems(value: string): string[] {
  const problems = PASSWORD_RULES.filter(({ isMet }) => !isMet(value)).map(
    ({ problem }) => problem,
  );
  if (countCharacters(value) > PASSWORD_MAX) {
    problems.push(`Password must be ${PASSWORD_MAX} characters or less`);
  }
  return problems;
}

/** The rules with short labels, and whether a password meets them, for a checklist. [U2] */
export function passwordChecks(value: string): { label: string; isMet: boolean }[] {
  return PASSWORD_RULES.map(({ label, isMet }) => ({ label, isMet: isMet(value) }));
}

/** Password reset has its own minimum first: fewer than 6 gets its own message. [U5] */
export const RESET_PASSWORD_MIN = 6;
