import { z } from 'zod';
import { reportSubjectSchema } from '../report/subject.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema } from '../transport/base.ts';

/** How many hours a member has to answer a question; measured by the database clock. */
export const HEARING_HOURS = 72;

/** The side of a report that is asked: the reported member or the reporter. */
export const hearingSideSchema = z.enum(['member', 'reporter']);
export type HearingSide = z.infer<typeof hearingSideSchema>;

export const HEARING_MAX = 2000;
export const questionSchema = verbatimText({ label: 'Your question', max: HEARING_MAX, min: 1 });
export const answerSchema = verbatimText({ label: 'Your answer', max: HEARING_MAX, min: 1 });

const hearingCore = z.object({
  id: idSchema,
  side: hearingSideSchema,
  question: z.string(),
  created_at: momentSchema,
  answer_until: momentSchema,
  answer: z.string().nullable(),
  answered_at: momentSchema.nullable(),
  /** Whether it can still be answered. */
  is_open: z.boolean(),
});

/** A question as staff see it with its report. [S4] */
export const staffHearingSchema = hearingCore;
export type StaffHearing = z.infer<typeof staffHearingSchema>;

/** A question to the caller; it names neither the staff member nor the reporter. */
export const ownHearingSchema = hearingCore.extend({
  /** The reported content; null when nothing was reported. */
  subject_type: reportSubjectSchema.nullable(),
  /** The caller's own text that the question is about, if there is one. */
  about: z.string().nullable(),
});
export type OwnHearing = z.infer<typeof ownHearingSchema>;
