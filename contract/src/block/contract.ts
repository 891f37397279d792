import { z } from 'zod';
import { memberCardSchema } from '../member/schema.ts';
import { verbatimText } from '../text/schema.ts';
import {
  base,
  cursorSchema,
  idSchema,
  momentSchema,
  page,
  pageSize,
  timestampSchema,
  uuidSchema,
} from '../transport/base.ts';

/** How many members one member can block. */
export const BLOCKS_MAX = 500;

/** A member that the caller has blocked, with the date. */
export const blockedMemberSchema = memberCardSchema.extend({ created_at: timestampSchema });
export type BlockedMember = z.infer<typeof blockedMemberSchema>;

/** The start of a request to end a job with a blocked member; the member's own text follows. */
export const END_REQUEST = 'Please end this job. I have blocked the other member.';

/** A job in progress between the caller and a member they have blocked. */
export const liveJobSchema = z.object({
  id: idSchema,
  title: z.string(),
  /** When the caller asked our team to end it; null without an open request. */
  asked_at: momentSchema.nullable(),
  can: z.object({ ask_to_end: z.boolean() }),
});
export type LiveJob = z.infer<typeof liveJobSchema>;

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
    .input(z.strictObject({ member_id: uuidSchema }))
    .output(z.object({ live_jobs: z.array(liveJobSchema) })),

  /** The jobs in progress between the caller and members they have blocked, soonest first. */
  listLiveJobs: base
    .route({ method: 'GET', path: '/rest/v1/rpc/jobs_with_blocked', tags: ['rpc'] })
    .output(z.object({ items: z.array(liveJobSchema) })),

  /**
   * Asks our team to end such a job, as a request of the caller; repeating it changes nothing. The
   * other member does not learn about it. NOT_FOUND for every other job.
   */
  askToEnd: base
    .route({ method: 'POST', path: '/rest/v1/rpc/ask_to_end_job', tags: ['rpc'] })
    .input(
      z.strictObject({
        job_id: uuidSchema,
        message: verbatimText({ label: 'Message', max: 1000 }).default(''),
      }),
    )
    .output(liveJobSchema),

  /** Removes a block; without one, nothing happens. */
  remove: base
    .route({
      method: 'DELETE',
      path: '/rest/v1/member_blocks/{member_id}',
      successStatus: 204,
      tags: ['member_blocks'],
    })
    .input(z.strictObject({ member_id: uuidSchema }))
    .output(z.void()),
};
