import { shortName } from '@kindpal/contract/member/rules';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shortNameOf } from '../member/member-card.ts';
import { recordActivity } from '../staff/activity/record-activity.ts';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;
let admin: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(db(), {
    ...{ app_role: 'admin', first_name: 'Stella', last_name: 'Marisol Kovač' },
  });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(db(), { first_name: 'Olive' });
  sitter = await createMember(db(), { role: 'pet_sitter', first_name: 'Sam' });
});

const db = () => kindpal.services.db;
const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await db().pool.query(text, values)).rows;
const viewsOf = async (who: TestMember) => (await as(who).privacy.listViews({ limit: 50 })).items;
const told = async (who: TestMember) =>
  (await viewsOf(who)).map(({ kind, viewer_role, viewer, job }) => [
    kind,
    viewer_role,
    viewer?.id ?? null,
    job?.id ?? null,
  ]);

/** A job with an address, held by the sitter. */
async function holdJob(more: Parameters<typeof createJob>[1] = {}) {
  const job = await createJob(db(), { owner_id: owner.id, address: 'Elm Street 4', ...more });
  await createClaim(db(), { job, sitter_id: sitter.id });
  return job;
}

describe('a member can see who viewed [R2]', () => {
  it('their address: the sitter who holds the job, once for any number of views', async () => {
    const job = await holdJob();
    const looks = await Promise.all(
      Array.from({ length: 10 }, () => as(sitter).job.get({ id: job.id })),
    );
    expect(looks.every((one) => 'address' in one && one.address === 'Elm Street 4')).toBe(true);
    const views = await told(owner);
    // Ten views across the end of an hour are two.
    expect(new Set(views.map(String)).size).toBe(1);
    expect(views[0]).toEqual(['address', 'sitter', sitter.id, job.id]);
    expect(await told(sitter)).toEqual([]);
  });

  it('their address again in another hour: a second entry', async () => {
    const job = await holdJob();
    await as(sitter).job.get({ id: job.id });
    await query(
      `UPDATE data_views SET period = period - interval '1 hour',
        viewed_at = viewed_at - interval '1 hour' WHERE subject_id = $1`,
      [owner.id],
    );
    await as(sitter).job.get({ id: job.id });
    expect(await told(owner)).toHaveLength(2);
  });

  it('their address in the answer to the sitter’s own action, without opening the page', async () => {
    const job = await holdJob({ start_date: new Date(Date.now() + 3_600_000) });
    await as(sitter).job.move({ job_id: job.id, action: 'start' });
    expect(await told(owner)).toEqual([['address', 'sitter', sitter.id, job.id]]);
  });

  it('nothing: others who see the job, former sitters, and the member themselves', async () => {
    const open = await createJob(db(), { owner_id: owner.id, address: 'Elm Street 4' });
    await as(sitter).job.get({ id: open.id });
    await as(null).job.get({ id: open.id });
    await as(owner).job.get({ id: open.id });
    const ended = await createEndedClaim(db(), { owner_id: owner.id, sitter_id: sitter.id });
    await as(sitter).job.get({ id: ended.job_id });
    expect(await told(owner)).toEqual([]);
  });

  it('their email: the owner of a job that they claimed', async () => {
    await holdJob();
    await as(owner).member.get({ id: sitter.id });
    const stranger = await createMember(db());
    await as(stranger).member.get({ id: sitter.id });
    expect(await told(sitter)).toEqual([['email', 'owner', owner.id, null]]);
  });

  it('the health of their pet: only the sitter who may see it on these days', async () => {
    const [pet] = await query(
      `INSERT INTO pet_profiles (owner_id, name, breed, medical_conditions) VALUES ($1, 'Miso', 'Tabby', 'Diabetes')
       RETURNING id`,
      [owner.id],
    );
    const job = await holdJob({ pet_id: pet.id, address: null });
    await as(sitter).job.getPetCare({ job_id: job.id });
    await as(owner).job.getPetCare({ job_id: job.id });
    const stranger = await createMember(db(), { role: 'pet_sitter' });
    expect(await outcomeOf(as(stranger).job.getPetCare({ job_id: job.id }))).toBe('NOT_FOUND');
    expect(await told(owner)).toEqual([['pet_health', 'sitter', sitter.id, job.id]]);
  });
});

const byStella = { name: 'Stella K.', has_left: false };
const withoutName = { name: null, has_left: false };

describe('a view by staff [S3]', () => {
  it('is shown to the member with name and purpose, once an hour, for panels and lists', async () => {
    const job = await holdJob();
    await as(owner).feedback.send({ message: 'The map does not load' });
    await as(admin).staff.getMember({ id: owner.id });
    await as(admin).staff.getMember({ id: owner.id });
    await as(admin).staff.listUsers({ search: owner.email });
    const views = await viewsOf(owner);
    const short = views.map(({ kind, viewer_role, viewer, staff, job, about }) =>
      JSON.stringify([kind, viewer_role, viewer, staff, job?.id ?? null, about]),
    );
    expect(new Set(short)).toEqual(
      new Set(
        [
          ['account', 'staff', null, byStella, null, null],
          ['job', 'staff', null, byStella, job.id, null],
          ['request', 'staff', null, byStella, null, 'The map does not load'],
        ].map((one) => JSON.stringify(one)),
      ),
    );
    // 'First L.' and nothing that leads to them.
    expect(JSON.stringify(views)).not.toMatch(new RegExp(`Marisol|Kova|${admin.id}`));
    // Only the member that was shown, not the other side beside the job.
    expect(await told(sitter)).toEqual([]);
  });

  it('is listed for each request and each review, with the beginning of its text', async () => {
    await as(owner).feedback.send({ message: `First ${'long '.repeat(60)}` });
    await as(owner).feedback.send({ message: 'The second request' });
    const { claim_id } = await createEndedClaim(db(), { owner_id: owner.id, sitter_id: sitter.id });
    await as(owner).review.write({
      ...{ claim_id, rating: 4, text: 'A calm sitter', would_repeat: true, facts: {} },
    });
    for (const { id } of (await as(admin).staff.getMember({ id: owner.id })).requests) {
      await as(admin).feedback.get({ id });
    }
    await as(admin).review.listForStaff({ limit: 50 });
    const quoted = (await viewsOf(owner)).flatMap(({ about }) => about ?? []);
    expect(new Set(quoted)).toEqual(
      new Set([`First ${'long '.repeat(60)}`.slice(0, 120), 'The second request', 'A calm sitter']),
    );
  });

  it('has no name once that person has left, and says so', async () => {
    const leaving = await createMember(db(), { app_role: 'admin', first_name: 'Leander' });
    await as(leaving).staff.getMember({ id: owner.id });
    await query('DELETE FROM user_roles WHERE user_id = $1', [leaving.id]);
    expect((await viewsOf(owner))[0]?.staff?.name).toMatch(/^Leander /);
    await query(
      `UPDATE users SET first_name = 'Former', last_name = 'member', erased_at = now(),
         suspended_at = now() WHERE id = $1`,
      [leaving.id],
    );
    expect((await viewsOf(owner)).map(({ staff }) => staff)).toEqual([
      { name: null, has_left: true },
    ]);
  });

  it('has no name if it is from before names were shown', async () => {
    await as(admin).staff.getMember({ id: owner.id });
    await query('UPDATE data_views SET is_named = false WHERE subject_id = $1', [owner.id]);
    expect((await viewsOf(owner)).map(({ staff }) => staff)).toEqual([withoutName]);
  });

  it('of a report, or of its two sides while somebody works on it, is not shown to them', async () => {
    const { id } = await as(sitter).report.send({
      ...{ subject_type: 'profile', subject_id: owner.id, reason: 'fraud' },
    });
    await as(admin).report.list({});
    await as(admin).report.take({ id });
    await as(admin).staff.getMember({ id: owner.id });
    await as(admin).staff.getMember({ id: sitter.id });
    expect([await told(owner), await told(sitter)]).toEqual([[], []]);
    // Of other members, and by who does not work on it, it is.
    const neighbor = await createMember(db());
    await as(admin).staff.getMember({ id: neighbor.id });
    expect(await told(neighbor)).toHaveLength(1);
    const colleague = await createMember(db(), { app_role: 'admin' });
    await as(colleague).staff.getMember({ id: owner.id });
    expect(await told(owner)).toHaveLength(1);
    await as(admin).report.giveBack({ id });
    await as(admin).staff.getMember({ id: owner.id });
    expect(await told(owner)).toHaveLength(2);
  });

  it('of the two sides of a report is shown to them once staff hold it longer than two hours', async () => {
    const { id } = await as(sitter).report.send({
      ...{ subject_type: 'profile', subject_id: owner.id, reason: 'fraud' },
    });
    await as(admin).report.take({ id });
    const viewAfter = async (minutes: number) => {
      await query(
        `UPDATE reports SET assigned_at = now() - $2 * interval '1 minute' WHERE id = $1`,
        [id, minutes],
      );
      for (const side of [owner, sitter]) await as(admin).staff.getMember({ id: side.id });
      return [(await told(owner)).length, (await told(sitter)).length];
    };
    expect(await viewAfter(119)).toEqual([0, 0]);
    expect(await viewAfter(121)).toEqual([1, 1]);
  });

  const namesOf = async (kind: string) =>
    (await viewsOf(owner)).filter((one) => one.kind === kind).map(({ staff }) => staff?.name);

  it('has no name if the same person then decided about something of the member', async () => {
    const other = await createMember(db(), { app_role: 'admin', first_name: 'Otto' });
    const job = await createJob(db(), { owner_id: owner.id });
    await as(admin).staff.listJobs({ search: job.title });
    await as(admin).staff.getMember({ id: owner.id });
    await as(other).staff.getMember({ id: owner.id });
    expect(await namesOf('job')).toEqual(['Stella K.']);
    await as(admin).staff.takeDownJob({ job_id: job.id, reason: 'It sells cars and nothing else' });
    expect(await namesOf('job')).toEqual([null]);
    // What else the same person looked at that day would tell as well; who did not decide is named.
    expect(await namesOf('account')).toEqual([expect.stringMatching(/^Otto /), null]);
  });

  it('has no name for a sitter whose claim the same person ended before or after it [J9]', async () => {
    const { id: job_id } = await holdJob();
    await as(admin).staff.getMember({ id: sitter.id });
    const namesOfSitter = async () => (await viewsOf(sitter)).map(({ staff }) => staff?.name);
    expect(await namesOfSitter()).toEqual(['Stella K.']);
    await as(admin).staff.endClaim({ job_id, reason: 'You two can’t go on with each other.' });
    expect(await namesOfSitter()).toEqual([null]);
    await query(
      `UPDATE data_views SET period = period - interval '1 hour', viewed_at = viewed_at - interval '1 hour'
       WHERE subject_id = $1`,
      [sitter.id],
    );
    await as(admin).staff.getMember({ id: sitter.id });
    expect(await namesOfSitter()).toEqual([null, null]);
  });

  it('has no name if the same person then decided about the member, even if the view was before they took the report', async () => {
    await as(admin).staff.getMember({ id: owner.id });
    expect(await namesOf('account')).toEqual(['Stella K.']);
    const report = await as(sitter).report.send({
      ...{ subject_type: 'profile', subject_id: owner.id, reason: 'fraud' },
    });
    await as(admin).report.take({ id: report.id });
    await as(admin).report.decide({ id: report.id, kind: 'warn', reason: 'Be kind to sitters' });
    expect(await namesOf('account')).toEqual([null]);
  });

  it('has no name if the same person then decided about an identity check or another code [R1] [I1]', async () => {
    const boss = await createMember(db(), { app_role: 'super_admin', first_name: 'Bo' });
    const { id } = await as(owner).identity.request();
    const { id: asked } = await as(owner).invite.requestMore({ message: 'One for a friend' });
    const invites = as(admin).invite;
    await as(admin).identity.list({});
    await as(boss).identity.list({});
    await invites.listRequests({});
    expect(await namesOf('request')).toEqual(['Stella K.']);
    await invites.decideRequest({ id: asked, decision: 'refused', reason: 'Not yet' });
    expect(await namesOf('request')).toEqual([null]);
    await as(boss).identity.decide({ id, step: 'refuse', reason: 'It has expired' });
    expect(await namesOf('identity')).toEqual([null, null]);
  });

  it.each([
    'member_suspend',
    'member_ban',
    'decision_undo',
    'appeal_decision',
    'job_take_down',
    'claim_end',
    'photo_removal',
    'bio_removal',
    'review_hide',
    'review_restore',
    'identity_check',
    'identity_confirmation',
    'identity_refusal',
    'identity_revocation',
    'invite_request_decision',
    'factor_reset',
  ] as const)('has no name if the same person decided about the member: %s', async (action) => {
    await as(admin).staff.getMember({ id: owner.id });
    expect(await namesOf('account')).toEqual(['Stella K.']);
    // The calls themselves could end the session that reads the list.
    await recordActivity(db().drizzle, {
      admin_id: admin.id,
      action,
      target_type: 'user',
      target_id: owner.id,
      details: { reason: 'For a reason' },
    });
    expect(await namesOf('account')).toEqual([null]);
    // Nor if the view came hours after the decision.
    const later = `UPDATE data_views SET period = period + interval '4 hours' WHERE subject_id = $1`;
    await query(later, [owner.id]);
    expect(await namesOf('account')).toEqual([null]);
  });

  it('names no job to its sitter: a view is about what its owner or its sitter has', async () => {
    const { id: job_id } = await holdJob();
    for (const { id } of [owner, sitter]) {
      await query(
        `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, job_id, period)
         VALUES ($1, $2, 'staff', 'job', $3, now())`,
        [id, admin.id, job_id],
      );
    }
    expect(await told(owner)).toEqual([['job', 'staff', null, job_id]]);
    expect(await told(sitter)).toEqual([['job', 'staff', null, null]]);
  });

  it('keeps its name if a report was dismissed, because the member is not notified of that', async () => {
    await as(admin).staff.getMember({ id: owner.id });
    const { id } = await as(sitter).report.send({
      ...{ subject_type: 'profile', subject_id: owner.id, reason: 'fraud' },
    });
    await as(admin).report.take({ id });
    await as(admin).report.decide({ id, kind: 'dismiss' });
    expect((await viewsOf(owner)).map(({ staff }) => staff)).toEqual([byStella]);
  });

  it('is shortened in the database as the contract shortens names', async () => {
    for (const name of ['Stella Marisol Kovač', 'Ida', '  Jo   van den berg ', 'Åsa élan']) {
      const [row] = await query(`SELECT ${shortNameOf('$1::text')} AS short`, [name]);
      expect(row.short).toBe(shortName(name));
    }
  });

  it('of their own data is not recorded', async () => {
    await as(admin).staff.getMember({ id: admin.id });
    expect(await told(admin)).toEqual([]);
  });
});

describe('the list [X4]', () => {
  it('is only for its member, in pages, with each view once, and live', async () => {
    const received: string[] = [];
    const job = await holdJob();
    const subscribed = kindpal.services.live.subscribe({
      memberId: owner.id,
      sessionId: null,
      isStaff: false,
      send: (frame) => received.push(frame.toString()),
      end: () => undefined,
    });
    await as(sitter).job.get({ id: job.id });
    await expect.poll(() => received.join()).toContain('data_views');
    subscribed.unsubscribe();
    await query(
      `INSERT INTO data_views (subject_id, viewer_id, viewer_role, kind, period, viewed_at)
       SELECT $1, $2, 'owner', 'email', now() - n * interval '1 hour', now() - interval '1 day'
       FROM generate_series(1, 24) n`,
      [owner.id, sitter.id],
    );
    const first = await as(owner).privacy.listViews({ limit: 20 });
    const rest = await as(owner).privacy.listViews({ limit: 20, cursor: first.next_cursor ?? '' });
    const ids = [...first.items, ...rest.items].map(({ id }) => id);
    expect([first.items.length, rest.items.length, new Set(ids).size]).toEqual([20, 5, 25]);
    expect(rest.next_cursor).toBeNull();
    expect(await outcomeOf(as(null).privacy.listViews({}))).toBe('UNAUTHORIZED');
  });
});
