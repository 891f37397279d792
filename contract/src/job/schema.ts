import { z } from 'zod';
import { reliabilitySchema } from '../member/reliability.ts';
import { memberCardSchema } from '../member/schema.ts';
import { addressSchema, areaFields } from '../place/schema.ts';
import { ratingSchema } from '../review/rating.ts';
import { cleanLine, cleanText, verbatimText } from '../text/schema.ts';
import { isTimeZone } from '../time/zone.ts';
import {
  idSchema,
  momentSchema,
  moneySchema,
  timestampSchema,
  uuidSchema,
} from '../transport/base.ts';
import { JOB_ACTIONS, MOVE_ACTIONS } from './actions.ts';
import { askFirstSchema, requirementsDraftSchema, requirementsSchema } from './requirements.ts';

/** The longest texts of a job, in UTF-16 code units. [J2] */
export const JOB_LIMITS = {
  title: 100,
  description: 1000,
  special_instructions: 500,
  pet_name: 80,
  breed: 80,
} as const;

export const jobTypeSchema = z.enum(['pet_sitting', 'dog_walking', 'both']);
export type JobType = z.infer<typeof jobTypeSchema>;

export const jobStatusSchema = z.enum(['open', 'claimed', 'in_progress', 'completed', 'cancelled']);
export type JobStatus = z.infer<typeof jobStatusSchema>;

/** Why a job is cancelled: by its owner, because it ended unclaimed, or by staff. */
export const cancelCodeSchema = z.enum(['by_owner', 'by_staff', 'expired', 'taken_down']);
export type CancelCode = z.infer<typeof cancelCodeSchema>;

export const petSizeSchema = z.enum(['small', 'medium', 'large', 'extra_large']);
export type PetSize = z.infer<typeof petSizeSchema>;

export const petDetailsSchema = z.object({
  name: z.string(),
  breed: z.string().nullable(),
  size: z.union([petSizeSchema, z.literal('Unknown')]),
  image_url: z.string().nullable(),
});

/**
 * A job as its form sends it. Times include their offset; `time_zone` is the pet's, the member's
 * own by default. [J2]
 */
export const jobDraftSchema = z
  .strictObject({
    title: cleanLine({ label: 'Title', max: JOB_LIMITS.title }),
    description: cleanText({ label: 'Description', max: JOB_LIMITS.description }),
    /** The location: one of the two, see `areaFields`. */
    place_id: areaFields.place_id.optional(),
    location: areaFields.location.optional(),
    address: addressSchema.default(null),
    job_type: jobTypeSchema,
    start_date: timestampSchema,
    end_date: timestampSchema,
    time_zone: z.string().max(64).refine(isTimeZone, 'Unknown time zone').optional(),
    total_amount: moneySchema,
    hourly_rate: moneySchema.nullable().default(null),
    special_instructions: verbatimText({
      label: 'Special instructions',
      max: JOB_LIMITS.special_instructions,
    })
      .nullable()
      .default(null),
    /** One of the owner's saved pets, whose health the claiming sitter can see. */
    pet_id: uuidSchema.nullable().default(null),
    pet_details: z.strictObject({
      name: cleanLine({ label: 'Pet name', max: JOB_LIMITS.pet_name }),
      breed: cleanLine({ label: 'Breed', max: JOB_LIMITS.breed, min: 0 }).nullable().default(null),
      size: petSizeSchema,
      image_url: z.string().max(300).nullable().default(null),
    }),
    requirements: requirementsDraftSchema.default({
      met_before: false,
      verified: false,
      min_reviews: 0,
      favorites_first_hours: 0,
    }),
    ask_first: askFirstSchema.nullable().default(null),
  })
  .refine((job) => job.place_id !== undefined || job.location !== undefined, {
    path: ['location'],
    message: 'Location is required',
  })
  .refine((job) => Date.parse(job.end_date) > Date.parse(job.start_date), {
    path: ['end_date'],
    message: 'The end must be after the start',
  });
export type JobDraft = z.infer<typeof jobDraftSchema>;

const jobCore = z.object({
  id: idSchema,
  job_type: jobTypeSchema,
  status: jobStatusSchema,
  total_amount: z.number(),
  hourly_rate: z.number().nullable(),
  /** The area, as the label of a place; null for jobs from before there was a list. */
  location: z.string().nullable(),
  created_at: momentSchema,
});

/** What visitors see of an open job, and a sitter of one that they held before. [J1] [J4] */
export const publicJobSchema = jobCore.extend({
  view: z.literal('public'),
  /** Does not distinguish claimed, in progress and completed. */
  status: jobStatusSchema.extract(['open', 'claimed', 'cancelled']),
  /** Monday of the week in which the job starts, yyyy-MM-dd. */
  week: z.iso.date(),
  pet_details: z.object({ name: z.string() }),
});

/** What members see of an open job, and its participants of any. */
export const memberJobSchema = jobCore.extend({
  view: z.literal('member'),
  title: z.string(),
  description: z.string(),
  start_date: momentSchema,
  end_date: momentSchema,
  time_zone: z.string(),
  special_instructions: z.string().nullable(),
  pet_details: petDetailsSchema,
  owner_id: idSchema,
  owner: memberCardSchema,
  is_mine: z.boolean(),
  /**
   * Whole miles between the viewer's area and the job's, in a straight line; in lists of others'
   * open jobs, if both areas are known.
   */
  distance_miles: z.number().int().min(0).optional(),
  /**
   * In lists of others' open jobs: whether it has requirements for claiming, see
   * `job.listRequirements`.
   */
  has_requirements: z.literal(true).optional(),
});
export const jobCardSchema = z.discriminatedUnion('view', [publicJobSchema, memberJobSchema]);
export type JobCard = z.infer<typeof jobCardSchema>;
export type PublicJob = z.infer<typeof publicJobSchema>;
export type MemberJob = z.infer<typeof memberJobSchema>;

/** The live or completed claim of a job, for its participants. */
export const jobClaimSchema = z.object({
  id: idSchema,
  sitter_id: idSchema,
  claimed_at: momentSchema,
  started_at: momentSchema.nullable(),
  completed_at: momentSchema.nullable(),
  confirmed_at: momentSchema.nullable(),
  sitter: memberCardSchema,
  /** Summary of the sitter's published reviews. */
  sitter_rating: ratingSchema,
  /** How the sitter's jobs ended; null for fewer than three. */
  sitter_reliability: reliabilitySchema.nullable(),
});

/** How the owner can pay the claiming sitter; nobody else gets this. [J8] */
export const payoutSchema = z.object({
  handle: z.string().nullable(),
  links: z.array(
    z.object({ service: z.string(), url: z.string(), username: z.string().nullable() }),
  ),
});

/**
 * What a sitter must know about a pet in an emergency; for the owner and the sitter who holds the
 * job.
 */
export const petCareSchema = z.object({
  name: z.string(),
  age: z.number().nullable(),
  weight: z.number().nullable(),
  medical_conditions: z.string().nullable(),
  emergency_contact: z.string().nullable(),
  emergency_phone: z.string().nullable(),
});
export type PetCare = z.infer<typeof petCareSchema>;

export const jobActionSchema = z.enum(JOB_ACTIONS);
export const moveActionSchema = z.enum(MOVE_ACTIONS);

/** The actions that the viewer can take; others are omitted. */
const canSchema = z.partialRecord(
  z.union([jobActionSchema, z.enum(['chat', 'care', 'access'])]),
  z.boolean(),
);

/** The job page: what the viewer may see, and the actions they `can` take. [J4] */
export const jobDetailSchema = z.discriminatedUnion('view', [
  publicJobSchema.extend({ can: canSchema }),
  memberJobSchema.extend({
    can: canSchema,
    /** Summary of the owner's published reviews. */
    owner_rating: ratingSchema,
    /** How the owner's claimed jobs ended; null for fewer than three. */
    owner_reliability: reliabilitySchema.nullable(),
    /** Street and number: for the owner, and for the sitter while they hold the job. */
    address: z.string().nullable(),
    /** The saved pet; for the owner only, who may have two with the same name. [J2] */
    pet_id: uuidSchema.nullable(),
    claim: jobClaimSchema.nullable(),
    payout: payoutSchema.nullable(),
    /** Null if not cancelled; a job taken down by staff can't be opened again. */
    cancel_code: cancelCodeSchema.nullable(),
    /** The owner's or staff's reason; never set for an expired job. */
    cancel_reason: z.string().nullable(),
    /** Its requirements for claiming; null if there are none, or once it is claimed. */
    requirements: requirementsSchema.nullable(),
    /** Until when it is offered to some sitters first: for its owner and these sitters. */
    offered_until: momentSchema.nullable(),
    /** Whether staff must review it before others see it. */
    is_held: z.boolean(),
  }),
]);
export type JobDetail = z.infer<typeof jobDetailSchema>;
export type JobClaim = z.infer<typeof jobClaimSchema>;
