import { WITHIN_MILES_MOST } from '@kindpal/contract/job/list-filter';
import { NEW_JOBS_MILES } from '@kindpal/contract/notification/schema';
import { areBlocked } from '../block/policy.ts';
import { IS_OFFERED } from '../job/policy.ts';
import { IS_UNRESERVED } from '../offer/policy.ts';
import { METERS_A_MILE, placesWithin } from '../place/places-near.ts';
import type { Services } from '../services.ts';
import { isBusyDuring } from './busy-times.ts';
import { queueDue } from './queue-mails.ts';

/** Whether neither the hours of `member`, nor their busy times or another claim, speak against `job`. */
const IS_FREE = `is_free(member.availability_enabled, member.availability_data,
    job.start_date, job.end_date, job.time_zone)
  AND NOT ${isBusyDuring('member.id', 'job')}
  AND NOT EXISTS (SELECT FROM job_claims held WHERE held.sitter_id = member.id
    AND held.ended_at IS NULL AND held.start_date < job.end_date AND held.end_date > job.start_date)`;

/**
 * Job `$1` as a notification of every sitter it fits at `$2`: as near as they want, of a kind
 * that they offer, when they are free. One statement, whose cheapest conditions come first.
 */
const ANNOUNCE = `
  WITH job AS (
    SELECT job.* FROM jobs job JOIN users owner ON owner.id = job.owner_id AND ${IS_OFFERED}
    WHERE job.id = $1 AND job.status = 'open' AND ${IS_UNRESERVED}
      AND job.end_date > $2::timestamptz),
  near AS MATERIALIZED (
    ${placesWithin({ center: '(SELECT place_id FROM job)', miles: `${WITHIN_MILES_MOST}` })}),
  sitter AS (
    SELECT member.* FROM job CROSS JOIN near
    JOIN users member ON member.place_id = near.id
    LEFT JOIN notification_settings settings ON settings.member_id = member.id
    WHERE member.role IN ('pet_sitter', 'both') AND member.suspended_at IS NULL
      AND member.id <> job.owner_id
      AND near.meters <= coalesce(settings.within_miles, ${NEW_JOBS_MILES}) * ${METERS_A_MILE}
      AND (job.job_type = 'both' OR member.services IS NULL OR job.job_type = ANY (member.services))
      AND NOT ('new_jobs' = ANY (coalesce(settings.bell_off, '{}'))
        AND 'new_jobs' = ANY (settings.email_off) AND 'new_jobs' = ANY (settings.push_off))
      AND (NOT coalesce(settings.only_when_free, true) OR (${IS_FREE}))
      AND NOT ${areBlocked('member.id', 'job.owner_id')})
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, job_title, created_at)
  SELECT sitter.id, 'new_jobs.fits', job.id, job.id, job.id, job.title, $2::timestamptz
  FROM job CROSS JOIN sitter
  ON CONFLICT (member_id, type, event_key) DO NOTHING`;

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
  // The first to claim has the job: nobody should wait for the next minute.
  await queueDue({ db, clock });
}
