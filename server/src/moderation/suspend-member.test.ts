import type { AppRole } from '@kindpal/contract/staff/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { joinKindpal, PASSWORD, readMailbox, TestBrowser } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { liftDueSuspensions } from './end-decision.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let colleague: TestMember;
let superAdmin: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await member({ app_role: 'admin' });
  colleague = await member({ app_role: 'admin' });
  superAdmin = await member({ app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const member = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, given);
const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;

const WHY = 'You asked two sitters to pay you a deposit.';
const suspend = (member_id: string, { by = admin, ends_at = inDays(7) as string | null } = {}) =>
  as(by).moderation.suspend({ member_id, ends_at, reason: WHY, note: 'Third time this month' });
const isSuspended = async (id: string) =>
  (await query('SELECT suspended_at IS NOT NULL AS yes FROM users WHERE id = $1', [id]))[0].yes;
/** Moves the end into the past: the database uses its own clock. */
const letTimePass = (id: string) =>
  query(
    `UPDATE moderation_decisions SET ends_at = now() - interval '1 minute', created_at = now() - interval '2 days'
     WHERE member_id = $1 AND ended_at IS NULL`,
    [id],
  );

/** A member who joined with a password, and their browser. */
async function joined() {
  const { id, email } = await joinKindpal(kindpal.services);
  const browser = new TestBrowser(kindpal.services);
  const signIn = () =>
    browser.send((api) => api.account.token({ grant_type: 'password', email, password: PASSWORD }));
  return { id, email, browser, signIn };
}

/** The link that a suspended member gets when signing in with the right password. */
async function linkOf({ signIn }: Pick<Awaited<ReturnType<typeof joined>>, 'signIn'>) {
  const refused = await errorOf(signIn());
  expect(refused.code).toBe('ACCOUNT_SUSPENDED');
  return (refused.data as { token: string }).token;
}

describe('a member who is suspended by staff [S4]', () => {
  it('has no session from then on, and staff see reason, note and end on their page', async () => {
    const noisy = await member();
    const ends_at = inDays(7);
    await suspend(noisy.id, { ends_at });
    expect(await refusalOf(as(noisy).job.listMine({ as: 'owner' }))).toBe('UNAUTHORIZED');
    const seen = await as(colleague).staff.getMember({ id: noisy.id });
    expect(seen.decisions).toMatchObject([
      { kind: 'suspend', reason: WHY, note: 'Third time this month', decided_by: { id: admin.id } },
    ]);
    expect(Date.parse(seen.decisions[0]?.ends_at ?? '')).toBe(Date.parse(ends_at));
    expect(seen.can).toMatchObject({ suspend: false });
    const logged = await query(
      `SELECT admin_id, details ->> 'reason' AS reason FROM admin_activity_logs
       WHERE target_id = $1 AND action = 'member_suspend'`,
      [noisy.id],
    );
    expect(logged).toEqual([{ admin_id: admin.id, reason: WHY }]);
  });

  it('loses the jobs that they hold: the owners are notified, without the reason [J6]', async () => {
    const { db } = kindpal.services;
    const owner = await member();
    const sitter = await member({ role: 'pet_sitter', first_name: 'Sam', last_name: 'Sitter' });
    const job = await createJob(db, { owner_id: owner.id });
    await createClaim(db, { job, sitter_id: sitter.id });
    await suspend(sitter.id);
    expect(await as(owner).job.get({ id: job.id })).toMatchObject({ status: 'open', claim: null });
    const told = await as(owner).notification.list({ limit: 10 });
    expect(told.items[0]?.title).toContain('Your sitter can no longer take care of');
    const answers = [
      told,
      await as(owner).job.listEvents({ job_id: job.id }),
      await as(owner).job.listMine({ as: 'owner' }),
      await as(owner).job.get({ id: job.id }),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/suspen|deposit|staff/i);
    expect(await as(owner).job.listEvents({ job_id: job.id })).toMatchObject({
      items: [{ action: 'release', actor_role: 'system', actor: null, reason: null }, {}, {}],
    });
  });

  it('keeps a job that has begun, and jobs that others hold for them; the other side is notified [J6]', async () => {
    const { db } = kindpal.services;
    const [owner, sitter, other] = [
      await member({ role: 'both' }),
      await member({ role: 'pet_sitter' }),
      await member({ role: 'pet_sitter' }),
    ];
    const begun = await createClaim(db, {
      job: await createJob(db),
      sitter_id: sitter.id,
      status: 'in_progress',
    });
    const theirs = await createJob(db, { owner_id: owner.id });
    await createClaim(db, { job: theirs, sitter_id: other.id });
    await suspend(sitter.id);
    await suspend(owner.id);
    const states = await query('SELECT id, status FROM jobs WHERE id = ANY($1)', [
      [begun.job.id, theirs.id],
    ]);
    expect(new Set(states.map(({ status }) => status))).toEqual(
      new Set(['in_progress', 'claimed']),
    );
    const told = await query(
      `SELECT member_id FROM notifications WHERE type = 'jobs.partner_unavailable' AND job_id = ANY($1)`,
      [[begun.job.id, theirs.id]],
    );
    expect(told.map(({ member_id }) => member_id).sort()).toEqual(
      [begun.job.owner_id, other.id].sort(),
    );
  });

  it('cannot bring in anybody with their invite code, whether banned or suspended [I2]', async () => {
    const host = await member();
    const code = await as(host).invite.generate();
    expect(await as(null).invite.check({ code })).toBe(true);
    await suspend(host.id, { ends_at: null });
    expect(await as(null).invite.check({ code })).toBe(false);
  });

  it('is found by staff among the suspended, and among all members again when it is over [S3]', async () => {
    const noisy = await member();
    await suspend(noisy.id);
    const listed = async () =>
      (await as(admin).staff.listUsers({ state: 'suspended', limit: 50 })).items;
    expect((await listed()).find(({ id }) => id === noisy.id)?.suspended_at).not.toBeNull();
    const { total } = await as(admin).staff.listUsers({ state: 'suspended', role: 'user' });
    expect(total).toBe((await query('SELECT FROM users WHERE suspended_at IS NOT NULL')).length);
    const [decision] = (await as(admin).staff.getMember({ id: noisy.id })).decisions;
    await as(admin).moderation.undo({ id: decision?.id ?? '', reason: 'Mixed up' });
    expect((await listed()).map(({ id }) => id)).not.toContain(noisy.id);
  });
});

describe('staff who suspend [S4]', () => {
  it.each([
    ['admin', 'user', 'ok'],
    ['admin', 'admin', 'FORBIDDEN'],
    ['admin', 'super_admin', 'FORBIDDEN'],
    ['super_admin', 'admin', 'ok'],
    ['super_admin', 'super_admin', 'FORBIDDEN'],
    ['user', 'user', 'FORBIDDEN'],
  ] as const)(
    'suspend only members below their own role: %s of %s is %s',
    async (own, other, outcome) => {
      const [by, about] = [await member({ app_role: own }), await member({ app_role: other })];
      expect(await outcomeOf(suspend(about.id, { by }))).toBe(outcome);
      expect(await isSuspended(about.id)).toBe(outcome === 'ok');
    },
  );

  it('cannot suspend or change somebody above them by writing their id in capitals', async () => {
    const about = await member({ app_role: 'super_admin' });
    const id = about.id.toUpperCase();
    expect(await outcomeOf(suspend(id))).toBe('FORBIDDEN');
    const remove = kindpal.callerFor(admin).staff.removeProfilePart({
      user_id: id,
      part: 'bio',
      seen: '',
      reason: 'Advertising',
    });
    expect(await outcomeOf(remove)).toBe('FORBIDDEN');
    expect(await isSuspended(about.id)).toBe(false);
  });

  it('cannot suspend themselves, an unknown member, somebody twice, or until yesterday or for ten years', async () => {
    expect(await refusalOf(suspend(admin.id))).toBe('FORBIDDEN');
    const about = await member();
    for (const ends_at of [inDays(-1), inDays(3650)]) {
      expect(await refusalOf(suspend(about.id, { ends_at }))).toBe('INVALID_INPUT');
    }
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, () => outcomeOf(suspend(about.id, { by: superAdmin }))),
    );
    expect(outcomes.sort()).toEqual([...Array(7).fill('ALREADY_SUSPENDED'), 'ok']);
    const { rowCount: views } = await kindpal.services.db.pool.query(
      `SELECT FROM admin_activity_logs WHERE action = 'users_read' AND target_id = $1`,
      [about.id],
    );
    expect(views).toBe(7);
    expect(
      await query('SELECT FROM moderation_decisions WHERE member_id = $1', [about.id]),
    ).toHaveLength(1);
  });

  it('cannot do so if they are suspended or the member is promoted at the same moment', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [boss, underling] = [
        await member({ app_role: 'super_admin' as AppRole }),
        await member({ app_role: 'admin' as AppRole }),
      ];
      const victim = await member();
      const [first, second] = await Promise.all([
        outcomeOf(suspend(underling.id, { by: boss })),
        outcomeOf(suspend(victim.id, { by: underling })),
      ]);
      expect(first).toBe('ok');
      // Once suspended, the admin can no longer decide anything.
      expect(['ok', 'UNAUTHORIZED']).toContain(second);
      expect(await isSuspended(victim.id)).toBe(second === 'ok');
    }
  });

  it('who demote and suspend each other at once do not both succeed', async () => {
    const [one, other] = [
      await member({ app_role: 'super_admin' }),
      await member({ app_role: 'super_admin' }),
    ];
    const turn = (by: TestMember, about: TestMember) =>
      outcomeOf(
        as(by)
          .staff.setUserRole({ user_id: about.id, role: 'user' })
          .then(() => suspend(about.id, { by })),
      );
    const outcomes = await Promise.all([turn(one, other), turn(other, one)]);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    const left = [one, other].map(({ id }) => isSuspended(id));
    expect((await Promise.all(left)).filter(Boolean)).toHaveLength(1);
  });
});

describe('a suspended member who signs in [U3]', () => {
  it('reads why and until when, with the right password only', async () => {
    const someone = await joined();
    await suspend(someone.id);
    const wrong = someone.browser.send((api) =>
      api.account.token({
        grant_type: 'password',
        email: someone.email,
        password: 'Wrong-Horse-1',
      }),
    );
    expect(await refusalOf(wrong)).toBe('WRONG_CREDENTIALS');
    const token = await linkOf(someone);
    const shown = await as(null).moderation.getSuspension({ token });
    expect(shown).toMatchObject({
      kind: 'suspend',
      reason: WHY,
      ended_at: null,
      can: { appeal: true },
    });
    expect(shown.ends_at).not.toBeNull();
    // They must see neither the staff member nor the note.
    expect(JSON.stringify(shown)).not.toMatch(/Third time|decided_by/);
    const [mail] = (await readMailbox(kindpal.services, someone.email)).slice(-1);
    expect(JSON.stringify(mail)).toContain(WHY);
  });

  it('appeals once, and staff who did not decide answer', async () => {
    const someone = await joined();
    const { id } = await suspend(someone.id);
    const token = await linkOf(someone);
    const appeals = await Promise.all(
      Array.from({ length: 5 }, (_, n) =>
        outcomeOf(as(null).moderation.appealSuspension({ token, text: `It was not me (${n})` })),
      ),
    );
    expect(appeals.sort()).toEqual([...Array(4).fill('APPEAL_CLOSED'), 'ok']);
    const waiting = await as(colleague).staff.listUsers({ state: 'appealed', limit: 50 });
    expect(waiting.items.map((one) => one.id)).toContain(someone.id);
    const answer = { id, decision: 'granted', answer: 'The deposit was agreed on.' } as const;
    expect(await refusalOf(as(admin).moderation.decideAppeal(answer))).toBe('OWN_DECISION');
    const outcomes = await Promise.all(
      [colleague, superAdmin].map((who) => outcomeOf(as(who).moderation.decideAppeal(answer))),
    );
    expect(outcomes.sort()).toEqual(['DECISION_OVER', 'ok']);
    expect((await someone.signIn()).user.id).toBe(someone.id);
    expect(await as(null).moderation.getSuspension({ token })).toMatchObject({
      ended_as: 'appeal',
      appeal: { decision: 'granted', answer: 'The deposit was agreed on.' },
    });
  });

  it('stays suspended when the appeal is upheld, and cannot appeal again', async () => {
    const someone = await joined();
    const { id } = await suspend(someone.id, { ends_at: null });
    const token = await linkOf(someone);
    await as(null).moderation.appealSuspension({ token, text: 'Please' });
    await as(colleague).moderation.decideAppeal({
      id,
      decision: 'upheld',
      answer: 'We looked again.',
    });
    expect(await isSuspended(someone.id)).toBe(true);
    expect(
      await refusalOf(as(null).moderation.appealSuspension({ token, text: 'Please, please' })),
    ).toBe('APPEAL_CLOSED');
  });

  it('gets no information with a forged link or somebody else’s', async () => {
    for (const token of ['guess', 'x'.repeat(200)]) {
      expect(await refusalOf(as(null).moderation.getSuspension({ token }))).toBe('LINK_EXPIRED');
      expect(await refusalOf(as(null).moderation.appealSuspension({ token, text: 'Please' }))).toBe(
        'LINK_EXPIRED',
      );
    }
  });
});

describe('a suspension that has expired [S4]', () => {
  it('lets its member sign in at once, before any task has run', async () => {
    const someone = await joined();
    await suspend(someone.id);
    await letTimePass(someone.id);
    expect((await someone.signIn()).user.id).toBe(someone.id);
    expect(
      await query('SELECT ended_as FROM moderation_decisions WHERE member_id = $1', [someone.id]),
    ).toEqual([{ ended_as: 'expired' }]);
  });

  it('is lifted by the task with one email, whatever the number of nodes', async () => {
    const [over, lasting] = [await joined(), await joined()];
    await suspend(over.id);
    await suspend(lasting.id);
    await letTimePass(over.id);
    await Promise.all(Array.from({ length: 6 }, () => liftDueSuspensions(kindpal.services)));
    expect([await isSuspended(over.id), await isSuspended(lasting.id)]).toEqual([false, true]);
    const told = (await readMailbox(kindpal.services, over.email)).filter(
      ({ subject }) => subject === 'You can sign in again',
    );
    expect(told).toHaveLength(1);
  });

  it('cannot be lifted again by staff, even at the same moment', async () => {
    const someone = await member();
    const { id } = await suspend(someone.id);
    await letTimePass(someone.id);
    const undo = as(superAdmin).moderation.undo({ id, reason: 'Enough' });
    const [undone] = await Promise.all([outcomeOf(undo), liftDueSuspensions(kindpal.services)]);
    expect(['ok', 'DECISION_OVER']).toContain(undone);
    expect(await isSuspended(someone.id)).toBe(false);
    expect(await refusalOf(as(superAdmin).moderation.undo({ id, reason: 'Again' }))).toBe(
      'DECISION_OVER',
    );
  });

  it('does not exist for a ban', async () => {
    const someone = await member();
    await suspend(someone.id, { ends_at: null });
    await liftDueSuspensions(kindpal.services);
    expect(await isSuspended(someone.id)).toBe(true);
  });
});
