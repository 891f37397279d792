import { z } from 'zod';

/** Everything that can be done to a job; `rules.ts` says from and to which state, and who may do it. */
export const JOB_ACTIONS = [
  'claim',
  'release',
  'report_no_show',
  'start',
  'complete',
  'confirm',
  'dispute',
  'cancel',
  'reopen',
  'expire',
  'take_down',
] as const;
export const jobActionSchema = z.enum(JOB_ACTIONS);
export type JobAction = z.infer<typeof jobActionSchema>;

/** What a member does by name; claiming, expiry and taking down have ways of their own. */
export const moveActionSchema = jobActionSchema.exclude(['claim', 'expire', 'take_down']);
export type MoveAction = z.infer<typeof moveActionSchema>;
