/** The named actions of members; claiming, expiry and taking down are handled separately. */
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

/** All actions on a job; `rules.ts` defines their states and who may perform them. */
export const JOB_ACTIONS = ['claim', ...MOVE_ACTIONS, 'expire', 'take_down'] as const;
export type JobAction = (typeof JOB_ACTIONS)[number];
