import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeInviteCode } from '../invite/generate-invite.ts';
import { setupToken } from '../staff/users/setup-token.ts';
import {
  createClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../testing/factories.ts';
import { countLockWaits } from '../testing/lock-waits.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

/**
 * Makes a call while another transaction has uncommitted changes, so that the call passes its
 * guard. That transaction commits when the call waits for it, or has finished.
 */
async function during(statements: string[], call: () => Promise<unknown>): Promise<string> {
  const client = new pg.Client({ connectionString: kindpal.ownerUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    for (const statement of statements) await client.query(statement);
    let isDone = false;
    const outcome = outcomeOf(call()).finally(() => {
      isDone = true;
    });
    const isWaiting = async () => isDone || (await countLockWaits(kindpal.services.db.pool)) > 0;
    await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 20 });
    await client.query('COMMIT');
    return await outcome;
  } finally {
    await client.end();
  }
}

const suspend = ({ id }: Pick<TestMember, 'id'>) => [
  `UPDATE users SET suspended_at = now() WHERE id = '${id}'`,
];
/** Like `setUserRole`, which locks the member first. */
const demote = ({ id }: Pick<TestMember, 'id'>) => [
  `SELECT FROM users WHERE id = '${id}' FOR NO KEY UPDATE`,
  `UPDATE user_roles SET role = 'user' WHERE user_id = '${id}'`,
];
const firstOf = async (statement: string) => (await kindpal.asOwner(statement))[0];
const member = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, given);

describe('a member who is suspended while their call is running', () => {
  it('gets no claim, however long it waited for the job [J5]', async () => {
    const [sitter, job] = [
      await member({ role: 'pet_sitter' }),
      await createJob(kindpal.services.db),
    ];
    const claim = () => kindpal.callerFor(sitter).claim.create({ job_id: job.id });
    expect(await during(suspend(sitter), claim)).toBe('UNAUTHORIZED');
    expect(await firstOf(`SELECT status FROM jobs WHERE id = '${job.id}'`)).toBe('open');
  });

  it('can have no open job of theirs claimed [J5]', async () => {
    const owner = await member();
    const sitter = await member({ role: 'pet_sitter' });
    const job = await createJob(kindpal.services.db, { owner_id: owner.id });
    const claim = () => kindpal.callerFor(sitter).claim.create({ job_id: job.id });
    expect(await during(suspend(owner), claim)).toBe('NOT_FOUND');
    expect(await firstOf(`SELECT status FROM jobs WHERE id = '${job.id}'`)).toBe('open');
  });

  it('changes no job, posts none and sets no area [J2] [J6]', async () => {
    const { db } = kindpal.services;
    const owner = await member();
    const { job } = await createClaim(db, { job: await createJob(db, { owner_id: owner.id }) });
    const release = () => kindpal.callerFor(owner).job.move({ job_id: job.id, action: 'release' });
    expect(await during(suspend(owner), release)).toBe('UNAUTHORIZED');
    expect(await firstOf(`SELECT status FROM jobs WHERE id = '${job.id}'`)).toBe('claimed');

    const poster = await member();
    const post = () => kindpal.callerFor(poster).job.post(jobForm());
    expect(await during(suspend(poster), post)).toBe('UNAUTHORIZED');
    expect(await firstOf(`SELECT count(*)::int FROM jobs WHERE owner_id = '${poster.id}'`)).toBe(0);
  });

  it('does not become the first super admin [S5]', async () => {
    const founder = await member();
    const grant = { user_id: founder.id, setup_token: setupToken(kindpal.services.secret) };
    const setUp = () => kindpal.callerFor(founder).staff.createSuperAdmin(grant);
    expect(await during(suspend(founder), setUp)).toBe('UNAUTHORIZED');
    expect(await kindpal.callerFor(null).staff.superAdminExists()).toBe(false);
  });
});

describe('staff who are suspended or lose their role while their call is running', () => {
  it.each([
    ['suspended', suspend, 'UNAUTHORIZED'],
    ['demoted', demote, 'FORBIDDEN'],
  ] as const)(
    'change nothing in jobs, profiles, requests and codes: %s [S3] [S4]',
    async (_, end, refused) => {
      const { db } = kindpal.services;
      const job = await createJob(db);
      const shown = await member({ bio: 'Loves dogs' });
      const plea = `INSERT INTO feedback (message) VALUES ('Please help me') RETURNING id`;
      const wish = `INSERT INTO invite_requests (user_id, message) VALUES ('${shown.id}', 'One more') RETURNING id`;
      const code = `INSERT INTO invites (code, created_by) VALUES ('${makeInviteCode()}', '${shown.id}') RETURNING code`;
      const waits = `INSERT INTO waitlist_entries (email, full_name, confirmed_at)
      VALUES ('${randomUUID()}@example.org', 'Robin Vale', now()) RETURNING id`;
      const [feedback, request, invite, entry] = (await Promise.all(
        [plea, wish, code, waits].map(firstOf),
      )) as string[];
      const reason = 'It has to be done';
      const calls: ((who: TestMember) => Promise<unknown>)[] = [
        (who) => kindpal.callerFor(who).staff.takeDownJob({ job_id: job.id, reason }),
        (who) =>
          kindpal.callerFor(who).staff.removeProfilePart({
            user_id: shown.id,
            part: 'bio',
            seen: 'Loves dogs',
            reason,
          }),
        (who) =>
          kindpal
            .callerFor(who)
            .feedback.update({ id: feedback ?? '', version: 1, status: 'closed' }),
        (who) =>
          kindpal
            .callerFor(who)
            .invite.decideRequest({ id: request ?? '', decision: 'granted', reason }),
        (who) => kindpal.callerFor(who).invite.disable({ code: invite ?? '', reason }),
        (who) => kindpal.callerFor(who).waitlist.invite({ id: entry ?? '' }),
      ];
      for (const call of calls) {
        const admin = await member({ app_role: 'admin' });
        expect(await during(end(admin), () => call(admin))).toBe(refused);
        const logged = `SELECT count(*)::int FROM admin_activity_logs WHERE admin_id = '${admin.id}'`;
        expect(await firstOf(logged)).toBe(0);
      }
    },
  );

  it('give and remove no roles [S3] [S5]', async () => {
    const target = await member();
    const calls: ((who: TestMember) => Promise<unknown>)[] = [
      (who) => kindpal.callerFor(who).staff.setUserRole({ user_id: target.id, role: 'admin' }),
      (who) => kindpal.callerFor(who).staff.createSuperAdmin({ user_id: target.id }),
    ];
    for (const call of calls) {
      const boss = await member({ app_role: 'super_admin' });
      expect(await during(suspend(boss), () => call(boss))).toBe('UNAUTHORIZED');
    }
    expect(
      await firstOf(`SELECT count(*)::int FROM user_roles WHERE user_id = '${target.id}'`),
    ).toBe(0);
  });
});
