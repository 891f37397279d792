import { randomUUID } from 'node:crypto';
import type { JobStatus } from '@kindpal/contract/job/schema';
import { ORPCError } from '@orpc/server';
import { Hono } from 'hono';
import type { MemberContext } from '../../access/context.ts';
import { holdSession } from '../../account/session/hold-session.ts';
import { makeLinkToken, openLink } from '../../mail/mailed-link.ts';
import type { Services } from '../../services.ts';
import { problem } from '../../transport/problem.ts';
import { CALENDAR_FEED } from '../policy.ts';
import { findSettings, writeSettings } from '../queries.ts';
import { endFeed } from './end-feed.ts';

const PATH = '/calendar/jobs.ics';
const TOKEN_MAX = 300;

const urlOf = (services: Services, calendarId: string) => {
  const token = makeLinkToken(services, CALENDAR_FEED, calendarId);
  return `${services.env.appUrl}${PATH}?${new URLSearchParams({ token })}`;
};

/** The address of the caller's calendar feed, or null. */
export async function getCalendarFeed({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const settings = await findSettings(services.db.drizzle, actor.id);
  return { url: settings?.calendar_id ? urlOf(services, settings.calendar_id) : null };
}

/**
 * Creates a calendar feed with a new address for the caller; the previous address stops working.
 * Throws UNAUTHORIZED if the session has ended: a thief must not start one after the member's
 * reset has ended it.
 */
export async function startCalendarFeed({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const calendar_id = randomUUID();
  await services.db.drizzle.transaction(async (tx) => {
    await holdSession(tx, actor);
    await writeSettings(tx, actor.id, { calendar_id });
  });
  return { url: urlOf(services, calendar_id) };
}

/** Removes the caller's calendar feed. */
export async function endCalendarFeed({ context }: { context: MemberContext }) {
  await endFeed(context.services.db.drizzle, context.actor.id);
  return {};
}

type FeedJob = {
  id: string;
  title: string;
  location: string | null;
  status: JobStatus;
  start_date: string;
  end_date: string;
};

/**
 * The jobs that a feed's member posted, holds or completed; never an address, a code or a note.
 * Planned for each member: a generic plan reads all jobs of a member with thousands.
 */
const JOBS = `SELECT job.id, job.title, job.location, job.status, job.start_date, job.end_date
  FROM (
    SELECT id FROM jobs WHERE owner_id = $1 AND status <> 'cancelled'
    UNION SELECT job_id FROM job_claims
    WHERE sitter_id = $1 AND (ended_at IS NULL OR end_reason = 'completed')) own
  JOIN jobs job ON job.id = own.id AND job.end_date > $2::timestamptz - interval '90 days'
  ORDER BY job.start_date, job.id LIMIT 500`;

/** The member of a feed; none for a suspended one. */
const MEMBER = `SELECT member.id FROM notification_settings settings
  JOIN users member ON member.id = settings.member_id AND member.suspended_at IS NULL
  WHERE settings.calendar_id = $1`;

/**
 * The jobs of a feed's address as an iCalendar file (RFC 5545); null if the address is no longer
 * valid.
 */
async function writeFeed(services: Services, token: string): Promise<string | null> {
  const { db, env, clock } = services;
  const { id } = openLink(services, {
    purpose: CALENDAR_FEED,
    token,
    maxAgeMs: Number.POSITIVE_INFINITY,
  });
  const [member] = await db.jsonRows<{ id: string }>({ name: 'feed', text: MEMBER, values: [id] });
  if (!member) return null;
  const values = [member.id, clock.now()];
  const jobs = await db.jsonRows<FeedJob>({ text: JOBS, values });
  const { default: ical, ICalEventStatus } = await import('ical-generator');
  const feed = ical({
    name: env.appName,
    prodId: { company: env.appName, product: 'Jobs', language: 'EN' },
    ttl: 3600,
  });
  for (const job of jobs) {
    feed.createEvent({
      // The same id as in the job page's calendar file, so that a calendar with both shows one
      // event.
      id: `${job.id}@${new URL(env.appUrl).hostname}`,
      stamp: clock.now(),
      start: new Date(job.start_date),
      end: new Date(job.end_date),
      summary: job.title,
      ...(job.location && { location: job.location }),
      url: `${env.appUrl}/jobs/${job.id}`,
      status: job.status === 'open' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
    });
  }
  return feed.toString();
}

/** The address that calendars read. */
export function calendarFeedApp(services: Services): Hono {
  const app = new Hono();
  app.get(PATH, async (c) => {
    const token = (c.req.query('token') ?? '').slice(0, TOKEN_MAX);
    const feed = await writeFeed(services, token).catch((error: unknown) => {
      if (error instanceof ORPCError) return null;
      throw error;
    });
    if (feed === null) return problem(c, 404, 'NOT_FOUND', 'This calendar is no longer there.');
    return c.body(feed, 200, {
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    });
  });
  return app;
}
