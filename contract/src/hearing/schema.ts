import { z } from 'zod';
import { reportSubjectSchema } from '../report/subject.ts';
import { verbatimText } from '../text/schema.ts';
import { idSchema, momentSchema } from '../transport/base.ts';

/** For how many hours somebody who is asked can answer; the clock of the database counts. */
export const HEARING_HOURS = 72;

/** Which side of a report is asked: whose it is, or who reported it. */
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
  /** Whether it waits for an answer that can still be given. */
  is_open: z.boolean(),
});

/** A question as staff see it with its report. [S4] */
export const staffHearingSchema = hearingCore;
export type StaffHearing = z.infer<typeof staffHearingSchema>;

/** A question to the caller; neither who asks nor who reported is told. */
export const ownHearingSchema = hearingCore.extend({
  /** What was reported; null where nobody reported anything. */
  subject_type: reportSubjectSchema.nullable(),
  /** The caller's own words that it is about, where there are some. */
  about: z.string().nullable(),
});
export type OwnHearing = z.infer<typeof ownHearingSchema>;
