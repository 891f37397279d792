import { z } from 'zod';
import { timestampSchema } from '../transport/base.ts';

/** The forms that keep what was typed until they are completed. [O3] */
export const formTypeSchema = z.enum(['pet_onboarding', 'pet_sitter_onboarding']);
export type FormType = z.infer<typeof formTypeSchema>;

/** What was typed may weigh this much as JSON, in UTF-16 code units. */
export const DRAFT_MAX = 20_000;

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Boxes and groups of boxes, as forms have them: no deeper, or a depth of thousands could be sent. */
export const formDataSchema = z
  .record(z.string(), z.union([plain, z.array(plain), z.record(z.string(), plain)]))
  .refine((data) => JSON.stringify(data).length <= DRAFT_MAX, 'This is too long to keep');

export const formDraftSchema = z.object({
  form_type: formTypeSchema,
  form_data: z.record(z.string(), z.unknown()),
  updated_at: timestampSchema,
});
export type FormDraft = z.infer<typeof formDraftSchema>;
