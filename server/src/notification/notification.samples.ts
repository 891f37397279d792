import type { FillFullMember } from '../testing/full-member.ts';

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
