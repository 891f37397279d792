import { z } from 'zod';
import { confirmationErrors } from '../account/proof.ts';
import { areaFields } from '../place/schema.ts';
import {
  base,
  cursorSchema,
  earlierVersionErrors,
  idSchema,
  page,
  pageSize,
  SPECIFIED,
  timestampSchema,
  uuidSchema,
} from '../transport/base.ts';
import { agendaSchema } from './agenda.ts';
import { jobEventSchema } from './history.ts';
import { JOB_SORTS, WITHIN_MILES_MOST } from './list-filter.ts';
import {
  jobSideSchema,
  myJobCountsSchema,
  myJobSchema,
  myJobsStateSchema,
  ownerWithJobsSchema,
} from './my-jobs.ts';
import { requirementsChangeSchema, requirementsSchema } from './requirements.ts';
import {
  jobActionSchema,
  jobCardSchema,
  jobDetailSchema,
  jobDraftSchema,
  jobTypeSchema,
  moveActionSchema,
  petCareSchema,
} from './schema.ts';

/** Errors of actions on a job, declared by every such call. */
export const jobErrors = {
  JOB_ALREADY_CLAIMED: {
    status: 409,
    message: 'This job has already been claimed by someone else.',
  },
  JOB_ACTION_REFUSED: {
    status: 409,
    message: 'This job has changed. Please check it again.',
    data: z.object({ action: jobActionSchema, status: z.string() }),
  },
  CLAIM_CHANGED: {
    status: 409,
    message: 'The sitter of this job has changed since you opened it. Please check it again.',
  },
} as const;

/** Up to 50 ids, separated by commas. */
const jobIdsSchema = z
  .string()
  .max(2_000)
  .transform((text) => text.split(','))
  .pipe(z.array(uuidSchema).max(50));

/** A time to filter by. PostgreSQL has no year 0 and no time zone of -23:59. */
const sinceSchema = timestampSchema
  .transform((text) => new Date(text).toISOString())
  .refine((text) => text > '1900', 'Please give a later time');

export const job = {
  /**
   * Open jobs, newest first; with `owner_id` that member's: the caller's own in every state,
   * others' open ones. [J1] [D1] Visitors get the public view, search only the location and the
   * pet's name, and get UNAUTHORIZED for an owner, or for a filter or order by time.
   *
   * `sort` changes the order: `soonest` start first, `nearest` to the place `place_id` first,
   * highest `pay` first. `within_miles` leaves out jobs farther from that place, `min_pay` those
   * that pay less, and `from` and `until` those that don't overlap the period. A cursor is only
   * valid with its order.
   */
  list: base
    .route({ method: 'GET', path: '/rest/v1/jobs', tags: ['jobs'] })
    .input(
      z.strictObject({
        owner_id: uuidSchema.optional(),
        search: z.string().trim().max(100).optional(),
        job_type: jobTypeSchema.optional(),
        sort: z.enum(JOB_SORTS).optional(),
        place_id: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
        within_miles: z.coerce.number().int().min(1).max(WITHIN_MILES_MOST).optional(),
        min_pay: z.coerce.number().min(0).max(1_000_000).optional(),
        from: sinceSchema.optional(),
        until: sinceSchema.optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(jobCardSchema)),

  /**
   * The caller's own jobs, `as` their owner or as the sitter who holds or held them, in every
   * state or in one. [D1] [D3] All of them by when they were posted or claimed, newest first;
   * `past` ones latest first; any other state soonest first. A search covers only texts that the
   * caller is shown.
   */
  listMine: base
    .route({ method: 'GET', path: '/rest/v1/rpc/my_jobs', tags: ['rpc'] })
    .input(
      z.strictObject({
        as: jobSideSchema,
        state: myJobsStateSchema.optional(),
        search: z.string().trim().max(100).optional(),
        cursor: cursorSchema,
        limit: pageSize(20, 50),
      }),
    )
    .output(page(myJobSchema)),

  /**
   * The dashboard in one answer: the claimed jobs that the caller owns or holds, each with its
   * section and what it needs from them now, up to 50 per role; how their last claims ended; and
   * their latest unread threads. [D1] [D3] [P7]
   */
  getAgenda: base
    .route({ method: 'GET', path: '/rest/v1/rpc/my_agenda', tags: ['rpc'] })
    .output(agendaSchema),

  /**
   * The number of the caller's jobs in each role, by phase; 1,000 means more than 999. [D1] [D3]
   */
  countMine: base
    .route({ method: 'GET', path: '/rest/v1/rpc/count_my_jobs', tags: ['rpc'] })
    .output(myJobCountsSchema),

  /**
   * Other members with open jobs, with up to three of them each; those who posted last come
   * first. [D1] Only owners among the newest 3,000 open jobs are included; `search` covers their
   * names and areas.
   */
  listOwners: base
    .route({ method: 'GET', path: '/rest/v1/rpc/pet_owners', tags: ['rpc'] })
    .input(
      z.strictObject({
        search: z.string().trim().max(100).optional(),
        cursor: cursorSchema,
        limit: pageSize(10, 20),
      }),
    )
    .output(page(ownerWithJobsSchema)),

  /**
   * The requirements of others' open jobs, and which of them the caller meets. [J5] Jobs without
   * requirements, or hidden from the caller, are left out.
   */
  listRequirements: base
    .route({ method: 'GET', path: '/rest/v1/rpc/job_requirements', tags: ['rpc'] })
    .input(z.strictObject({ job_ids: jobIdsSchema }))
    .output(
      z.object({ items: z.array(z.object({ id: idSchema, requirements: requirementsSchema })) }),
    ),

  /**
   * One job as far as the caller may see it, with the actions they can take. [J4] NOT_FOUND once
   * it is no longer open, except for its owner, the sitters who hold or held it, and staff.
   */
  get: base
    .route({ method: 'GET', path: '/rest/v1/jobs/{id}', tags: ['jobs'] })
    .input(z.strictObject({ id: uuidSchema }))
    .output(jobDetailSchema),

  /**
   * Health and emergency contacts of a job's saved pet: for its owner, and for the claiming
   * sitter from the claim until 7 days after the job's end. NOT_FOUND without such a pet.
   */
  getPetCare: base
    .route({ method: 'GET', path: '/rest/v1/rpc/job_pet_care', tags: ['rpc'] })
    .input(z.strictObject({ job_id: uuidSchema }))
    .output(petCareSchema),

  /**
   * A job's history, newest first. [J6] [J9] Its owner gets all of it. A sitter who holds or held
   * the job gets the entries about their own claims and, without reasons, when it was canceled,
   * reposted, expired or taken down. Other members get an empty list.
   */
  listEvents: base
    .route({ method: 'GET', path: '/rest/v1/job_events', tags: ['jobs'] })
    .input(z.strictObject({ job_id: uuidSchema, cursor: cursorSchema, limit: pageSize(20, 50) }))
    .output(page(jobEventSchema)),

  /**
   * Posts a job; with `ask_first` it is offered to these sitters before it opens to all.
   * Repeating a `client_id` with the same content returns the first job; with other content
   * nothing is posted, and EARLIER_VERSION_STORED has the id of the first. [J2] Without
   * `time_zone` it gets that of the member's availability, else of their last job, else UTC.
   */
  post: base
    .route({ method: 'POST', path: '/rest/v1/jobs', successStatus: 201, tags: ['jobs'] })
    .errors({
      JOB_IN_THE_PAST: { status: 422, message: 'The start cannot be in the past.' },
      ...confirmationErrors,
      JOB_TOO_FAR_AHEAD: { status: 422, message: 'Jobs can be posted up to two years ahead.' },
      ...earlierVersionErrors,
    })
    .input(
      jobDraftSchema.safeExtend({
        client_id: uuidSchema.optional(),
        owner_id: uuidSchema.optional(),
      }),
    )
    .output(jobDetailSchema),

  /** The table call `{status: open}`: releases the claim, by its owner or sitter. [J6] [X2] */
  update: base
    .route({ method: 'PATCH', path: '/rest/v1/jobs/{id}', tags: ['jobs'], description: SPECIFIED })
    .errors(jobErrors)
    .input(z.strictObject({ id: uuidSchema, status: z.literal('open') }))
    .output(jobDetailSchema),

  /**
   * Sets the area of a job from before areas were picked from a list, once: by its owner, until
   * the job is over. [J2]
   */
  setArea: base
    .route({ method: 'POST', path: '/rest/v1/rpc/set_job_area', tags: ['rpc'] })
    .errors({ JOB_AREA_FIXED: { status: 409, message: 'The area of this job can’t be changed.' } })
    .input(z.strictObject({ job_id: uuidSchema, place_id: areaFields.place_id }))
    .output(jobDetailSchema),

  /**
   * Changes the requirements of an open job, by its owner; hours count from now. [J2] Sitters who
   * were asked first may claim it anyway.
   */
  setRequirements: base
    .route({ method: 'POST', path: '/rest/v1/rpc/set_job_requirements', tags: ['rpc'] })
    .errors({
      JOB_NOT_OPEN: { status: 409, message: 'Only an open job can be changed like this.' },
    })
    .input(z.strictObject({ job_id: uuidSchema, requirements: requirementsChangeSchema }))
    .output(jobDetailSchema),

  /**
   * Performs an action of the state graph on a job. `claim_id` is the claim that the caller was
   * shown, null for none: CLAIM_CHANGED if the job has another one by then. [J6] [J9]
   */
  move: base
    .route({ method: 'POST', path: '/rest/v1/rpc/move_job', tags: ['rpc'] })
    .errors(jobErrors)
    .input(
      z.strictObject({
        job_id: uuidSchema,
        action: moveActionSchema,
        claim_id: uuidSchema.nullable().optional(),
        reason: z.string().trim().max(500).optional(),
      }),
    )
    .output(jobDetailSchema),

  /** Whether the caller could claim the job now. [J7] [X3] */
  canClaim: base
    .route({
      method: 'POST',
      path: '/rest/v1/rpc/can_claim_job',
      tags: ['rpc'],
      description: SPECIFIED,
    })
    .input(z.strictObject({ job_id: uuidSchema, user_id: uuidSchema.optional() }))
    .output(z.boolean()),
};
