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
import { reliabilitySchema } from './reliability.ts';
import { socialLinksEditSchema, socialLinksSchema } from './social-links.ts';
import { RECORD_NOTE_MAX } from './track-record.ts';

/** What a member can be in the marketplace; `active_role` is only the view of a 'both'. */
export const roleSchema = z.enum(['pet_owner', 'pet_sitter', 'both']);
export type Role = z.infer<typeof roleSchema>;

export const activeRoleSchema = z.enum(['pet_owner', 'pet_sitter']);
export type ActiveRole = z.infer<typeof activeRoleSchema>;

export const BIO_MAX = 500;
export const NAME_MAX = 80;

/** What every signed-in member may see of another; the signed-out see `full_name` shortened. */
export const memberCardSchema = z.object({
  id: idSchema,
  full_name: z.string(),
  profile_image_url: z.string().nullable(),
  /** Whether staff checked their identity, and that still counts; see the feature `identity`. */
  is_verified: z.boolean(),
});
export type MemberCard = z.infer<typeof memberCardSchema>;

export const paymentLinkSchema = z.object({
  service: z.string(),
  url: z.string(),
  username: z.string().optional(),
});
export const paymentLinksSchema = z.record(z.string(), paymentLinkSchema);

/** What others may know of how somebody is paid: the service, never the link, the handle or its name. */
export const paymentServiceSchema = z.enum(['PayPal', 'Cash App', 'Venmo', 'Other']);
export type PaymentService = z.infer<typeof paymentServiceSchema>;

export const paymentPreferenceSchema = z.enum(PAYMENT_PREFERENCES);

/** What a sitter offers to do. */
export const serviceSchema = z.enum(['pet_sitting', 'dog_walking']);
export type Service = z.infer<typeof serviceSchema>;

/** How long a sitter usually takes to answer an owner; only roughly, so that no chat can be told from it. */
export const replyTimeSchema = z.enum(['within_hour', 'within_hours', 'within_day', 'over_day']);
export type ReplyTime = z.infer<typeof replyTimeSchema>;

/** What members are told that helps to decide who to trust; null to the signed-out. [R1] [R8] */
const trustFactsSchema = z.object({
  /** First name of the member whose invite they came with; null also when that member is gone. */
  invited_by: z.string().nullable(),
  /** This and what follows is about sitters. Confirmed jobs, counted up to `JOBS_DONE_MAX`. */
  jobs_done: z.int().nullable(),
  /** Null also before they were written to in three jobs. */
  reply_time: replyTimeSchema.nullable(),
  /** Null also while they have not said. */
  services: z.array(serviceSchema).nullable(),
  /** How their jobs ended, of each side with three jobs or more; none to the signed-out. */
  reliability: z.array(reliabilitySchema),
  /** What they say about it themselves; null also while there is no such record. */
  record_note: z.string().nullable(),
});
export type TrustFacts = z.infer<typeof trustFactsSchema>;

/** What a profile and a card of the directory show alike. [R1] [R8] */
const shownMemberSchema = memberCardSchema.extend({
  ...trustFactsSchema.shape,
  role: roleSchema,
  bio: z.string().nullable(),
  /** The area as a label of the list of places. */
  location: z.string().nullable(),
  created_at: timestampSchema,
  payment_services: z.array(paymentServiceSchema),
  /** What published reviews say in sum. */
  rating: ratingSchema,
  /** This and what follows is about sitters, for members; null otherwise. Whether they take jobs now. */
  availability_enabled: z.boolean().nullable(),
  /** The days of the week on which they have hours; null also while they take no jobs. */
  free_days: z.array(weekdaySchema).nullable(),
  /** What they take for a job. */
  payment_preference: paymentPreferenceSchema.nullable(),
  hourly_rate_amount: z.number().nullable(),
  fixed_rate_amount: z.number().nullable(),
});

/** A profile as others see it. What is not about everybody is null to the signed-out. [R1] */
export const publicProfileSchema = shownMemberSchema.extend({
  view: z.literal('public'),
  /** What was checked of them, how and until when; none to the signed-out. [R1] */
  verified: z.array(verifiedFactSchema),
  /** To the owner of a job that this sitter holds, or held within the last 30 days; else null. [R2] */
  email: z.string().nullable(),
  username: z.string().nullable(),
  /** How soon they answer the sitters of their jobs; null also before they were asked in three. */
  owner_reply_time: replyTimeSchema.nullable(),
  social_links: socialLinksSchema.nullable(),
  /** The hours of a sitter's week on the wall of `time_zone`; null while they take no jobs. */
  weekly_schedule: weeklyScheduleSchema.nullable(),
  time_zone: z.string().nullable(),
  /** The next days on which they have hours, of the coming two weeks; never why not on the others. */
  next_free_dates: z.array(z.iso.date()),
});

/** A sitter in the directory: what helps to choose who to ask. [R8] */
export const sitterCardSchema = shownMemberSchema.extend({
  /** To staff who ask for `view=staff`, and nobody else. */
  email: z.string().optional(),
});
export type SitterCard = z.infer<typeof sitterCardSchema>;

/** Everything a member may see of themselves. */
export const ownProfileSchema = publicProfileSchema.extend({
  view: z.literal('self'),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  /** Of `location`, for the form that picks it. */
  place_id: z.int().nullable(),
  /** Street and number; nobody else is ever sent it from here. */
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
  /** Names the availability that was seen, for saving upon it. */
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

/** The fields of the forms of Edit Profile; what is left out stays as it is. [R3] [V4] */
export const profileEditSchema = z
  .strictObject({
    first_name: cleanText({ label: 'First name', max: NAME_MAX }),
    last_name: cleanText({ label: 'Last name', max: NAME_MAX }),
    bio: cleanText({ label: 'Bio', max: BIO_MAX, min: 0 }).nullable(),
    /** The area, by id or in words (see `areaFields`); null or an empty text takes it away. */
    place_id: areaFields.place_id.nullable(),
    location: z.union([z.literal(''), areaFields.location]).nullable(),
    address: addressSchema,
    /** Lower case; an empty text is none. */
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
    /** What the member says about how their jobs ended, shown beside it; null or '' takes it away. */
    record_note: cleanText({ label: 'Your note', max: RECORD_NOTE_MAX, min: 0 }).nullable(),
    phone: z
      .string()
      .trim()
      .max(30, 'Phone must be 30 characters or less')
      .regex(/^[+\d\s().-]*$/, 'Please enter a valid phone number')
      .nullable(),
    /** The public address of a picture that the member has uploaded; null takes it away. [R4] */
    profile_image_url: z.string().max(300).nullable(),
    payment_links: paymentChangesSchema,
    /** Of those who sit; null says nothing of it. */
    services: z
      .array(serviceSchema)
      .min(1, 'Choose at least one')
      .max(serviceSchema.options.length)
      .transform((services) => serviceSchema.options.filter((one) => services.includes(one)))
      .nullable(),
    /** Of those who sit. The amount of the preference is kept, the other one is cleared. [R6] */
    payment_preference: paymentPreferenceSchema.nullable(),
    hourly_rate_amount: rateSchema(RATE_STEPS.hourly_rate),
    fixed_rate_amount: rateSchema(RATE_STEPS.fixed_rate),
    availability_enabled: z.boolean(),
    availability_data: availabilityDataSchema.nullable(),
    /** With it a change is refused when the availability has changed since it was seen. */
    availability_version: z.string().max(64),
    /** The first steps are done, once everything that they ask for is there. [O1] [O2] */
    onboarding_completed: z.literal(true),
    pet_onboarding_completed: z.literal(true),
  })
  .partial();
export type ProfileEdit = z.infer<typeof profileEditSchema>;
/** The same as it is sent: payment methods as they were typed. */
export type ProfileEditInput = z.input<typeof profileEditSchema>;
