import { countCharacters } from './count-characters.ts';

/** Limits of the shared text helpers, in characters as `countCharacters` counts them. [P13] */
export const TEXT_MAX = 500;
export const SANITIZED_MAX = 1000;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 128;

const FORBIDDEN = [
  /<\s*\/?\s*script/i,
  /javascript\s*:/i,
  /\bon[a-z]+\s*=/i,
  /<\s*(iframe|object|embed|form)/i,
  /\bdata\s*:/i,
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store NUL, so it is looked for by name.
const NUL = /\u0000/;

/** Says what is wrong with a generic text, or nothing. [P13] */
export function textProblem(value: string, label: string, max = TEXT_MAX): string | undefined {
  if (countCharacters(value) > max) return `${label} must be ${max} characters or less`;
  if (hasForbiddenText(value)) return `${label} contains invalid characters`;
  return undefined;
}

/** True when a text carries markup or a scheme that could run, or a NUL. */
export function hasForbiddenText(value: string): boolean {
  return NUL.test(value) || FORBIDDEN.some((pattern) => pattern.test(value));
}

/** True when a text holds the one character that PostgreSQL cannot store. */
export function hasNul(value: string): boolean {
  return NUL.test(value);
}

/** True when PostgreSQL can keep a text as it is: without NUL and without half of a character. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** What is said beside a field whose text cannot be kept. */
export const UNSTORABLE = 'This contains characters that cannot be stored';
/** Nobody's form is nested deeper. */
const DEEPEST = 32;

/**
 * The path of the first text within an input, names of fields included, that cannot be stored, or
 * of what is nested too deeply; null when all can. The one rule for every text of every call.
 */
export function findUnstorable(input: unknown): string | null {
  const open: { value: unknown; path: string; depth: number }[] = [
    { value: input, path: '', depth: 0 },
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path, depth } = next;
    if (typeof value === 'string' ? !isStorable(value) : depth > DEEPEST) return path;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, within] of Object.entries(value)) {
      if (!isStorable(name)) return path;
      open.push({ value: within, path: path ? `${path}.${name}` : name, depth: depth + 1 });
    }
  }
  return null;
}

/**
 * Trims, strips angle brackets, removes javascript: and data: schemes and cuts to 1000. [P13]
 * Idempotent: what removing one scheme puts together is removed as well.
 */
export function sanitizeText(value: string): string {
  let before: string;
  let text = value.replace(/[<>]/g, '').replaceAll('\u0000', '');
  do {
    before = text;
    text = text.replace(/javascript\s*:|\bdata\s*:/gi, '').trim();
  } while (text !== before);
  return cutText(text, SANITIZED_MAX).trim();
}

/** Cuts to at most `max` characters. */
export function cutText(value: string, max: number): string {
  if (value.length <= max) return value;
  // No character takes more than two units.
  return Array.from(value.slice(0, 2 * max))
    .slice(0, max)
    .join('');
}

/**
 * One address that mail servers take, in ASCII: nothing in it separates addresses or quotes a part,
 * so that what is written to it goes to this mailbox alone.
 */
const EMAIL =
  /^[\w'+-]+(\.[\w'+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9]$/;

/** Says what is wrong with an email address, or nothing. [U2] [P13] */
export function emailProblem(value: string): string | undefined {
  if (value.length > EMAIL_MAX) return 'Email address is too long';
  if (!EMAIL.test(value)) return 'Please enter a valid email address';
  return undefined;
}

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

/** Every rule that a password breaks, each with its message; empty when it passes. [U2] */
export function passwordProblems(value: string): string[] {
  const problems = PASSWORD_RULES.filter(({ isMet }) => !isMet(value)).map(
    ({ problem }) => problem,
  );
  if (countCharacters(value) > PASSWORD_MAX) {
    problems.push(`Password must be ${PASSWORD_MAX} characters or less`);
  }
  return problems;
}

/** Each rule by a short name, and whether a password meets it: for a list that ticks off. [U2] */
export function passwordChecks(value: string): { label: string; isMet: boolean }[] {
  return PASSWORD_RULES.map(({ label, isMet }) => ({ label, isMet: isMet(value) }));
}

/** Reset keeps its own, lower first step: fewer than 6 has a message of its own. [U5] */
export const RESET_PASSWORD_MIN = 6;
