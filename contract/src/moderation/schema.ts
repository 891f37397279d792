import { z } from 'zod';
import { archiveSchema } from '../archive/contract.ts';
import { deletionSchema } from '../deletion/contract.ts';
import { namedMemberSchema } from '../member/named.ts';
import { reportSubjectSchema } from '../report/subject.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema, timestampSchema } from '../transport/base.ts';

/**
 * The decisions that staff can make about a member; `dismiss` closes a report without action.
 * [S4]
 */
export const DECISION_KINDS = ['dismiss', 'warn', 'hide', 'remove', 'suspend', 'ban'] as const;
export const decisionKindSchema = z.enum(DECISION_KINDS);
export type DecisionKind = z.infer<typeof decisionKindSchema>;

/**
 * How a decision ended: it expired, staff reversed it, an appeal was granted, or the member left.
 */
export const decisionEndSchema = z.enum(['expired', 'undone', 'appeal', 'left']);
export type DecisionEnd = z.infer<typeof decisionEndSchema>;

export const appealDecisionSchema = z.enum(['granted', 'upheld']);
export type AppealDecision = z.infer<typeof appealDecisionSchema>;

/** The text of an appeal; one per decision. */
export const appealTextSchema = verbatimText({ label: 'Your appeal', max: 2000, min: 1 });
/** A note about a decision for staff only. */
export const staffNoteSchema = verbatimText({ label: 'Note', max: 1000 }).default('');

/** The most jobs per new member that a community can have reviewed first; 0 for none. */
export const REVIEWED_POSTS_MAX = 5;
export const postReviewSchema = z.strictObject({
  reviewed_posts: z.int().min(0).max(REVIEWED_POSTS_MAX),
});

/** The longest suspension in days; longer is a ban. */
export const SUSPENSION_DAYS_MAX = 730;

/** An appeal and its outcome. */
export const appealSchema = z.object({
  text: z.string(),
  created_at: momentSchema,
  /** Null while it waits. */
  decision: appealDecisionSchema.nullable(),
  answer: z.string().nullable(),
});

/** A decision as the member concerned sees it: without staff names and their note. */
export const ownDecisionSchema = z.object({
  id: idSchema,
  kind: decisionKindSchema,
  /** The content it is about; null when it is about the account. */
  subject_type: reportSubjectSchema.nullable(),
  reason: z.string(),
  created_at: momentSchema,
  /** When a suspension ends by itself; null for a ban and for decisions without a duration. */
  ends_at: momentSchema.nullable(),
  ended_at: momentSchema.nullable(),
  ended_as: decisionEndSchema.nullable(),
  appeal: appealSchema.nullable(),
  can: z.object({ appeal: z.boolean() }),
});
export type OwnDecision = z.infer<typeof ownDecisionSchema>;

/** The same as staff see it; names are null once their members have left. */
export const staffDecisionSchema = ownDecisionSchema.extend({
  note: z.string(),
  decided_by: namedMemberSchema.nullable(),
  ended_by: namedMemberSchema.nullable(),
  appeal: appealSchema.extend({ decided_by: namedMemberSchema.nullable() }).nullable(),
  can: z.object({ undo: z.boolean(), decide_appeal: z.boolean() }),
});
export type StaffDecision = z.infer<typeof staffDecisionSchema>;

/** When a suspension ends; null bans the member until staff lift it. */
export const suspensionEndSchema = timestampSchema.nullable();

/** What a suspended member does with their account: nothing yet, or what the name says. [X1] */
export const accountActionSchema = z
  .enum(['see', 'request_copy', 'request_deletion', 'withdraw_deletion'])
  .default('see');

/** What a suspended member can still reach of their account, without a session. [X1] */
export const suspendedAccountSchema = z.object({
  /** For the next call, and for the download of the copy. */
  token: z.string(),
  archive: archiveSchema,
  deletion: deletionSchema,
});
export type SuspendedAccount = z.infer<typeof suspendedAccountSchema>;

/** Null stands for 1 to 4, which could identify a member. */
const roughCountSchema = z.int().nullable();

/** Staff decisions of the last 12 full months, without names. [S4] */
export const moderationSummarySchema = z.object({
  reports: roughCountSchema,
  /** By kind of decision; several reports of the same content are one decision. */
  decisions: z.record(decisionKindSchema, roughCountSchema),
  appeals: roughCountSchema,
  appeals_granted: roughCountSchema,
  /**
   * The median time to a decision on a report, in minutes; null for fewer than `SUMMARY_MIN`
   * reports.
   */
  median_minutes: z.int().nullable(),
});
export type ModerationSummary = z.infer<typeof moderationSummarySchema>;
