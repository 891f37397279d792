import { countCharacters } from './count-characters.ts';

/** Limits of the shared text helpers, in characters (see `countCharacters`). [P13] */
export const TEXT_MAX = 500;
export const SANITIZED_MAX = 1000;
export const EMAIL_MAX = 254;

const FORBIDDEN = [
  /<\s*\/?\s*script/i,
  /javascript\s*:/i,
  /\bon[a-z]+\s*=/i,
  /<\s*(iframe|object|embed|form)/i,
  /\bdata\s*:/i,
];
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store NUL, so this looks for it.
const NUL = /\u0000/;

/** The error for a general text, if any. [P13] */
export function textProblem(value: string, label: string, max = TEXT_MAX): string | undefined {
  if (countCharacters(value) > max) return `${label} must be ${max} characters or less`;
  if (hasForbiddenText(value)) return `${label} contains invalid characters`;
  return undefined;
}

/** Whether a text contains markup, a scheme that can run code, or a NUL. */
export function hasForbiddenText(value: string): boolean {
  return NUL.test(value) || FORBIDDEN.some((pattern) => pattern.test(value));
}

/** Whether a text contains NUL, the one character that PostgreSQL cannot store. */
export function hasNul(value: string): boolean {
  return NUL.test(value);
}

/** Whether PostgreSQL can store a text as it is: no NUL and no lone surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** The message beside a field whose text cannot be stored. */
export const UNSTORABLE = 'This contains characters that cannot be stored';
/** No form is nested deeper. */
const DEEPEST = 32;

/**
 * The path of the first text in an input, field names included, that cannot be stored, or that is
 * nested too deeply; null if there is none. Applied to the input of every call.
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
 * Idempotent: a scheme that appears by removing another one is removed as well.
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
  // No character takes more than two code units.
  return Array.from(value.slice(0, 2 * max))
    .slice(0, max)
    .join('');
}

/**
 * An ASCII email address without separators or quoted parts, so that an email to it reaches only
 * this mailbox; and within the lengths that mail servers take: 64 characters before the @, 63 in
 * each part of the domain.
 */
const EMAIL =
  /^(?=[^@]{1,64}@)[\w'+-]+(\.[\w'+-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;

/** The error for an email address, if any. [U2] [P13] */
export function emailProblem(value: string): string | undefined {
  if (value.length > EMAIL_MAX) return 'Email address is too long';
  if (!EMAIL.test(value)) return 'Please enter a valid email address';
  return undefined;
}
