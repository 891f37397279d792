/** What a member does by name; claiming, expiry and what staff do have ways of their own. */
export const MOVE_ACTIONS = [
  'release',
  'report_no_show',
  'start',
  'complete',
  'confirm',
  'dispute',
  'cancel',
  'reopen',
  'undo_start',
  'undo_complete',
] as const;
export type MoveAction = (typeof MOVE_ACTIONS)[number];

/** Everything that can be done to a job; `rules.ts` has the states, and who may do it. */
export const JOB_ACTIONS = ['claim', ...MOVE_ACTIONS, 'expire', 'take_down', 'end_claim'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];
