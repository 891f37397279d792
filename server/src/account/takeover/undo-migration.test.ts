import { expect, it } from 'vitest';
import { createEarlierRelease } from '../../testing/earlier-release.ts';

it('undo links from before the upgrade know when they were made, and none outlives an older one [U8]', async () => {
  const earlier = await createEarlierRelease('_undo_created');
  try {
    const [member = ''] = await earlier.run<string>(`INSERT INTO auth."user"
      (name, email, email_verified) VALUES ('N', 'n@example.org', true) RETURNING id`);
    await earlier.run(`INSERT INTO auth.email_undo (user_id, old_email, token_hash, expires_at)
      SELECT '${member}', n || '@example.org', decode(repeat('0' || n, 32), 'hex'),
        date_trunc('hour', now()) + n * interval '12 hours'
      FROM generate_series(0, 2) n`);
    await earlier.upgrade();
    expect(
      await earlier.run(`SELECT (expires_at - date_trunc('hour', now()))::text || ' '
        || (created_at - date_trunc('hour', now()))::text FROM auth.email_undo ORDER BY id`),
    ).toEqual(['00:00:00 -3 days', '1 day -2 days -12:00:00', '1 day -2 days']);
  } finally {
    await earlier.drop();
  }
});
