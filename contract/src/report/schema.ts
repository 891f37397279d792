import { z } from 'zod';
import { hearingSideSchema, staffHearingSchema } from '../hearing/schema.ts';
import { namedMemberSchema } from '../member/named.ts';
import { decisionKindSchema, staffDecisionSchema } from '../moderation/schema.ts';
import { staffReadingSchema } from '../reading/schema.ts';
import { appRoleSchema } from '../staff/schema.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema } from '../transport/base.ts';
import { reportSubjectSchema } from './subject.ts';

/** The reasons with their urgency: 1 comes first. The queue is ordered by urgency, then by age. */
export const REPORT_REASONS = {
  danger: { label: 'A person or animal is in danger', urgency: 1 },
  harassment: { label: 'Harassment, hate or threats', urgency: 2 },
  sexual: { label: 'Sexual content', urgency: 2 },
  fraud: { label: 'Scam or unexpected payment request', urgency: 2 },
  privacy: { label: 'Shares private data', urgency: 3 },
  fake: { label: 'Fake or misleading', urgency: 3 },
  spam: { label: 'Spam or advertising', urgency: 4 },
  other: { label: 'Something else', urgency: 4 },
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
export const reportReasonSchema = z.enum(
  Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]],
);

/** Signals that open a case without a report, and the reason used for ordering. */
export const SIGNALS = {
  blocks: { label: 'Blocked by several members', reason: 'harassment' },
  cancellations: { label: 'Several late cancellations', reason: 'other' },
  links: { label: 'Links in the bio', reason: 'spam' },
  /**
   * A new member's first jobs, if the community has staff review them; nobody else sees them
   * until then.
   */
  first_post: { label: 'First job of a new member', reason: 'other' },
} as const satisfies Record<string, { label: string; reason: ReportReason }>;
export type Signal = keyof typeof SIGNALS;
export const signalSchema = z.enum(Object.keys(SIGNALS) as [Signal, ...Signal[]]);

/** How many blocks or late cancellations within how many days are a signal. */
export const SIGNAL_COUNT = 3;
export const SIGNAL_DAYS = 90;

export const REPORT_DETAILS_MAX = 1000;
export const reportDetailsSchema = verbatimText({
  label: 'Details',
  max: REPORT_DETAILS_MAX,
}).default('');

/**
 * How many messages before and after the reported one are copied, and how many of a whole
 * conversation.
 */
export const MESSAGES_AROUND = 5;
export const MESSAGES_OF_CONVERSATION = 20;

/** The reported content at the time of the report, kept for staff; each kind uses some fields. */
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
  /**
   * For a signal: the number of blocks or late cancellations, and which. Blockers are not named.
   */
  counted: z.int().nullish(),
  cancellations: z
    .array(z.object({ job_id: z.string(), ended_at: z.string(), start_date: z.string() }))
    .nullish(),
});
export type ReportSnapshot = z.infer<typeof reportSnapshotSchema>;

/** The outcome of a report for its reporter, without the decision about the other member. */
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

/** Waiting reports are counted up to this many: the screen then shows 1000+. */
export const REPORTS_COUNTED = 1000;

/** The lists of the queue: waiting, assigned to the caller, and decided. */
export const reportStateSchema = z.enum(['open', 'mine', 'decided']);
export type ReportState = z.infer<typeof reportStateSchema>;

/** A report in the queue of staff. [S4] */
export const queuedReportSchema = z.object({
  id: idSchema,
  subject_type: reportSubjectSchema,
  reason: reportReasonSchema,
  /** The signal that opened it when nobody reported it. */
  signal: signalSchema.nullable(),
  urgency: z.int(),
  created_at: momentSchema,
  /** The reported member. */
  member: namedMemberSchema,
  /** Null once that member has left, and for a signal. */
  reporter: namedMemberSchema.nullable(),
  /** The staff member it is assigned to. */
  assigned_to: namedMemberSchema.nullable(),
  decided_at: momentSchema.nullable(),
  decided_as: decisionKindSchema.nullable(),
});
export type QueuedReport = z.infer<typeof queuedReportSchema>;

/** What staff see of one side of a report. */
export const reportSideSchema = namedMemberSchema.extend({
  app_role: appRoleSchema,
  created_at: momentSchema,
  suspended_at: momentSchema.nullable(),
  /**
   * Whether they deleted their account: their texts are gone, and nothing can be decided about
   * them.
   */
  has_left: z.boolean(),
  jobs_posted: z.int(),
  jobs_done: z.int(),
  /** The number of their reports, and of those that led to action. */
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
  /** When other staff can take it over from the person it is assigned to. */
  taken_until: momentSchema.nullable(),
  /** Open reports of the same content, including this one: they are decided together. */
  same_open: z.int(),
  sides: z.object({ member: reportSideSchema, reporter: reportSideSchema.nullable() }),
  /** Questions to both sides, oldest first. */
  hearings: z.array(staffHearingSchema),
  /** The latest request to read the whole chat; null if there is none. */
  reading: staffReadingSchema.nullable(),
  can: z.object({
    take: z.boolean(),
    give_back: z.boolean(),
    decide: z.array(decisionKindSchema),
    /** The sides that can still be asked. */
    ask: z.array(hearingSideSchema),
    ask_to_read: z.boolean(),
  }),
});
export type StaffReport = z.infer<typeof staffReportSchema>;
