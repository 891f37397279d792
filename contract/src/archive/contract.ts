import { z } from 'zod';
import { confirmErrors, proofErrors, proofShape } from '../account/proof.ts';
import { base, momentSchema } from '../transport/base.ts';

/** How many days a copy of the caller's data can be downloaded. [X1] */
export const ARCHIVE_DAYS = 7;
/** The download address: bytes, not JSON. */
export const ARCHIVE_ADDRESS = '/storage/v1/archive';

/** The latest copy of their data that the caller requested. [X1] */
export const archiveSchema = z.object({
  /** `none` also when the last copy has expired or could not be made. */
  state: z.enum(['none', 'making', 'ready']),
  /** When the download expires; null while it is not ready. */
  expires_at: momentSchema.nullable(),
  bytes: z.int().nullable(),
  /** When the next copy can be requested; null means now. */
  next_at: momentSchema.nullable(),
});
export type Archive = z.infer<typeof archiveSchema>;

export const archiveErrors = {
  ARCHIVE_ASKED_TODAY: { status: 409, message: 'You can ask for a copy once a day.' },
} as const;

const tags = ['auth'];
const path = '/auth/v1/archive';

export const archive = {
  get: base.route({ method: 'GET', path, tags }).output(archiveSchema),

  /**
   * Starts making a copy of the caller's data, with the current password or a code. An email says
   * when it is ready. Once a day. [X1]
   */
  request: base
    .route({ method: 'POST', path, tags })
    .errors({ ...proofErrors, ...archiveErrors })
    .input(z.strictObject(proofShape))
    .output(archiveSchema),

  /**
   * Checks that the copy can be downloaded from `ARCHIVE_ADDRESS` now, which also requires a
   * proof of identity within the last 10 minutes. [U10] [X1]
   */
  open: base
    .route({ method: 'POST', path: '/auth/v1/archive/open', successStatus: 204, tags })
    .errors(confirmErrors)
    .output(z.void()),
};
