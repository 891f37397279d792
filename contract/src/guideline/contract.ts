import { z } from 'zod';
import { base, momentSchema } from '../transport/base.ts';

/**
 * The current version of the guidelines; a new text gets a new date, and members are asked again.
 */
export const GUIDELINES_VERSION = '2026-11-26';

/** The current version, and when the caller agreed to it; null while they have not. */
const consentSchema = z.object({ version: z.string(), agreed_at: momentSchema.nullable() });

const tags = ['guideline_consents'];

export const guideline = {
  /** Whether the caller has agreed to the current guidelines. */
  getMine: base
    .route({ method: 'GET', path: '/rest/v1/guideline_consents', tags })
    .output(consentSchema),

  /** Agrees to the version that the caller has read; repeating it changes nothing. */
  agree: base
    .route({ method: 'POST', path: '/rest/v1/guideline_consents', tags })
    .errors({
      GUIDELINES_CHANGED: {
        status: 409,
        message: 'The guidelines have changed. Please read them again.',
      },
    })
    .input(z.strictObject({ version: z.string().max(20) }))
    .output(consentSchema),
};
