import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { notifyByClock } from '../../notification/queue/queue-mails.ts';
import { runDueTasks } from '../../tasks/start-tasks.ts';
import { createClaim, createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { outcomeOf, refusalOf } from '../../testing/refusal-of.ts';
import { readMailbox } from '../../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let other: TestMember;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(db(), { app_role: 'admin', first_name: 'Stella' });
  other = await createMember(db(), { app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(db(), { role: 'both', first_name: 'Olive' });
  sitter = await createMember(db(), { role: 'pet_sitter', first_name: 'Sam' });
});

const db = () => kindpal.services.db;
const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await db().pool.query(text, values)).rows;
const reason = 'You two can’t go on with each other.';
const end = (job_id: string, who: TestMember | null = admin) =>
  as(who).staff.endClaim({ job_id, reason });
const claimOf = async (job_id: string) =>
  (
    await query(
      'SELECT end_reason, ended_by, end_note, ended_at IS NULL AS is_live FROM job_claims WHERE job_id = $1 ORDER BY claimed_at',
      [job_id],
    )
  )[0];
const bellOf = async (who: TestMember) =>
  (await as(who).notification.list({})).items.map(({ title }) => title);

/** How many times staff have read the job by a call that names its state. */
const viewsOf = async (job: string) =>
  (
    await query(
      `SELECT FROM admin_activity_logs WHERE action = 'jobs_read' AND details->'ids' ? $1`,
      [job],
    )
  ).length;

async function share(start_date = new Date(Date.now() + 3_600_000)) {
  const job = await createJob(db(), { owner_id: owner.id, title: 'Two calm cats', start_date });
  await createClaim(db(), { job, sitter_id: sitter.id });
  return job;
}

describe('staff end the claim of a job [S4] [J9]', () => {
  it('before the start: the job is open for other sitters, and both read why', async () => {
    const job = await share();
    await as(owner).block.create({ member_id: sitter.id });
    await as(owner).block.askToEnd({ job_id: job.id });
    expect((await as(admin).job.get({ id: job.id })).can.end_claim).toBe(true);
    expect(await end(job.id)).toMatchObject({
      status: 'open',
      can: { take_down: true, end_claim: false },
    });
    expect(await claimOf(job.id)).toEqual({
      ...{ end_reason: 'released', ended_by: admin.id, end_note: reason, is_live: false },
    });
    for (const who of [owner, sitter]) {
      expect((await bellOf(who))[0]).toMatch(
        who === owner
          ? 'Our team ended the sitter’s claim on “Two calm cats”'
          : 'Our team ended your claim on “Two calm cats”',
      );
      // The blocked sitter too: what was theirs stays in their history.
      const { items } = await as(who).job.listEvents({ job_id: job.id });
      expect(items[0]).toMatchObject({
        ...{ action: 'end_claim', actor_role: 'staff', actor: null, reason },
      });
      expect(JSON.stringify(items)).not.toContain('Stella');
    }
    // The request is answered by that.
    expect((await as(owner).feedback.listMine({})).items).toMatchObject([{ status: 'resolved' }]);
    const logged = await query(
      `SELECT admin_id, action, details FROM admin_activity_logs WHERE target_id = $1 AND action = 'claim_end'`,
      [job.id],
    );
    expect(logged).toEqual([{ admin_id: admin.id, action: 'claim_end', details: { reason } }]);
    const next = await createMember(db(), { role: 'pet_sitter' });
    expect(await outcomeOf(as(next).claim.create({ job_id: job.id }))).toBe('ok');
    expect(await outcomeOf(as(sitter).claim.create({ job_id: job.id }))).toBe('NOT_FOUND');
  });

  it('in progress: the job is canceled, and the sitter can no longer open home access', async () => {
    const job = await share();
    await query(
      `INSERT INTO job_access (job_id, sealed, key_id, parts) VALUES ($1, 'sealed', 'key', '{door}')`,
      [job.id],
    );
    await as(sitter).job.move({ job_id: job.id, action: 'start' });
    expect(await end(job.id)).toMatchObject({ status: 'cancelled' });
    expect(await claimOf(job.id)).toMatchObject({ end_reason: 'cancelled', ended_by: admin.id });
    expect(await query('SELECT FROM job_access WHERE job_id = $1', [job.id])).toEqual([]);
    expect(await as(owner).job.get({ id: job.id })).toMatchObject({
      ...{ status: 'cancelled', cancel_code: 'by_staff', cancel_reason: reason },
    });
    expect(await refusalOf(as(sitter).vault.open({ job_id: job.id, part: 'door' }))).not.toBe('ok');
    // It is nobody's doing: nothing to review, and nothing in either record.
    for (const who of [owner, sitter]) {
      expect(await as(who).review.listReviewable({ job_id: job.id })).toEqual([]);
    }
    expect(
      await query('SELECT FROM reliability WHERE member_id IN ($1, $2)', [owner.id, sitter.id]),
    ).toEqual([]);
  });

  it('after its end without a start: the job has expired', async () => {
    const job = await share();
    await query(
      `UPDATE jobs SET start_date = now() - interval '3 hours', end_date = now() - interval '1 hour' WHERE id = $1`,
      [job.id],
    );
    expect(await end(job.id)).toMatchObject({ status: 'cancelled' });
    expect(await as(owner).job.get({ id: job.id })).toMatchObject({ cancel_code: 'expired' });
  });

  it('and both are emailed, whatever they switched off', async () => {
    const job = await share();
    await query(
      `INSERT INTO notification_settings (member_id, email_off) VALUES ($1, '{jobs}')
       ON CONFLICT (member_id) DO UPDATE SET email_off = '{jobs}'`,
      [sitter.id],
    );
    await end(job.id);
    await notifyByClock(kindpal.services);
    await runDueTasks(kindpal.services);
    const states = await query(
      `SELECT mail_state FROM notifications WHERE job_id = $1 AND type = 'support.job_ended'`,
      [job.id],
    );
    expect(states).toEqual([{ mail_state: 'sent' }, { mail_state: 'sent' }]);
    for (const { email } of [owner, sitter]) {
      const subjects = (await readMailbox(kindpal.services, email)).map(({ subject }) => subject);
      expect(subjects.filter((subject) => /claim on/.test(subject))).toHaveLength(1);
    }
  });

  it('once, even if two staff members or the sitter end it at the same time', async () => {
    const job = await share();
    const both = await Promise.all([outcomeOf(end(job.id)), outcomeOf(end(job.id, other))]);
    expect(both.sort()).toEqual(['JOB_ACTION_REFUSED', 'ok']);
    const again = await share();
    const outcomes = await Promise.all([
      outcomeOf(as(sitter).job.move({ job_id: again.id, action: 'release' })),
      outcomeOf(end(again.id)),
    ]);
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(await query('SELECT action FROM job_events WHERE job_id = $1', [again.id])).toHaveLength(
      1,
    );
  });

  it('but gain nothing: the one who ended a claim gets no turn and cannot claim the job', async () => {
    const sitting = await createMember(db(), { app_role: 'admin', role: 'pet_sitter' });
    const waiting = await createMember(db(), { role: 'pet_sitter' });
    const job = await share(new Date(Date.now() + 86_400_000));
    for (const who of [sitting, waiting]) await as(who).offer.join({ job_id: job.id });
    await end(job.id, sitting);
    expect((await as(sitting).offer.list({})).items).toEqual([]);
    expect(await as(sitting).job.canClaim({ job_id: job.id })).toBe(false);
    expect(await outcomeOf(as(sitting).claim.create({ job_id: job.id }))).not.toBe('ok');
    // The turn is that of the next in line, and of everybody when nobody else waits.
    await as(waiting).claim.create({ job_id: job.id });
    await as(waiting).job.move({ job_id: job.id, action: 'release' });
    expect(await outcomeOf(as(sitting).claim.create({ job_id: job.id }))).toBe('CANNOT_CLAIM_JOB');
    const third = await createMember(db(), { role: 'pet_sitter' });
    expect(await outcomeOf(as(third).claim.create({ job_id: job.id }))).toBe('ok');
    expect(await outcomeOf(as(sitting).offer.join({ job_id: job.id }))).toBe('CANNOT_WAIT_FOR_JOB');
  });

  it('not of the next sitter, if the claim that they looked at has ended', async () => {
    const job = await share();
    const first = await as(admin).job.get({ id: job.id });
    const claim_id = first.view === 'member' ? first.claim?.id : undefined;
    await as(sitter).job.move({ job_id: job.id, action: 'release' });
    const next = await createMember(db(), { role: 'pet_sitter' });
    await as(next).claim.create({ job_id: job.id });
    const before = await viewsOf(job.id);
    const meant = as(admin).staff.endClaim({ job_id: job.id, claim_id, reason });
    expect(await refusalOf(meant)).toBe('CLAIM_CHANGED');
    expect(await viewsOf(job.id)).toBe(before + 1);
    expect(
      await query('SELECT FROM job_claims WHERE ended_at IS NULL AND job_id = $1', [job.id]),
    ).toHaveLength(1);
  });

  it('only for others: not as members, not as its owner or sitter, and not if it is open or over', async () => {
    const job = await share();
    for (const who of [owner, sitter]) expect(await refusalOf(end(job.id, who))).toBe('FORBIDDEN');
    expect(await refusalOf(end(job.id, null))).toBe('UNAUTHORIZED');
    const own = await createClaim(db(), {
      job: await createJob(db(), { owner_id: admin.id }),
      sitter_id: sitter.id,
    });
    const held = await createClaim(db(), { sitter_id: admin.id });
    for (const { id } of [own.job, held.job]) expect(await refusalOf(end(id))).toBe('FORBIDDEN');
    expect((await as(admin).job.get({ id: held.job.id })).can.end_claim).toBeUndefined();
    const open = await createJob(db(), { owner_id: owner.id });
    expect(await refusalOf(end(open.id))).toBe('JOB_ACTION_REFUSED');
    expect(await viewsOf(open.id)).toBe(1);
    const move = as(owner).job.move({ job_id: job.id, action: 'end_claim' as never });
    expect(await outcomeOf(move)).toBe('INVALID_INPUT');
    expect((await claimOf(job.id)).is_live).toBe(true);
  });
});
