import { randomUUID } from 'node:crypto';
import { awaitsConfirmation } from '@kindpal/contract/job/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { files } from '../db/schema/file.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let other: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  admin = await createMember(db, { app_role: 'admin' });
  other = await createMember(db, { app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());

const reason = 'It sells <cars>, not care.';
const staff = () => kindpal.callerFor(admin).staff;
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;
const logOf = (id: string) =>
  query('SELECT admin_id, action, details FROM admin_activity_logs WHERE target_id = $1', [id]);

describe('what staff see of jobs [S4]', () => {
  it('is every job, newest first, with its texts and area, without address', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db, { last_name: 'Oakley' });
    const address = '12 Hidden Lane';
    const special_instructions = 'The key is under the mat.';
    const jobs = [];
    for (const status of ['open', 'completed', 'cancelled'] as const) {
      jobs.push(await createJob(db, { owner_id: owner.id, address, special_instructions, status }));
    }
    const { items } = await staff().listJobs({ search: 'oakley' });
    expect(items.map(({ id }) => id)).toEqual(jobs.map(({ id }) => id).reverse());
    expect(items[2]).toMatchObject({
      title: 'A long walk for Biscuit',
      location: 'Maplewood, New Jersey',
      owner: { id: owner.id, full_name: 'Member Oakley' },
      taken_down_reason: null,
      can: { take_down: true, end_claim: false },
    });
    expect(items.map(({ can }) => can.take_down)).toEqual([false, false, true]);
    for (const secret of ['Hidden', 'the mat', owner.email]) {
      expect(JSON.stringify(items)).not.toContain(secret);
    }
    const page = await staff().listJobs({ search: 'oakley', limit: 2 });
    const rest = await staff().listJobs({ search: 'oakley', cursor: page.next_cursor ?? '' });
    expect(rest.items.map(({ id }) => id)).toEqual([jobs[0]?.id]);
  });

  it('shows a completed job as one to confirm until its owner has confirmed it [J9]', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db, { last_name: 'Waits' });
    const sitter = await createMember(db, { role: 'pet_sitter' });
    const given = await createJob(db, { owner_id: owner.id });
    const { job } = await createClaim(db, {
      job: given,
      sitter_id: sitter.id,
      status: 'in_progress',
    });
    const isToConfirm = async () => {
      const { items } = await staff().listJobs({ search: 'waits' });
      return items.map(awaitsConfirmation);
    };
    expect(await isToConfirm()).toEqual([false]);
    await kindpal.callerFor(sitter).job.move({ job_id: job.id, action: 'complete' });
    expect(await isToConfirm()).toEqual([true]);
    await kindpal.callerFor(owner).job.move({ job_id: job.id, action: 'confirm' });
    expect(await isToConfirm()).toEqual([false]);
  });

  it('is found by title, description and pet, every character literally', async () => {
    const job = await createJob(kindpal.services.db, {
      title: '50% off_everything\\now',
      description: 'Зоопарк 🦜',
      pet_name: 'Rumpelstilz',
    });
    for (const search of ['50% off_', 'everything\\n', 'зоопарк', '🦜', 'RUMPEL']) {
      expect((await staff().listJobs({ search })).items.map(({ id }) => id)).toEqual([job.id]);
    }
    expect((await staff().listJobs({ search: '50_ off' })).items).toEqual([]);
  });
});

describe('taking a job down [S4] [J9]', () => {
  it('is not for staff who own the job or hold it [S4] [S6]', async () => {
    const { db } = kindpal.services;
    const own = await createJob(db, { owner_id: admin.id });
    const held = await createClaim(db, { sitter_id: admin.id });
    for (const { id: job_id } of [own, held.job]) {
      expect(await refusalOf(staff().takeDownJob({ job_id, reason }))).toBe('FORBIDDEN');
      const { items } = await staff().listJobs({ limit: 50 });
      expect(items.find(({ id }) => id === job_id)?.can).toEqual({
        take_down: false,
        end_claim: false,
      });
      expect(await logOf(job_id)).toEqual([]);
      expect(await outcomeOf(kindpal.callerFor(other).staff.takeDownJob({ job_id, reason }))).toBe(
        'ok',
      );
    }
  });

  it('is not for staff whose role is not above its owner’s [S4] [S6]', async () => {
    const { db } = kindpal.services;
    const peer = await createMember(db, { app_role: 'admin' });
    for (const owner of [peer, other]) {
      const { id: job_id } = await createJob(db, { owner_id: owner.id });
      expect(await refusalOf(staff().takeDownJob({ job_id, reason }))).toBe('FORBIDDEN');
      const { items } = await staff().listJobs({ limit: 50 });
      expect(items.find(({ id }) => id === job_id)?.can.take_down).toBe(false);
      expect(await logOf(job_id)).toEqual([]);
    }
  });

  it('cancels it permanently, and its owner and sitter are emailed why', async () => {
    const { db } = kindpal.services;
    const owner = await createMember(db);
    const sitter = await createMember(db, { role: 'pet_sitter' });
    const job = await createJob(db, { owner_id: owner.id, title: 'Best cars in town' });
    await createClaim(db, { job, sitter_id: sitter.id });
    const taken = await staff().takeDownJob({ job_id: job.id, reason });
    expect(taken).toMatchObject({
      id: job.id,
      status: 'cancelled',
      taken_down_reason: reason,
      can: { take_down: false, end_claim: false },
    });
    expect(await kindpal.callerFor(owner).job.get({ id: job.id })).toMatchObject({
      status: 'cancelled',
      cancel_reason: reason,
      cancel_code: 'taken_down',
      can: {},
    });
    const reopen = kindpal.callerFor(owner).job.move({ job_id: job.id, action: 'reopen' });
    expect(await refusalOf(reopen)).toBe('JOB_ACTION_REFUSED');
    expect(await refusalOf(kindpal.callerFor(sitter).claim.create({ job_id: job.id }))).not.toBe(
      'ok',
    );
    const [toOwner] = await readMailbox(kindpal.services, owner.email);
    expect(toOwner?.subject).toBe('Your job was taken down');
    expect(toOwner?.text).toContain(reason);
    expect(toOwner?.text).toContain('Best cars in town');
    expect(toOwner?.html).toContain('It sells &lt;cars&gt;');
    const [toSitter] = await readMailbox(kindpal.services, sitter.email);
    expect(toSitter?.subject).toBe('A job you claimed was taken down');
    expect(await logOf(job.id)).toEqual([
      { admin_id: admin.id, action: 'job_take_down', details: { reason } },
    ]);
    const [claim] = await query('SELECT end_reason, ended_by FROM job_claims WHERE job_id = $1', [
      job.id,
    ]);
    expect(claim).toEqual({ end_reason: 'cancelled', ended_by: admin.id });
  });

  it('is emailed to neither owner nor sitter while they are suspended', async () => {
    const { db } = kindpal.services;
    const [owner, sitter] = [
      await createMember(db),
      await createMember(db, { role: 'pet_sitter' }),
    ];
    const job = await createJob(db, { owner_id: owner.id });
    await createClaim(db, { job, sitter_id: sitter.id });
    await query('UPDATE users SET suspended_at = now() WHERE id = ANY ($1)', [
      [owner.id, sitter.id],
    ]);
    await staff().takeDownJob({ job_id: job.id, reason });
    for (const { email } of [owner, sitter]) {
      expect(await readMailbox(kindpal.services, email)).toEqual([]);
    }
  });

  it('is done once by two staff at once, and never to a job that is over', async () => {
    const { db } = kindpal.services;
    const job = await createJob(db);
    const outcomes = await Promise.all(
      [admin, other].map((who) =>
        outcomeOf(kindpal.callerFor(who).staff.takeDownJob({ job_id: job.id, reason })),
      ),
    );
    expect(outcomes.sort()).toEqual(['JOB_ACTION_REFUSED', 'ok']);
    expect(await logOf(job.id)).toHaveLength(1);
    for (const status of ['completed', 'cancelled'] as const) {
      const over = await createJob(db, { status });
      expect(await refusalOf(staff().takeDownJob({ job_id: over.id, reason }))).toBe(
        'JOB_ACTION_REFUSED',
      );
    }
    expect(await refusalOf(staff().takeDownJob({ job_id: randomUUID(), reason }))).toBe(
      'NOT_FOUND',
    );
  });

  it('leaves it taken down even with a concurrent claim', async () => {
    const { db } = kindpal.services;
    for (let round = 0; round < 5; round += 1) {
      const job = await createJob(db);
      const sitter = await createMember(db, { role: 'pet_sitter' });
      await Promise.all([
        outcomeOf(kindpal.callerFor(sitter).claim.create({ job_id: job.id })),
        staff().takeDownJob({ job_id: job.id, reason }),
      ]);
      const [after] = await query(
        `SELECT status, (SELECT count(*)::int FROM job_claims
           WHERE job_id = jobs.id AND ended_at IS NULL) AS live FROM jobs WHERE id = $1`,
        [job.id],
      );
      expect(after).toEqual({ status: 'cancelled', live: 0 });
    }
  });

  it('needs a reason, and is for staff: not even possible with the owner’s move call [S6]', async () => {
    const owner = await createMember(kindpal.services.db);
    const job = await createJob(kindpal.services.db, { owner_id: owner.id });
    for (const wrong of ['', '   ', 'x'.repeat(501)]) {
      const call = staff().takeDownJob({ job_id: job.id, reason: wrong });
      expect(await refusalOf(call)).toBe('INVALID_INPUT');
    }
    const byOwner = kindpal.callerFor(owner).staff.takeDownJob({ job_id: job.id, reason });
    expect(await refusalOf(byOwner)).toBe('FORBIDDEN');
    const byMove = kindpal
      .callerFor(owner)
      .job.move({ job_id: job.id, action: 'take_down' as never });
    expect(await refusalOf(byMove)).toBe('INVALID_INPUT');
    const byVisitor = kindpal.callerFor(null).staff.takeDownJob({ job_id: job.id, reason });
    expect(await refusalOf(byVisitor)).toBe('UNAUTHORIZED');
    expect((await query('SELECT status FROM jobs WHERE id = $1', [job.id]))[0].status).toBe('open');
  });
});

describe('what members show of themselves [S4]', () => {
  it('is listed for staff if there is a photo or a text, without any address', async () => {
    const { db } = kindpal.services;
    const talks = await createMember(db, { last_name: 'Showing', bio: 'I love parrots.' });
    await createMember(db, { last_name: 'Showing' });
    const found = await staff().listProfiles({ search: 'showing' });
    expect(found.items).toMatchObject([{ id: talks.id, bio: 'I love parrots.' }]);
    expect((await staff().listProfiles({ search: 'PARROTS' })).items).toHaveLength(1);
    expect(JSON.stringify(found)).not.toContain('@example.org');
    const member = kindpal.callerFor(talks).staff;
    expect(await refusalOf(member.listProfiles({}))).toBe('FORBIDDEN');
    expect(await refusalOf(member.listJobs({}))).toBe('FORBIDDEN');
  });

  it('can be removed with a reason that is emailed to the member and logged', async () => {
    const bio = 'Buy my cars.';
    const member = await createMember(kindpal.services.db, { bio });
    const removal = { user_id: member.id, part: 'bio', seen: bio, reason } as const;
    expect(await staff().removeProfilePart(removal)).toMatchObject({ id: member.id, bio: null });
    const own = await kindpal.callerFor(member).member.get({ id: member.id });
    expect(own.bio).toBeNull();
    const [mail] = await readMailbox(kindpal.services, member.email);
    expect(mail?.subject).toBe('Your bio was removed');
    expect(mail?.text).toContain(reason);
    expect(await logOf(member.id)).toEqual([
      { admin_id: admin.id, action: 'bio_removal', details: { reason } },
    ]);
    expect(await refusalOf(staff().removeProfilePart(removal))).toBe('CONTENT_CHANGED');
    expect(await readMailbox(kindpal.services, member.email)).toHaveLength(1);
  });

  it('cannot be removed from staff whose role is not below one’s own [S6]', async () => {
    const { db } = kindpal.services;
    const peer = await createMember(db, { app_role: 'admin', bio: 'I walk dogs.' });
    const top = await createMember(db, { app_role: 'super_admin', bio: 'I walk dogs.' });
    for (const { id: user_id } of [peer, top]) {
      const removal = { user_id, part: 'bio' as const, seen: 'I walk dogs.', reason };
      expect(await refusalOf(staff().removeProfilePart(removal))).toBe('FORBIDDEN');
      const { items } = await staff().listProfiles({ limit: 50 });
      expect(items.find(({ id }) => id === user_id)?.can).toEqual({ remove_part: false });
      expect(await logOf(user_id)).toEqual([]);
    }
    const seen = { part: 'bio' as const, seen: 'I walk dogs.', reason };
    const bySuper = kindpal.callerFor(other).staff.removeProfilePart({ user_id: peer.id, ...seen });
    expect(await outcomeOf(bySuper)).toBe('ok');
  });

  it('a photo is removed with its file', async () => {
    const { db, images } = kindpal.services;
    const member = await createMember(db);
    const path = `${member.id}/1700000000000.webp`;
    const seen = `/storage/v1/object/public/profile-images/${path}`;
    await images.put(path, new Uint8Array([1, 2, 3]));
    await db.drizzle.insert(files).values({ path, owner_id: member.id, bytes: 3 });
    await query('UPDATE users SET profile_image_url = $2 WHERE id = $1', [member.id, seen]);
    const removal = { user_id: member.id, part: 'photo', seen, reason } as const;
    const after = await staff().removeProfilePart(removal);
    expect(after.profile_image_url).toBeNull();
    const [mail] = await readMailbox(kindpal.services, member.email);
    expect(await images.find(path)).toBeNull();
    expect(mail?.subject).toBe('Your profile photo was removed');
  });

  it('is not removed when its member has changed it meanwhile, nor by members [S6]', async () => {
    const member = await createMember(kindpal.services.db, { bio: 'Better now.' });
    const removal = { user_id: member.id, part: 'bio', seen: 'Buy my cars.', reason } as const;
    expect(await refusalOf(staff().removeProfilePart(removal))).toBe('CONTENT_CHANGED');
    expect(await refusalOf(kindpal.callerFor(member).staff.removeProfilePart(removal))).toBe(
      'FORBIDDEN',
    );
    const unknown = { ...removal, user_id: randomUUID() };
    expect(await refusalOf(staff().removeProfilePart(unknown))).toBe('NOT_FOUND');
    expect((await kindpal.callerFor(member).member.get({ id: member.id })).bio).toBe('Better now.');
    expect(await readMailbox(kindpal.services, member.email)).toEqual([]);
  });
});
