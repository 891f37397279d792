import { z } from 'zod';
import { memberCardSchema } from '../member/schema.ts';
import { base, cursorSchema, page, pageSize, timestampSchema } from '../transport/base.ts';

/** How many members one member can block. */
export const BLOCKS_MAX = 500;

/** A member that the caller has blocked, with the date. */
export const blockedMemberSchema = memberCardSchema.extend({ created_at: timestampSchema });
export type BlockedMember = z.infer<typeof blockedMemberSchema>;

/** Why a member cannot be blocked. */
export const blockErrors = {
  CANNOT_BLOCK_YOURSELF: { status: 422, message: 'You can’t block yourself.' },
  TOO_MANY_BLOCKS: { status: 409, message: `You can block ${BLOCKS_MAX} members at most.` },
} as const;

export const block = {
  /** The members that the caller has blocked, newest first; nobody else's list can be read. */
  list: base
    .route({ method: 'GET', path: '/rest/v1/member_blocks', tags: ['member_blocks'] })
    .input(z.strictObject({ cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(blockedMemberSchema)),

  /**
   * Blocks a member: the two can't find each other, write to each other or claim each other's
   * jobs. NOT_FOUND for a member that the caller neither sees nor has dealt with. A job in
   * progress between the two continues: `live_jobs`.
   */
  create: base
    .route({
      method: 'POST',
      path: '/rest/v1/member_blocks',
      successStatus: 201,
      tags: ['member_blocks'],
    })
    .errors(blockErrors)
    .input(z.strictObject({ member_id: z.uuid() }))
    .output(z.object({ live_jobs: z.array(z.object({ id: z.uuid(), title: z.string() })) })),

  /** Removes a block; without one, nothing happens. */
  remove: base
    .route({
      method: 'DELETE',
      path: '/rest/v1/member_blocks/{member_id}',
      successStatus: 204,
      tags: ['member_blocks'],
    })
    .input(z.strictObject({ member_id: z.uuid() }))
    .output(z.void()),
};
