import { z } from 'zod';
import { countCharacters } from './count-characters.ts';
import { hiddenProblem } from './hidden.ts';
import { emailProblem, hasNul, passwordProblems, sanitizeText, textProblem } from './rules.ts';

/**
 * One named, sanitized text of a form: required unless `optional`, checked with the shared rules. [P13]
 */
export function cleanText({ label, max, min = 1 }: { label: string; max: number; min?: number }) {
  return z
    .string({ error: `${label} is required` })
    .superRefine((value, context) => {
      const problem = textProblem(value, label, max);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .transform(sanitizeText)
    .refine((value) => countCharacters(value) >= min, {
      message: min === 1 ? `${label} is required` : `${label} must be at least ${min} characters`,
    });
}

/** The same for what others read as the name of something, on one line: no sign in it is hidden. */
export function cleanLine(given: { label: string; max: number; min?: number }) {
  return cleanText(given).superRefine((value, context) => {
    const problem = hiddenProblem(value, given.label);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });
}

/** A text kept to the letter (care texts, chat): trimmed, bounded, and free of NUL. */
export function verbatimText({
  label,
  max,
  min = 0,
}: {
  label: string;
  max: number;
  min?: number;
}) {
  return z
    .string({ error: `${label} is required` })
    .trim()
    .min(min, `${label} is required`)
    .max(max, `${label} must be ${max} characters or less`)
    .refine((value) => !hasNul(value), { message: `${label} contains invalid characters` });
}

/** An email address, trimmed and lower-cased: addresses differ by more than case for nobody. [U2] */
export const emailSchema = z
  .string({ error: 'Please enter a valid email address' })
  .trim()
  .toLowerCase()
  .superRefine((value, context) => {
    const problem = emailProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** A password that passes the one policy; every broken rule is an issue of its own. [U2] */
export const passwordSchema = z.string().superRefine((value, context) => {
  for (const message of passwordProblems(value)) context.addIssue({ code: 'custom', message });
});
