import { rotateSigningKeys } from './account/session/key-rotation.ts';
import { pruneExpiredSessions } from './account/session/prune-expired-sessions.ts';
import { pruneArchives } from './archive/prune-archives.ts';
import { eraseDueMembers } from './deletion/erase-due-members.ts';
import { pruneGuessedAddresses } from './deletion/prune-guessed-addresses.ts';
import { removeUnconfirmed } from './deletion/remove-unconfirmed.ts';
import { removeOrphanImages } from './file/remove-orphan-images.ts';
import { expireIdentityChecks } from './identity/expire-checks.ts';
import { confirmCompletedJobs, expireJobs } from './job/expire-jobs.ts';
import { pruneChangeEvents } from './live/prune-change-events.ts';
import { liftDueSuspensions } from './moderation/end-decision.ts';
import { keepNotifications } from './notification/keep-notifications.ts';
import { notifyByClock } from './notification/queue/queue-mails.ts';
import { watchHealth } from './notification/watch-health.ts';
import { openSignals } from './report/open-signals.ts';
import { pruneReports } from './report/prune-reports.ts';
import { publishDueReviews } from './review/publish-due-reviews.ts';
import { pruneSecurityEvents } from './security/prune-security-events.ts';
import { keepActivity } from './staff/activity/keep-activity.ts';
import { pruneFailedTasks } from './tasks/prune-failed-tasks.ts';
import { pruneRateLimits } from './tasks/prune-rate-limits.ts';
import type { PeriodicTasks } from './tasks/start-tasks.ts';
import { wipeJobAccess } from './vault/wipe-access.ts';

/** Everything that runs on a schedule, as in a crontab (UTC). A new task needs only a line here. */
export const PERIODIC_TASKS: PeriodicTasks = {
  expireJobs: ['* * * * *', expireJobs],
  confirmCompletedJobs: ['*/5 * * * *', confirmCompletedJobs],
  publishDueReviews: ['*/5 * * * *', publishDueReviews],
  liftDueSuspensions: ['* * * * *', liftDueSuspensions],
  expireIdentityChecks: ['*/5 * * * *', expireIdentityChecks],
  openSignals: ['*/10 * * * *', openSignals],
  pruneReports: ['12 3 * * *', pruneReports],
  pruneChangeEvents: ['*/10 * * * *', pruneChangeEvents],
  eraseDueMembers: ['*/15 * * * *', eraseDueMembers],
  removeUnconfirmed: ['*/15 * * * *', removeUnconfirmed],
  pruneGuessedAddresses: ['32 4 * * *', pruneGuessedAddresses],
  removeOrphanImages: ['17 * * * *', removeOrphanImages],
  keepActivity: ['7 * * * *', keepActivity],
  keepNotifications: ['57 * * * *', keepNotifications],
  notifyByClock: ['* * * * *', notifyByClock],
  wipeJobAccess: ['12 * * * *', wipeJobAccess],
  watchHealth: ['*/5 * * * *', watchHealth],
  pruneRateLimits: ['*/15 * * * *', pruneRateLimits],
  pruneFailedTasks: ['27 * * * *', pruneFailedTasks],
  pruneExpiredSessions: ['37 * * * *', pruneExpiredSessions],
  rotateSigningKeys: ['47 * * * *', rotateSigningKeys],
  pruneSecurityEvents: ['42 4 * * *', pruneSecurityEvents],
  pruneArchives: ['52 * * * *', pruneArchives],
};
