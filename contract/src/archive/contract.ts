import { z } from 'zod';
import { confirmErrors, proofErrors, proofShape } from '../account/proof.ts';
import { base, momentSchema } from '../transport/base.ts';

/** For how long a copy of one's data can be fetched, in days. [X1] */
export const ARCHIVE_DAYS = 7;
/** Where its member fetches it: bytes, not JSON. */
export const ARCHIVE_ADDRESS = '/storage/v1/archive';

/** The last copy of their data that the caller asked for. [X1] */
export const archiveSchema = z.object({
  /** `none` also where the last one is gone, or did not come about. */
  state: z.enum(['none', 'making', 'ready']),
  /** Until when it can be fetched; null while it is not ready. */
  expires_at: momentSchema.nullable(),
  bytes: z.int().nullable(),
  /** When the next one can be asked for; null for now. */
  next_at: momentSchema.nullable(),
});
export type Archive = z.infer<typeof archiveSchema>;

const tags = ['auth'];
const path = '/auth/v1/archive';

export const archive = {
  get: base.route({ method: 'GET', path, tags }).output(archiveSchema),

  /**
   * Has a copy of the caller's data made, with the current password or a code; an email says when it is
   * ready. Once a day. [X1]
   */
  request: base
    .route({ method: 'POST', path, tags })
    .errors({
      ...proofErrors,
      ARCHIVE_ASKED_TODAY: { status: 409, message: 'You can ask for a copy once a day.' },
    })
    .input(z.strictObject(proofShape))
    .output(archiveSchema),

  /**
   * Asks whether the copy can be fetched from `ARCHIVE_ADDRESS` now, which takes a proof of the last 10
   * minutes as well. [U10] [X1]
   */
  open: base
    .route({ method: 'POST', path: '/auth/v1/archive/open', successStatus: 204, tags })
    .errors(confirmErrors)
    .output(z.void()),
};
