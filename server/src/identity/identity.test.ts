import { IDENTITY_ITEMS } from '@kindpal/contract/identity/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEarlierRelease } from '../testing/earlier-release.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { expireIdentityChecks } from './expire-checks.ts';

let kindpal: TestKindpal;
let member: TestMember;
let first: TestMember;
let second: TestMember;
let reader: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  first = await createMember(db, { app_role: 'admin' });
  second = await createMember(db, { app_role: 'super_admin' });
  reader = await createMember(db);
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  member = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});

const as = (who: TestMember) => kindpal.callerFor(who);
const ask = (who = member) => as(who).identity.request();
const CHECK = {
  step: 'check' as const,
  method: 'video_call' as const,
  checklist: [...IDENTITY_ITEMS],
};
const check = (by: TestMember, id: string) => as(by).identity.decide({ id, ...CHECK });
const confirm = (by: TestMember, id: string) => as(by).identity.decide({ id, step: 'confirm' });
async function confirmed(): Promise<string> {
  const { id } = await ask();
  await check(first, id);
  await confirm(second, id);
  return id;
}
async function badge(of = member) {
  const profile = await as(reader).member.get({ id: of.id });
  const identity = profile.verified.find(({ kind }) => kind === 'identity');
  return { is_verified: profile.is_verified, identity };
}
const statusOf = async () => (await as(member).identity.findMine())?.status;
const NONE = { is_verified: false, identity: undefined };

describe('a badge [R1]', () => {
  it('says how an identity was checked, when, and until when, and nothing before', async () => {
    const { id } = await ask();
    expect(await badge()).toEqual(NONE);
    await check(first, id);
    expect(await badge()).toEqual(NONE);
    await confirm(second, id);
    const { is_verified, identity } = await badge();
    expect(is_verified).toBe(true);
    expect(identity).toMatchObject({ method: 'video_call', invited_by: null });
    const [from, until] = [identity?.checked_at, identity?.expires_at].map(
      (at) => new Date(at ?? 0),
    );
    expect(until?.getUTCFullYear()).toBe((from?.getUTCFullYear() ?? 0) + 2);
  });

  it('names no staff to members, and tells visitors nothing', async () => {
    await confirmed();
    const shown = JSON.stringify([
      await as(reader).member.get({ id: member.id }),
      await as(member).identity.findMine(),
    ]);
    expect([first.id, second.id].filter((id) => shown.includes(id))).toEqual([]);
    const outside = await kindpal.callerFor(null).member.get({ id: member.id });
    expect(outside.verified).toEqual([]);
  });

  it('does not tell a staff member which colleagues decided about them', async () => {
    const { db } = kindpal.services;
    const own = await createMember(db, { app_role: 'admin' });
    const { id } = await ask(own);
    const listed = async (who: TestMember, state?: 'confirmed') =>
      (await as(who).identity.list({ state })).items.some((one) => one.id === id);
    expect([await listed(own), await listed(first)]).toEqual([false, true]);
    await check(first, id);
    await confirm(second, id);
    expect([await listed(own, 'confirmed'), await listed(first, 'confirmed')]).toEqual([
      false,
      true,
    ]);
  });

  it('ends after two years, when revoked or withdrawn, and when the name changes', async () => {
    const { db } = kindpal.services;
    const id = await confirmed();
    await as(first).identity.decide({ id, step: 'revoke', reason: 'Not their document' });
    expect([await badge(), await statusOf()]).toEqual([NONE, 'revoked']);
    expect((await as(member).identity.findMine())?.reason).toBe('Not their document');

    await as(member).identity.withdraw({ id: await confirmed() });
    expect([await badge(), await statusOf()]).toEqual([NONE, 'withdrawn']);

    await confirmed();
    await as(member).member.update({ id: member.id, bio: 'I like hens and their people.' });
    expect((await badge()).is_verified).toBe(true);
    await as(member).member.update({ id: member.id, last_name: 'Somebody-Else' });
    expect([await badge(), await statusOf()]).toEqual([NONE, 'renamed']);

    await confirmed();
    await db.pool.query(
      `UPDATE identity_checks SET expires_at = now() - interval '1 second'
       WHERE member_id = $1 AND status = 'confirmed'`,
      [member.id],
    );
    expect((await badge()).identity).toBeUndefined();
    await expireIdentityChecks(kindpal.services);
    expect([await badge(), await statusOf()]).toEqual([NONE, 'expired']);
  });

  it('says that an address is confirmed since when, and who invited somebody', async () => {
    const { db } = kindpal.services;
    const inviter = await createMember(db, { first_name: 'Ines' });
    await db.pool.query(
      `INSERT INTO invites (code, created_by, used_by, used_at) VALUES ($1, $2, $3, '2026-03-01Z')`,
      [`INV${member.id.slice(0, 8)}`, inviter.id, member.id],
    );
    await db.pool.query('UPDATE auth."user" SET email_verified = true WHERE id = $1', [member.id]);
    const facts = async () => (await as(reader).member.get({ id: member.id })).verified;
    expect(await facts()).toMatchObject([
      { kind: 'email', checked_at: expect.any(String) },
      { kind: 'invite', invited_by: 'Ines', checked_at: '2026-03-01T00:00:00.000Z' },
    ]);
    await db.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [inviter.id]);
    await db.pool.query('UPDATE auth."user" SET email_verified = false WHERE id = $1', [member.id]);
    expect(await facts()).toEqual([]);
  });
});

describe('two staff members [S4]', () => {
  it('are needed: the one who recorded a check cannot confirm it, not even with ten concurrent presses', async () => {
    const { id } = await ask();
    await check(first, id);
    expect(await refusalOf(confirm(first, id))).toBe('SECOND_PERSON_NEEDED');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => outcomeOf(confirm(n % 2 ? first : second, id))),
    );
    expect(outcomes.filter((one) => one === 'ok')).toHaveLength(1);
    expect((await badge()).is_verified).toBe(true);
  });

  it('are never the member, not even by SQL', async () => {
    const { id } = await ask(first);
    expect(await refusalOf(check(first, id))).toBe('FORBIDDEN');
    await check(second, id);
    expect(await refusalOf(confirm(first, id))).toBe('FORBIDDEN');
    for (const by of [first, second]) {
      const write = kindpal.services.db.pool.query(
        `UPDATE identity_checks SET status = 'confirmed', confirmed_by = $2, confirmed_at = now(),
          expires_at = now() + interval '1 day' WHERE id = $1`,
        [id, by.id],
      );
      await expect(write).rejects.toThrow(/identity_checks_three_people/);
    }
    await as(first).identity.withdraw({ id });
  });

  it('confirm every item of the checklist, once, in its order of steps', async () => {
    const { id } = await ask();
    expect(await refusalOf(confirm(second, id))).toBe('CHECK_OVER');
    const half = { id, ...CHECK, checklist: IDENTITY_ITEMS.slice(1) };
    expect(await refusalOf(as(first).identity.decide(half))).toBe('INVALID_INPUT');
    await as(first).identity.decide({ id, step: 'refuse', reason: 'Nobody came to the call' });
    expect(await refusalOf(check(first, id))).toBe('CHECK_OVER');
    expect(await statusOf()).toBe('refused');
  });

  it('log each step in the activity log', async () => {
    await confirmed();
    const { rows } = await kindpal.services.db.pool.query(
      `SELECT admin_id, action, details FROM admin_activity_logs
       WHERE target_id = $1 AND action LIKE 'identity%' ORDER BY created_at`,
      [member.id],
    );
    expect(rows).toEqual([
      {
        ...{ admin_id: first.id, action: 'identity_check' },
        details: { method: 'video_call', checklist: IDENTITY_ITEMS },
      },
      { admin_id: second.id, action: 'identity_confirmation', details: {} },
    ]);
  });

  it('and a member who changes their name meanwhile leave a badge only for the checked name', async () => {
    const { id } = await ask();
    await check(first, id);
    await Promise.all([
      outcomeOf(confirm(second, id)),
      as(member).member.update({ id: member.id, first_name: 'Renamed' }),
    ]);
    expect([await badge(), await statusOf()]).toEqual([NONE, 'renamed']);
  });
});

describe('a member [R1]', () => {
  it('who asks ten times at once waits for one check', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, async () => (await ask()).id));
    expect(new Set(ids).size).toBe(1);
  });

  it('asks again in the last weeks, and keeps the badge until the new check is confirmed', async () => {
    await confirmed();
    expect(await refusalOf(ask())).toBe('IDENTITY_VALID');
    await kindpal.services.db.pool.query(
      `UPDATE identity_checks SET expires_at = now() + interval '30 days' WHERE member_id = $1`,
      [member.id],
    );
    const { id } = await ask();
    expect((await badge()).is_verified).toBe(true);
    await check(first, id);
    await confirm(second, id);
    const until = (await badge()).identity?.expires_at ?? '';
    expect(new Date(until).getTime()).toBeGreaterThan(Date.now() + 600 * 86_400_000);
  });

  it('decides nothing, and sees nobody else’s', async () => {
    const { id } = await ask();
    expect(await refusalOf(as(reader).identity.withdraw({ id }))).toBe('NOT_FOUND');
    expect(await refusalOf(confirm(reader, id))).toBe('FORBIDDEN');
    expect(await refusalOf(as(reader).identity.list({}))).toBe('FORBIDDEN');
    expect(await as(reader).identity.findMine()).toBeNull();
  });
});

it('a badge from before checks existed is gone after the upgrade [R1]', async () => {
  const earlier = await createEarlierRelease('_identity_checks');
  try {
    await earlier.run(`
      WITH account AS (
        INSERT INTO auth."user" (name, email, email_verified) VALUES ('N', 'n@example.org', true)
        RETURNING id)
      INSERT INTO users (id, first_name, role, active_role, is_verified)
      SELECT id, 'N', 'pet_sitter', 'pet_sitter', true FROM account`);
    await earlier.upgrade();
    expect(await earlier.run('SELECT is_verified FROM users')).toEqual([false]);
  } finally {
    await earlier.drop();
  }
});
