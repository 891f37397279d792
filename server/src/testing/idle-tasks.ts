import type { PeriodicTasks } from '../tasks/start-tasks.ts';

const nothing = async () => undefined;

/** Scheduled tasks that do nothing, for tests of the runner and the queue. */
export const IDLE_TASKS: PeriodicTasks = {
  expireJobs: nothing,
  confirmCompletedJobs: nothing,
  publishDueReviews: nothing,
  expireIdentityChecks: nothing,
  liftDueSuspensions: nothing,
  openSignals: nothing,
  pruneReports: nothing,
  pruneChangeEvents: nothing,
  eraseDueMembers: nothing,
  removeUnconfirmed: nothing,
  removeOrphanImages: nothing,
  keepActivity: nothing,
  keepNotifications: nothing,
  notifyByClock: nothing,
  wipeJobAccess: nothing,
  watchHealth: nothing,
};
