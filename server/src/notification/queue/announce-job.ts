import { WITHIN_MILES_MOST } from '@kindpal/contract/job/list-filter';
import { NEW_JOBS_MILES } from '@kindpal/contract/notification/schema';
import { isShownTo } from '../../block/policy.ts';
import { IS_OFFERED } from '../../job/policy.ts';
import { IS_UNRESERVED } from '../../offer/policy.ts';
import { METERS_A_MILE, placesWithin } from '../../place/places-near.ts';
import type { Services } from '../../services.ts';
import { isBusyDuring } from '../calendar/busy-times.ts';
import { ADD_MAIL_TASKS, mailTasks, queueDue } from './queue-mails.ts';

/** Whether `member` is free for `job`, by their hours, their calendar and the jobs they hold. */
const IS_FREE = `CASE WHEN member.availability_data IS NULL THEN member.availability_enabled
    ELSE is_free(member.availability_enabled, member.availability_data,
      job.start_date, job.end_date, job.time_zone) END
  AND NOT ${isBusyDuring('member.id', 'job')}
  AND NOT EXISTS (SELECT FROM job_claims held WHERE held.sitter_id = member.id
    AND held.ended_at IS NULL AND held.start_date < job.end_date AND held.end_date > job.start_date)`;

/**
 * Writes a notification of job `$1`, at time `$2`, for every sitter it fits: near enough, of a kind
 * they offer, while they are free. The same statement adds the tasks for emails that are sent now,
 * so that no row is written twice. It chooses the channels of all sitters at once, by the same
 * rules as `choose_channels`, because a trigger would read the settings for each row.
 */
const ANNOUNCE = `
  WITH job AS (
    SELECT job.* FROM jobs job JOIN users owner ON owner.id = job.owner_id AND ${IS_OFFERED}
    WHERE job.id = $1 AND job.status = 'open' AND ${IS_UNRESERVED}
      AND job.end_date > $2::timestamptz),
  near AS MATERIALIZED (
    ${placesWithin({ center: '(SELECT place_id FROM job)', miles: `${WITHIN_MILES_MOST}` })}),
  sitter AS (
    SELECT member.id, member.availability_data, settings.digest, settings.time_zone,
      NOT (settings.bell_off IS NOT NULL AND 'new_jobs' = ANY (settings.bell_off)) AS in_bell,
      settings.email_off IS NOT NULL AND 'new_jobs' = ANY (settings.email_off) AS is_unmailed,
      settings.email_digest IS NOT NULL AND 'new_jobs' = ANY (settings.email_digest) AS in_digest,
      (settings.push_off IS NULL OR NOT ('new_jobs' = ANY (settings.push_off)))
        AND EXISTS (SELECT FROM push_subscriptions device WHERE device.member_id = member.id
          AND device.session_id IS NOT NULL)
        AS is_pushed
    FROM job CROSS JOIN near
    JOIN users member ON member.place_id = near.id
    LEFT JOIN notification_settings settings ON settings.member_id = member.id
    WHERE member.role IN ('pet_sitter', 'both') AND member.suspended_at IS NULL
      AND member.id <> job.owner_id
      AND near.meters <= coalesce(settings.within_miles, ${NEW_JOBS_MILES}) * ${METERS_A_MILE}::float8
      AND (job.job_type = 'both' OR member.services IS NULL OR job.job_type = ANY (member.services))
      AND ${isShownTo('member.id', '(SELECT owner_id FROM job)')}
      AND (NOT coalesce(settings.only_when_free, true) OR (${IS_FREE}))),
  written AS (
    INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, job_title, created_at,
      in_bell, mail_state, mail_reason, in_digest, mail_due_at, push_due_at)
    SELECT sitter.id, 'new_jobs.fits', job.id, job.id, job.id, job.title, $2::timestamptz,
      sitter.in_bell,
      CASE WHEN is_unmailed THEN 'suppressed' ELSE 'queued' END,
      CASE WHEN is_unmailed THEN 'switched_off' END,
      NOT is_unmailed AND in_digest,
      CASE WHEN in_digest AND NOT is_unmailed THEN next_digest($2::timestamptz, sitter.digest,
        known_zone(coalesce(sitter.time_zone, sitter.availability_data ->> 'timeZone', 'UTC'))) END,
      CASE WHEN is_pushed THEN $2::timestamptz END
    FROM job CROSS JOIN sitter
    WHERE (sitter.in_bell OR NOT is_unmailed OR is_pushed)
      AND sitter.id NOT IN (SELECT told.member_id FROM notifications told
        WHERE told.job_id = $1 AND told.type = 'new_jobs.fits')
    RETURNING id, mail_state, in_digest),
  mails AS (${mailTasks(`SELECT id FROM written WHERE mail_state = 'queued' AND NOT in_digest`)})
  ${ADD_MAIL_TASKS}`;

/** Writes a notification for every sitter that a new job fits. */
export async function writeFits(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { id }: { id: string },
): Promise<void> {
  await db.prepared('announce-job', ANNOUNCE, [id, clock.now()]);
}

/** Tells the sitters that a new job fits, each once, however often it is tried. [J2] */
export async function announceJob(
  { db, clock, live }: Pick<Services, 'db' | 'clock' | 'live'>,
  { id }: { id: string },
): Promise<void> {
  await writeFits({ db, clock }, { id });
  live.wake();
  // The first to claim gets the job: push messages do not wait for the next minute either.
  await queueDue({ db, clock });
}
