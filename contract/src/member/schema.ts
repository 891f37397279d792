import { z } from 'zod';
import {
  availabilityDataSchema,
  keptAvailabilitySchema,
  weekdaySchema,
  weeklyScheduleSchema,
} from '../availability/schema.ts';
import { verifiedFactSchema } from '../identity/schema.ts';
import { PAYMENT_PREFERENCES, RATE_STEPS } from '../payment/rules.ts';
import { paymentChangesSchema, rateSchema } from '../payment/schema.ts';
import { addressSchema, areaFields } from '../place/schema.ts';
import { ratingSchema } from '../review/rating.ts';
import { cleanText } from '../text/schema.ts';
import { idSchema, timestampSchema } from '../transport/base.ts';
import { SERVICES } from './directory-rules.ts';
import { reliabilitySchema } from './reliability.ts';
import { activeRoleSchema, NAME_MAX, roleSchema } from './role.ts';
import { socialLinksEditSchema, socialLinksSchema } from './social-links.ts';
import { RECORD_NOTE_MAX } from './track-record.ts';

export const BIO_MAX = 500;

/** What every signed-in member may see of another; visitors see a shortened `full_name`. */
export const memberCardSchema = z.object({
  id: idSchema,
  full_name: z.string(),
  profile_image_url: z.string().nullable(),
  /**
   * Whether staff checked their identity and the check is still valid; see the feature
   * `identity`.
   */
  is_verified: z.boolean(),
});
export type MemberCard = z.infer<typeof memberCardSchema>;

export const paymentLinkSchema = z.object({
  service: z.string(),
  url: z.string(),
  username: z.string().optional(),
});
export const paymentLinksSchema = z.record(z.string(), paymentLinkSchema);

/**
 * How somebody is paid, as others may see it: the service, never the link, the handle or its
 * name.
 */
export const paymentServiceSchema = z.enum(['PayPal', 'Cash App', 'Venmo', 'Other']);
export type PaymentService = z.infer<typeof paymentServiceSchema>;

export const paymentPreferenceSchema = z.enum(PAYMENT_PREFERENCES);

export const serviceSchema = z.enum(SERVICES);
export type Service = z.infer<typeof serviceSchema>;

/**
 * How long a sitter usually takes to answer an owner; rough, so that single chats can't be
 * inferred from it.
 */
export const replyTimeSchema = z.enum(['within_hour', 'within_hours', 'within_day', 'over_day']);
export type ReplyTime = z.infer<typeof replyTimeSchema>;

/** Facts that help members decide who to trust; null for visitors. [R1] [R8] */
const trustFactsSchema = z.object({
  /** First name of the member who invited them; null also when that member has left. */
  invited_by: z.string().nullable(),
  /**
   * This and the following fields concern sitters. Confirmed jobs, counted up to `JOBS_DONE_MAX`.
   */
  jobs_done: z.int().nullable(),
  /** Null also until owners have written to them in three jobs. */
  reply_time: replyTimeSchema.nullable(),
  /** Null also before they have said. */
  services: z.array(serviceSchema).nullable(),
  /** How their jobs ended, for each role with three jobs or more; empty for visitors. */
  reliability: z.array(reliabilitySchema),
  /** The member's own note about it; null also while there is no such record. */
  record_note: z.string().nullable(),
});
export type TrustFacts = z.infer<typeof trustFactsSchema>;

/** Fields that a profile and a directory card share. [R1] [R8] */
const shownMemberSchema = memberCardSchema.extend({
  ...trustFactsSchema.shape,
  role: roleSchema,
  bio: z.string().nullable(),
  /** The area, as the label of a place. */
  location: z.string().nullable(),
  created_at: timestampSchema,
  payment_services: z.array(paymentServiceSchema),
  /** Summary of the published reviews. */
  rating: ratingSchema,
  /**
   * This and the following fields concern sitters and are for members; null otherwise. Whether
   * they accept jobs now.
   */
  availability_enabled: z.boolean().nullable(),
  /** The weekdays on which they have hours; null also while they accept no jobs. */
  free_days: z.array(weekdaySchema).nullable(),
  /** How they charge for a job. */
  payment_preference: paymentPreferenceSchema.nullable(),
  hourly_rate_amount: z.number().nullable(),
  fixed_rate_amount: z.number().nullable(),
});

/** A profile as others see it. Members-only fields are null for visitors. [R1] */
export const publicProfileSchema = shownMemberSchema.extend({
  view: z.literal('public'),
  /** What was verified about them, how and until when; empty for visitors. [R1] */
  verified: z.array(verifiedFactSchema),
  /**
   * For the owner of a job that this sitter holds, or held within the last 30 days; otherwise
   * null. [R2]
   */
  email: z.string().nullable(),
  username: z.string().nullable(),
  /** How fast they answer the sitters of their jobs; null also until asked in three jobs. */
  owner_reply_time: replyTimeSchema.nullable(),
  social_links: socialLinksSchema.nullable(),
  /** A sitter's weekly hours in `time_zone`; null while they accept no jobs. */
  weekly_schedule: weeklyScheduleSchema.nullable(),
  time_zone: z.string().nullable(),
  /** The days with hours within the next two weeks; never why the others have none. */
  next_free_dates: z.array(z.iso.date()),
});

/** A sitter in the directory, with what helps to choose one. [R8] */
export const sitterCardSchema = shownMemberSchema.extend({
  /** Only for staff who ask for `view=staff`. */
  email: z.string().optional(),
});
export type SitterCard = z.infer<typeof sitterCardSchema>;

/** Everything a member may see of themselves. */
export const ownProfileSchema = publicProfileSchema.extend({
  view: z.literal('self'),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** The place id of `location`, for the area field of the form. */
  place_id: z.int().nullable(),
  /** Street and number; never sent to anybody else from here. */
  address: z.string().nullable(),
  phone: z.string().nullable(),
  active_role: activeRoleSchema,
  last_sign_in_at: timestampSchema.nullable(),
  payment_links: paymentLinksSchema,
  payment_preference: paymentPreferenceSchema.nullable(),
  hourly_rate_amount: z.number().nullable(),
  fixed_rate_amount: z.number().nullable(),
  availability_enabled: z.boolean(),
  availability_data: keptAvailabilitySchema.nullable(),
  /** The version of the availability, to save changes based on it. */
  availability_version: z.string(),
  onboarding_completed: z.boolean(),
  pet_onboarding_completed: z.boolean(),
  completeness: z.object({
    percent: z.int().min(0).max(100),
    is_complete: z.boolean(),
    missing: z.array(z.object({ field: z.string(), label: z.string(), required: z.boolean() })),
  }),
});
export type OwnProfile = z.infer<typeof ownProfileSchema>;

export const profileSchema = z.discriminatedUnion('view', [publicProfileSchema, ownProfileSchema]);
export type Profile = z.infer<typeof profileSchema>;

/** The fields of the Edit Profile forms; omitted ones stay as they are. [R3] [V4] */
export const profileEditSchema = z
  .strictObject({
    first_name: cleanText({ label: 'First name', max: NAME_MAX }),
    last_name: cleanText({ label: 'Last name', max: NAME_MAX }),
    bio: cleanText({ label: 'Bio', max: BIO_MAX, min: 0 }).nullable(),
    /** The area, by id or as text (see `areaFields`); null or an empty text removes it. */
    place_id: areaFields.place_id.nullable(),
    location: z.union([z.literal(''), areaFields.location]).nullable(),
    address: addressSchema,
    /** Lower case; an empty text removes it. */
    username: z
      .string()
      .trim()
      .toLowerCase()
      .regex(
        /^([a-z0-9][a-z0-9_.-]{1,28}[a-z0-9])?$/,
        'Use 3 to 30 letters, digits, dots, dashes or underscores',
      )
      .nullable(),
    social_links: socialLinksEditSchema,
    /** The member's note on how their jobs ended, shown beside it; null or '' removes it. */
    record_note: cleanText({ label: 'Your note', max: RECORD_NOTE_MAX, min: 0 }).nullable(),
    phone: z
      .string()
      .trim()
      .max(30, 'Phone must be 30 characters or less')
      .regex(/^[+\d\s().-]*$/, 'Please enter a valid phone number')
      .nullable(),
    /** The public address of a picture that the member has uploaded; null removes it. [R4] */
    profile_image_url: z.string().max(300).nullable(),
    payment_links: paymentChangesSchema,
    /** For sitters; null means not said. */
    services: z
      .array(serviceSchema)
      .min(1, 'Choose at least one')
      .max(serviceSchema.options.length)
      .transform((services) => serviceSchema.options.filter((one) => services.includes(one)))
      .nullable(),
    /** For sitters. The amount that matches the preference is kept, the other is cleared. [R6] */
    payment_preference: paymentPreferenceSchema.nullable(),
    hourly_rate_amount: rateSchema(RATE_STEPS.hourly_rate),
    fixed_rate_amount: rateSchema(RATE_STEPS.fixed_rate),
    availability_enabled: z.boolean(),
    availability_data: availabilityDataSchema.nullable(),
    /** If given, the change is refused when the availability has changed since this version. */
    availability_version: z.string().max(64),
    /** Marks onboarding as done, once all required fields are there. [O1] [O2] */
    onboarding_completed: z.literal(true),
    pet_onboarding_completed: z.literal(true),
  })
  .partial();
export type ProfileEdit = z.infer<typeof profileEditSchema>;
/** The same as input: payment methods as typed. */
export type ProfileEditInput = z.input<typeof profileEditSchema>;
