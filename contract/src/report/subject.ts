import { z } from 'zod';

/** What a member can report. */
export const REPORT_SUBJECTS = [
  'message',
  'conversation',
  'job',
  'profile',
  'review',
  'picture',
] as const;
export const reportSubjectSchema = z.enum(REPORT_SUBJECTS);
export type ReportSubject = z.infer<typeof reportSubjectSchema>;
