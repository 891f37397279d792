import { z } from 'zod';
import { timestampSchema } from '../transport/base.ts';

/** The forms whose input is saved as a draft. [O3] */
export const formTypeSchema = z.enum(['pet_onboarding', 'pet_sitter_onboarding']);
export type FormType = z.infer<typeof formTypeSchema>;

/** The maximum size of a draft as JSON, in UTF-16 code units. */
export const DRAFT_MAX = 20_000;

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Fields and groups of fields, as forms have them; no deeper nesting, so that nobody can send a
 * depth of thousands.
 */
export const formDataSchema = z
  .record(z.string(), z.union([plain, z.array(plain), z.record(z.string(), plain)]))
  .refine((data) => JSON.stringify(data).length <= DRAFT_MAX, 'This is too long to keep');

export const formDraftSchema = z.object({
  form_type: formTypeSchema,
  form_data: z.record(z.string(), z.unknown()),
  updated_at: timestampSchema,
});
export type FormDraft = z.infer<typeof formDraftSchema>;
