import { z } from 'zod';
import { base, SPECIFIED, timestampSchema, uuidSchema } from '../transport/base.ts';
import { formDataSchema, formDraftSchema, formTypeSchema } from './schema.ts';

const address = '/rest/v1/form_drafts';

/** Identifies a draft: a form, and its user, who can only be the caller. */
const whichDraft = { form_type: formTypeSchema, user_id: uuidSchema.optional() };

export const draft = {
  /**
   * The caller's input in a form that is not completed yet; NOT_FOUND when there is none. [O3]
   * [X2]
   */
  get: base
    .route({ method: 'GET', path: address, tags: ['form_drafts'] })
    .input(z.strictObject(whichDraft))
    .output(formDraftSchema),

  /** Saves the caller's input and replaces the earlier draft: one draft per form. [O3] [X2] */
  save: base
    .route({ method: 'POST', path: address, tags: ['form_drafts'] })
    .input(
      z.strictObject({
        ...whichDraft,
        form_data: formDataSchema,
        /** Accepted because the specification sends it; the server's own time is stored. */
        updated_at: timestampSchema.optional(),
      }),
    )
    .output(formDraftSchema),

  /** Deletes the draft, if there is one. [O3] [X2] */
  remove: base
    .route({ method: 'DELETE', path: address, tags: ['form_drafts'], description: SPECIFIED })
    .input(z.strictObject(whichDraft))
    .output(z.object({})),
};
