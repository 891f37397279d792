import { z } from 'zod';
import { countCharacters } from './count-characters.ts';
import { hiddenProblem } from './hidden.ts';
import { passwordProblems } from './password.ts';
import { emailProblem, hasNul, sanitizeText, textProblem } from './rules.ts';

/**
 * A labeled, sanitized text of a form, required unless `min` is 0, checked with the shared rules.
 * [P13]
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

/** The same for a name on one line that others read: hidden characters are refused. */
export function cleanLine(given: { label: string; max: number; min?: number }) {
  return cleanText(given).superRefine((value, context) => {
    const problem = hiddenProblem(value, given.label);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });
}

/** A text stored exactly as typed (care texts, chat): trimmed, limited, and without NUL. */
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

/** An email address, trimmed and lower-cased: no two mailboxes differ by case alone. [U2] */
export const emailSchema = z
  .string({ error: 'Please enter a valid email address' })
  .trim()
  .toLowerCase()
  .superRefine((value, context) => {
    const problem = emailProblem(value);
    if (problem) context.addIssue({ code: 'custom', message: problem });
  });

/** A password that passes the policy; every broken rule is its own issue. [U2] */
export const passwordSchema = z.string().superRefine((value, context) => {
  for (const message of passwordProblems(value)) context.addIssue({ code: 'custom', message });
});
