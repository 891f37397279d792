import { expect, it } from 'vitest';
import { createEarlierRelease } from '../testing/earlier-release.ts';

it('notifications about reports, answers and chats move to the group of staff with the upgrade [S4]', async () => {
  const earlier = await createEarlierRelease('_staff_reports_appeals_identity');
  try {
    await earlier.run(`
      WITH account AS (
        INSERT INTO auth."user" (name, email, email_verified) VALUES ('N', 'n@example.org', true)
        RETURNING id),
      member AS (
        INSERT INTO users (id, first_name, role, active_role)
        SELECT id, 'N', 'pet_owner', 'pet_owner' FROM account RETURNING id)
      INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
      SELECT id, type, gen_random_uuid(), id, 'none' FROM member, unnest(ARRAY['support.new_report',
        'support.hearing_answered', 'support.reading_asked', 'support.hearing']) AS type`);
    await earlier.upgrade();
    expect(await earlier.run('SELECT type FROM notifications ORDER BY type')).toEqual([
      'staff.hearing_answered',
      'staff.reading_asked',
      'staff.report',
      'support.hearing',
    ]);
  } finally {
    await earlier.drop();
  }
});
