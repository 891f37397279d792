import { z } from 'zod';
import { namedMemberSchema } from '../member/named.ts';
import { reportSubjectSchema } from '../report/subject.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema, timestampSchema } from '../transport/base.ts';

/** What staff can decide about a member; `dismiss` is a report that leads to nothing. [S4] */
export const DECISION_KINDS = ['dismiss', 'warn', 'hide', 'remove', 'suspend', 'ban'] as const;
export const decisionKindSchema = z.enum(DECISION_KINDS);
export type DecisionKind = z.infer<typeof decisionKindSchema>;

/** How a decision stopped counting: its time was over, staff took it back, an appeal was granted, or its member left. */
export const decisionEndSchema = z.enum(['expired', 'undone', 'appeal', 'left']);
export type DecisionEnd = z.infer<typeof decisionEndSchema>;

export const appealDecisionSchema = z.enum(['granted', 'upheld']);
export type AppealDecision = z.infer<typeof appealDecisionSchema>;

/** What a member writes once against a decision. */
export const appealTextSchema = verbatimText({ label: 'Your appeal', max: 2000, min: 1 });
/** What only staff read about a decision. */
export const staffNoteSchema = verbatimText({ label: 'Note', max: 1000 }).default('');

/** How many jobs of each new member a community can have its staff look at first; 0 for none. */
export const REVIEWED_POSTS_MAX = 5;
export const postReviewSchema = z.strictObject({
  reviewed_posts: z.int().min(0).max(REVIEWED_POSTS_MAX),
});

/** A suspension ends within this many days; longer is a ban. */
export const SUSPENSION_DAYS_MAX = 730;

/** An appeal and what became of it. */
export const appealSchema = z.object({
  text: z.string(),
  created_at: momentSchema,
  /** Null while it waits. */
  decision: appealDecisionSchema.nullable(),
  answer: z.string().nullable(),
});

/** A decision as the member concerned sees it: without the names of staff and their note. */
export const ownDecisionSchema = z.object({
  id: idSchema,
  kind: decisionKindSchema,
  /** What of theirs it is about; null where it is about the account. */
  subject_type: reportSubjectSchema.nullable(),
  reason: z.string(),
  created_at: momentSchema,
  /** When a suspension ends by itself; null for a ban and for what does not last. */
  ends_at: momentSchema.nullable(),
  ended_at: momentSchema.nullable(),
  ended_as: decisionEndSchema.nullable(),
  appeal: appealSchema.nullable(),
  can: z.object({ appeal: z.boolean() }),
});
export type OwnDecision = z.infer<typeof ownDecisionSchema>;

/** The same as staff see it; names are null once their members are gone. */
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

/** Null stands for 1 to 4. */
const roughCountSchema = z.int().nullable();

/** What our team decided in the last 12 months, without names. [S4] */
export const moderationSummarySchema = z.object({
  reports: roughCountSchema,
  /** By what was decided; reports of the same thing are one decision. */
  decisions: z.record(decisionKindSchema, roughCountSchema),
  appeals: roughCountSchema,
  appeals_granted: roughCountSchema,
  /** Half of the reports were decided within so many minutes; null below `SUMMARY_MIN` of them. */
  median_minutes: z.int().nullable(),
});
export type ModerationSummary = z.infer<typeof moderationSummarySchema>;
