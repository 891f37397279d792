import { z } from 'zod';
import { base } from '../wire/base.ts';
import { formDataSchema, formDraftSchema, formTypeSchema } from './schema.ts';

const address = '/rest/v1/form_drafts/{form_type}';

export const draft = {
  /** What the caller has typed into a form and not completed; NOT_FOUND when nothing. [O3] [X2] */
  get: base
    .route({ method: 'GET', path: address, tags: ['form_drafts'] })
    .input(z.object({ form_type: formTypeSchema }))
    .output(formDraftSchema),

  /** Keeps what the caller has typed, over what was kept before: one draft a form. [O3] [X2] */
  save: base
    .route({ method: 'PUT', path: address, tags: ['form_drafts'] })
    .input(
      z.object({
        form_type: formTypeSchema,
        form_data: formDataSchema,
        user_id: z.uuid().optional(),
      }),
    )
    .output(formDraftSchema),

  /** Forgets it; also when there is none. [O3] [X2] */
  remove: base
    .route({ method: 'DELETE', path: address, tags: ['form_drafts'] })
    .input(z.object({ form_type: formTypeSchema }))
    .output(z.object({})),
};
