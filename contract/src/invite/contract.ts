import { z } from 'zod';
import { base } from '../wire/base.ts';
import { inviteCodeSchema, inviteSchema } from './schema.ts';

export const invite = {
  /** The caller's own invite, PGRST116 when none was generated yet. [I2] [X2] */
  getMine: base
    .route({ method: 'GET', path: '/rest/v1/invites', tags: ['invites'] })
    .input(z.object({ created_by: z.uuid().optional() }))
    .output(inviteSchema),

  /** The member's one standing code; asking again gives the same one. [I1] [I3] [X3] */
  generate: base
    .route({ method: 'POST', path: '/rest/v1/rpc/generate_invite_code', tags: ['rpc'] })
    .output(z.string()),

  /** Whether a code would let somebody in now: a bare yes or no, rate-limited. [U1] */
  check: base
    .route({ method: 'POST', path: '/rest/v1/rpc/check_invite_code', tags: ['rpc'] })
    .input(z.object({ code: inviteCodeSchema }))
    .output(z.boolean()),
};
