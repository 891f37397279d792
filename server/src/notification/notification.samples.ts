import type { FillFullMember } from '../testing/full-member.ts';
import { type CallAll, COPIES, type FillTables } from '../testing/plans/call-all.ts';
import { calendarFeedApp } from './calendar/calendar-feed.ts';

export const fillFullMember: FillFullMember = async ({ query, browser, id }) => {
  await browser.send((api) => api.notification.sendTest());
  await browser.send((api) => api.notification.updateSettings({ pause_days: 1 }));
  await query(
    `INSERT INTO deliveries (id, channel, type, member_id, state, created_at)
     VALUES (gen_random_uuid(), 'email', 'reset_password', $1, 'sent', now())`,
    [id],
  );
  await query(
    `INSERT INTO push_subscriptions (member_id, session_id, endpoint, p256dh, auth)
     SELECT user_id, id, 'https://push.example.org/zebulon', 'key', 'auth'
     FROM auth.session WHERE user_id = $1`,
    [id],
  );
  await query(
    `WITH calendar AS (INSERT INTO busy_calendars (member_id, sealed_url, due_at)
       VALUES ($1, 'sealed', now() + interval '4 hours') RETURNING member_id)
     INSERT INTO busy_times (member_id, start_date, end_date)
     SELECT member_id, now() + interval '1 day', now() + interval '2 days' FROM calendar`,
    [id],
  );
};

export const fillTables: FillTables = ({ owner }) => `
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_title, mail_state, read_at)
    SELECT '${owner}', 'jobs.claimed', n, gen_random_uuid(), 'A walk', 'sent',
      CASE WHEN n % 50 > 0 THEN now() END FROM generate_series(1, ${COPIES}) n;
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_title, mail_state)
    SELECT id, 'jobs.released', n, gen_random_uuid(), 'A walk', 'sent'
    FROM users, generate_series(1, 3) n;
  INSERT INTO notification_settings (member_id)
    SELECT id FROM users WHERE id <> '${owner}' ORDER BY id LIMIT 500;
  INSERT INTO push_subscriptions (member_id, endpoint, p256dh, auth)
    SELECT id, 'https://push.example.org/' || id, 'key', 'auth' FROM users;
  INSERT INTO deliveries (id, channel, type, member_id, state, created_at)
    SELECT gen_random_uuid(), 'email', 'reset_password', '${owner}',
      CASE WHEN n % 50 = 0 THEN 'failed' ELSE 'sent' END, now() - n * interval '1 minute'
    FROM generate_series(1, ${COPIES}) n;
  INSERT INTO busy_calendars (member_id, sealed_url, due_at)
    SELECT id, 'sealed', now() + interval '1 day' FROM users;
  INSERT INTO busy_times (member_id, start_date, end_date)
    SELECT member_id, now() + n * interval '1 day', now() + n * interval '1 day' + interval '1 hour'
    FROM busy_calendars, generate_series(1, 3) n`;

export const callAll: CallAll = ({ services, as, mine }) => [
  () => as.notification.list({ limit: 20 }),
  () => as.notification.list({ limit: 20, unread: 'true' as never }),
  () => as.notification.list({ limit: 20, group: 'jobs' }),
  () => as.notification.list({ limit: 20, group: 'invites' }),
  () => as.notification.countUnread(),
  () => as.notification.markRead({ id: mine }),
  () => as.notification.markVisited({ path: `/jobs/${mine}` }),
  () => as.notification.markAllRead(),
  () => as.notification.getSettings(),
  async () => {
    const { url } = await as.notification.startCalendarFeed();
    await calendarFeedApp(services).request(url ?? '');
  },
];
