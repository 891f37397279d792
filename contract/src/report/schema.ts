import { z } from 'zod';
import { hearingSideSchema, staffHearingSchema } from '../hearing/schema.ts';
import { namedMemberSchema } from '../member/named.ts';
import { decisionKindSchema, staffDecisionSchema } from '../moderation/schema.ts';
import { staffReadingSchema } from '../reading/schema.ts';
import { appRoleSchema } from '../staff/schema.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema } from '../transport/base.ts';
import { reportSubjectSchema } from './subject.ts';

/**
 * Why, and how urgent that is: 1 is looked at first. The queue is ordered by it, then by age.
 */
export const REPORT_REASONS = {
  danger: { label: 'A person or an animal is in danger', urgency: 1 },
  harassment: { label: 'Harassment, hate or threats', urgency: 2 },
  sexual: { label: 'Sexual content', urgency: 2 },
  fraud: { label: 'Scam, or money outside of what was agreed', urgency: 2 },
  privacy: { label: 'Shares private data', urgency: 3 },
  fake: { label: 'Fake or misleading', urgency: 3 },
  spam: { label: 'Spam or advertising', urgency: 4 },
  other: { label: 'Something else', urgency: 4 },
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
export const reportReasonSchema = z.enum(
  Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]],
);

/** What brings a member to staff without a report, and the reason that it is ordered by. */
export const SIGNALS = {
  blocks: { label: 'Blocked by several members', reason: 'harassment' },
  cancellations: { label: 'Several late cancellations', reason: 'other' },
  links: { label: 'Links in the bio', reason: 'spam' },
  /** Of a new member, where the community has staff look first; nobody else sees it until then. */
  first_post: { label: 'First job of a new member', reason: 'other' },
} as const satisfies Record<string, { label: string; reason: ReportReason }>;
export type Signal = keyof typeof SIGNALS;
export const signalSchema = z.enum(Object.keys(SIGNALS) as [Signal, ...Signal[]]);

/** So many blocks or late cancellations within so many days are a signal. */
export const SIGNAL_COUNT = 3;
export const SIGNAL_DAYS = 90;

export const REPORT_DETAILS_MAX = 1000;
export const reportDetailsSchema = verbatimText({
  label: 'Details',
  max: REPORT_DETAILS_MAX,
}).default('');

/** How many messages before and after the reported one are kept with it, and of a whole conversation. */
export const MESSAGES_AROUND = 5;
export const MESSAGES_OF_CONVERSATION = 20;

/** What the reported thing said when it was reported, kept for staff; each kind has some of it. */
export const reportSnapshotSchema = z.object({
  title: z.string().nullish(),
  text: z.string().nullish(),
  picture: z.string().nullish(),
  rating: z.int().nullish(),
  messages: z
    .array(
      z.object({
        id: z.string(),
        sender_id: z.string(),
        sender_name: z.string(),
        content: z.string(),
        created_at: z.string(),
      }),
    )
    .nullish(),
  /** Of a signal: how many blocks or late cancellations, and which. Who blocked is not told. */
  counted: z.int().nullish(),
  cancellations: z
    .array(z.object({ job_id: z.string(), ended_at: z.string(), start_date: z.string() }))
    .nullish(),
});
export type ReportSnapshot = z.infer<typeof reportSnapshotSchema>;

/** What became of a report, as its reporter is told: not what was decided about the other member. */
export const reportOutcomeSchema = z.enum(['waiting', 'action', 'no_action', 'withdrawn']);

/** A report for the member who made it. */
export const ownReportSchema = z.object({
  id: idSchema,
  subject_type: reportSubjectSchema,
  reason: reportReasonSchema,
  details: z.string(),
  created_at: momentSchema,
  decided_at: momentSchema.nullable(),
  outcome: reportOutcomeSchema,
  /** It can be taken back until one of the staff looks into it. */
  can: z.object({ withdraw: z.boolean() }),
});
export type OwnReport = z.infer<typeof ownReportSchema>;

/** What waits is counted up to this many: then the screen shows 1000+. */
export const REPORTS_COUNTED = 1000;

/** What the queue shows: what waits, what one works on, and what was decided. */
export const reportStateSchema = z.enum(['open', 'mine', 'decided']);
export type ReportState = z.infer<typeof reportStateSchema>;

/** A report in the queue of staff. [S4] */
export const queuedReportSchema = z.object({
  id: idSchema,
  subject_type: reportSubjectSchema,
  reason: reportReasonSchema,
  /** What brought it up where nobody reported it. */
  signal: signalSchema.nullable(),
  urgency: z.int(),
  created_at: momentSchema,
  /** Whose it is. */
  member: namedMemberSchema,
  /** Null once that member is gone, and of a signal. */
  reporter: namedMemberSchema.nullable(),
  /** Who of the staff looks into it. */
  assigned_to: namedMemberSchema.nullable(),
  decided_at: momentSchema.nullable(),
  decided_as: decisionKindSchema.nullable(),
});
export type QueuedReport = z.infer<typeof queuedReportSchema>;

/** What staff know of one side of a report. */
export const reportSideSchema = namedMemberSchema.extend({
  app_role: appRoleSchema,
  created_at: momentSchema,
  suspended_at: momentSchema.nullable(),
  /** Whether they deleted their account: their words are gone, and nothing can be done about them. */
  has_left: z.boolean(),
  jobs_posted: z.int(),
  jobs_done: z.int(),
  /** Reports that they made, and those of them that led to something. */
  reports_made: z.int(),
  reports_upheld: z.int(),
  /** Reports that they took back. */
  reports_withdrawn: z.int(),
  /** Reports about them. */
  reports_about: z.int(),
  /** Earlier decisions about them, newest first. */
  decisions: z.array(staffDecisionSchema),
});
export type ReportSide = z.infer<typeof reportSideSchema>;

/** A report with all that staff need to decide. [S4] */
export const staffReportSchema = queuedReportSchema.extend({
  subject_id: idSchema,
  details: z.string(),
  snapshot: reportSnapshotSchema,
  /** Open reports of the same thing, this one included: they are decided together. */
  same_open: z.int(),
  sides: z.object({ member: reportSideSchema, reporter: reportSideSchema.nullable() }),
  /** What was asked of both sides, the oldest first. */
  hearings: z.array(staffHearingSchema),
  /** The latest wish to read the whole chat; null where there is none. */
  reading: staffReadingSchema.nullable(),
  can: z.object({
    take: z.boolean(),
    give_back: z.boolean(),
    decide: z.array(decisionKindSchema),
    /** Who can still be asked. */
    ask: z.array(hearingSideSchema),
    ask_to_read: z.boolean(),
  }),
});
export type StaffReport = z.infer<typeof staffReportSchema>;
