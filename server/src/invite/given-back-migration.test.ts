import { expect, it } from 'vitest';
import { createEarlierRelease } from '../testing/earlier-release.ts';

it('codes that were given back before the upgrade work again, without the notifications about them [I1] [U1]', async () => {
  const earlier = await createEarlierRelease('_given_back_invites');
  try {
    const [inviter = ''] = await earlier.run<string>(`
      WITH account AS (
        INSERT INTO auth."user" (name, email, email_verified) VALUES ('N', 'n@example.org', true)
        RETURNING id)
      INSERT INTO users (id, first_name, role, active_role)
      SELECT id, 'N', 'pet_owner', 'pet_owner' FROM account RETURNING id`);
    const use = `UPDATE invites SET used_at = now(), used_by = gen_random_uuid()`;
    await earlier.run('ALTER TABLE invites DROP CONSTRAINT invites_used_by_fk');
    await earlier.run(`INSERT INTO invites (code, created_by, kind) VALUES
      ('GIVE-BACK-0001', '${inviter}', 'mailed'), ('USED-ONCE-0001', '${inviter}', 'mailed')`);
    await earlier.run(use);
    await earlier.run(`UPDATE invites SET used_at = NULL, used_by = NULL WHERE code LIKE 'GIVE%'`);
    await earlier.upgrade();
    const told = () =>
      earlier.run(`SELECT code FROM notifications JOIN invites
      ON event_key LIKE invites.id || '%' WHERE type = 'invites.used' ORDER BY code`);
    expect(await told()).toEqual(['USED-ONCE-0001']);
    await earlier.run(`${use} WHERE code LIKE 'GIVE%'`);
    expect(await told()).toEqual(['GIVE-BACK-0001', 'USED-ONCE-0001']);
  } finally {
    await earlier.drop();
  }
});
