import { Client } from 'pg';

const DAY = 86_400_000;

/**
 * Moves all times forward by whole days, so that in last month's demo there are still jobs to
 * claim. Returns how many days it moved.
 */
export async function freshenDemo(databaseUrl: string, madeAt: Date, now: Date): Promise<number> {
  const days = Math.floor((now.getTime() - madeAt.getTime()) / DAY);
  if (days < 1) return 0;
  const client = new Client({ connectionString: databaseUrl, application_name: 'kindpal-demo' });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL session_replication_role = replica');
    // Via another century, so that nobody is double-booked in the middle of the move.
    await move(client, 36_525 + days);
    await move(client, -36_525);
    await client.query(
      `WITH reopened AS (
         UPDATE jobs SET status = 'open', cancel_code = NULL
         WHERE cancel_code = 'expired' AND start_date > $1 RETURNING id)
       DELETE FROM job_events event USING reopened
       WHERE event.job_id = reopened.id AND event.action = 'expire'`,
      [now],
    );
    await client.query('COMMIT');
    return days;
  } finally {
    await client.end();
  }
}

const TIMES = {
  jobs: ['start_date', 'end_date', 'created_at', 'favorites_until', 'reserved_until'],
  job_offers: ['created_at', 'until_at', 'passed_at'],
  job_claims: [
    ...['claimed_at', 'started_at', 'completed_at', 'confirmed_at', 'ended_at'],
    ...['start_date', 'end_date'],
  ],
  job_events: ['created_at'],
  notifications: ['created_at', 'read_at', 'mail_due_at', 'mailed_at'],
  identity_checks: ['requested_at', 'checked_at', 'confirmed_at', 'expires_at', 'ended_at'],
  member_blocks: ['created_at'],
  member_favorites: ['created_at'],
  home_access: ['updated_at'],
  job_access: ['attached_at'],
  data_views: ['period', 'viewed_at'],
  'auth.session': ['created_at', 'updated_at', 'expires_at'],
  'auth.security_event': ['created_at'],
  reports: ['created_at', 'assigned_at', 'decided_at', 'withdrawn_at'],
  hearings: ['created_at', 'answer_until', 'answered_at'],
  chat_readings: ['created_at', 'decided_at', 'ends_at', 'read_at'],
  moderation_decisions: [
    ...['created_at', 'ends_at', 'ended_at', 'appealed_at', 'appeal_decided_at'],
  ],
  reviews: ['created_at', 'publish_at', 'published_at', 'replied_at'],
  messages: ['created_at'],
  conversations: ['created_at', 'accepted_at', 'declined_at'],
  conversation_messages: ['created_at'],
  feedback: ['created_at', 'responded_at'],
  invite_requests: ['created_at', 'decided_at'],
  waitlist_entries: ['created_at', 'confirmed_at'],
  newsletter_subscriptions: ['created_at', 'confirmed_at', 'unsubscribed_at'],
};

async function move(client: Client, days: number): Promise<void> {
  for (const [table, columns] of Object.entries(TIMES)) {
    const moved = columns.map((column) => `${column} = ${column} + $1 * interval '24 hours'`);
    await client.query(`UPDATE ${table} SET ${moved.join(', ')}`, [days]);
  }
}
