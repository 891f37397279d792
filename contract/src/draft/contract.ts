import { z } from 'zod';
import { base, SPECIFIED, timestampSchema } from '../transport/base.ts';
import { formDataSchema, formDraftSchema, formTypeSchema } from './schema.ts';

const address = '/rest/v1/form_drafts';

/** Which draft: a form, and whose, which can only be the caller. */
const whichDraft = { form_type: formTypeSchema, user_id: z.uuid().optional() };

export const draft = {
  /** What the caller has typed into a form and not completed; NOT_FOUND when nothing. [O3] [X2] */
  get: base
    .route({ method: 'GET', path: address, tags: ['form_drafts'] })
    .input(z.strictObject(whichDraft))
    .output(formDraftSchema),

  /** Keeps what the caller has typed, over what was kept before: one draft a form. [O3] [X2] */
  save: base
    .route({ method: 'POST', path: address, tags: ['form_drafts'] })
    .input(
      z.strictObject({
        ...whichDraft,
        form_data: formDataSchema,
        /** Taken as the specification sends it; the server's own time is kept. */
        updated_at: timestampSchema.optional(),
      }),
    )
    .output(formDraftSchema),

  /** Forgets it; also when there is none. [O3] [X2] */
  remove: base
    .route({ method: 'DELETE', path: address, tags: ['form_drafts'], description: SPECIFIED })
    .input(z.strictObject(whichDraft))
    .output(z.object({})),
};
