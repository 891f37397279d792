import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasLink } from '../db/schema/member.ts';
import { blankModeration } from '../deletion/blank-moderation.ts';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { openSignals } from './open-signals.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let colleague: TestMember;
let troublesome: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await member({ app_role: 'admin' });
  colleague = await member({ app_role: 'admin' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  troublesome = await member({ role: 'both', first_name: 'Tess', bio: 'I like dogs.' });
});

const member = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, given);
const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;

async function block(times: number): Promise<TestMember[]> {
  const blockers = await Promise.all(Array.from({ length: times }, () => member()));
  for (const blocker of blockers) await as(blocker).block.create({ member_id: troublesome.id });
  return blockers;
}

/** The troublesome member cancels jobs, as owner or sitter, this many hours before their start. */
async function callOff(hours: number[], side: 'owner' | 'sitter' = 'sitter') {
  const other = await member({ role: 'both' });
  for (const [n, notice] of hours.entries()) {
    const [owner, sitter] = side === 'sitter' ? [other, troublesome] : [troublesome, other];
    const { claim } = await createClaim(kindpal.services.db, {
      job: await createJob(kindpal.services.db, { owner_id: owner.id }),
      sitter_id: sitter.id,
    });
    await query(
      `UPDATE job_claims SET end_reason = 'released', ended_by = $2, ended_at = now(),
         start_date = now() + $3 * interval '1 hour' + $4 * interval '1 second' WHERE id = $1`,
      [claim.id, troublesome.id, notice, n],
    );
  }
}

const look = () => openSignals(kindpal.services);
async function cases(about = troublesome) {
  const { items } = await as(admin).report.list({ limit: 50 });
  return items.filter((one) => one.member.id === about.id);
}
async function oneCase() {
  await look();
  const [found, ...more] = await cases();
  expect(more).toEqual([]);
  if (!found) throw new Error('there is no case');
  return found;
}
async function dismiss(id: string) {
  await as(admin).report.take({ id });
  await as(admin).report.decide({ id, kind: 'dismiss' });
}

describe('a member who several others blocked [S4]', () => {
  it('appears once in the queue, with the number of blocks and without names', async () => {
    const [first] = await block(2);
    await look();
    expect(await cases()).toEqual([]);
    await block(1);
    const { id, ...queued } = await oneCase();
    expect(queued).toMatchObject({ signal: 'blocks', urgency: 2, reporter: null });
    const shown = await as(admin).report.get({ id });
    expect(shown.snapshot).toEqual({ counted: 3 });
    expect(shown.sides.member.reports_about).toBe(0);
    expect(JSON.stringify(shown)).not.toContain(first?.id);
    const [told] = await query(
      `SELECT count(*)::int AS bells FROM notifications
       WHERE member_id = $1 AND type = 'staff.report'`,
      [colleague.id],
    );
    expect(told.bells).toBeGreaterThan(0);
    // An open case stays one, whatever else happens.
    await block(3);
    await oneCase();
  });

  it('does not appear again for the same blocks after a decision of no action, but does for three others', async () => {
    const [first] = await block(3);
    await dismiss((await oneCase()).id);
    await look();
    // Blocking again after unblocking is not a new fact.
    await as(first as TestMember).block.remove({ member_id: troublesome.id });
    await as(first as TestMember).block.create({ member_id: troublesome.id });
    await block(2);
    await look();
    expect(await cases()).toEqual([]);
    await block(1);
    expect(await oneCase()).toMatchObject({ signal: 'blocks' });
  });

  it('leaves no ids of members who have left in the case [X1]', async () => {
    const blockers = await block(3);
    const { id } = await oneCase();
    const left = blockers[1]?.id ?? '';
    await kindpal.services.db.drizzle.transaction((tx) => blankModeration(tx, left, new Date()));
    const [row] = await query('SELECT facts FROM reports WHERE id = $1', [id]);
    expect(row.facts).toHaveLength(3);
    expect(row.facts).toEqual(expect.arrayContaining([blockers[0]?.id, blockers[2]?.id]));
    expect(row.facts).not.toContain(left);
  });

  it('has one case if several nodes check at once, even while staff decide', async () => {
    await block(3);
    await Promise.all(Array.from({ length: 8 }, look));
    const { id } = await oneCase();
    await as(admin).report.take({ id });
    await Promise.all([as(admin).report.decide({ id, kind: 'dismiss' }), look(), look(), look()]);
    await look();
    expect(await cases()).toEqual([]);
    // The database itself refuses the same facts as well.
    const again = query(
      `INSERT INTO reports (member_id, subject_type, subject_id, reason, snapshot, signal, facts)
       SELECT member_id, subject_type, subject_id, reason, snapshot, signal, facts FROM reports WHERE id = $1`,
      [id],
    );
    await expect(again).rejects.toThrow('reports_signal_once');
  });

  it('can be asked, warned and can appeal as after a report, and never learns of blocks', async () => {
    await block(3);
    const { id } = await oneCase();
    await as(admin).report.take({ id });
    expect(await refusalOf(as(colleague).report.take({ id }))).toBe('REPORT_TAKEN');
    const { can } = await as(admin).report.get({ id });
    expect(can).toMatchObject({ decide: ['dismiss', 'warn', 'suspend', 'ban'], ask: ['member'] });
    expect(
      await refusalOf(as(admin).report.decide({ id, kind: 'remove', reason: 'Because.' })),
    ).toBe('FORBIDDEN');
    const { id: hearing } = await as(admin).hearing.ask({
      report_id: id,
      side: 'member',
      question: 'How do you write to owners?',
    });
    const [mail] = await readMailbox(kindpal.services, troublesome.email);
    expect(mail?.text).not.toMatch(/report|block/i);
    const [asked] = (await as(troublesome).hearing.listMine({})).items;
    expect(asked).toMatchObject({ subject_type: null, about: null });
    await as(troublesome).hearing.answer({ id: hearing, answer: 'Like my aunt does.' });
    await as(admin).report.decide({ id, kind: 'warn', reason: 'Please be kinder.' });
    const [decision] = (await as(troublesome).moderation.listMine({})).items;
    expect(decision).toMatchObject({ kind: 'warn', subject_type: null, can: { appeal: true } });
    expect(JSON.stringify([asked, decision])).not.toMatch(/block/i);
  });

  it('appears again after a suspension has ended, and not before', async () => {
    await block(3);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [troublesome.id]);
    await look();
    expect(await cases()).toEqual([]);
    await query('UPDATE users SET suspended_at = NULL WHERE id = $1', [troublesome.id]);
    await oneCase();
  });
});

describe('a member who cancels jobs late [S4]', () => {
  it.each(['sitter', 'owner'] as const)('as the %s appears with the time of each', async (side) => {
    await callOff([2, 30, 72, 100], side);
    await look();
    expect(await cases()).toEqual([]);
    await callOff([-1], side);
    const { id, signal } = await oneCase();
    expect(signal).toBe('cancellations');
    const { snapshot } = await as(admin).report.get({ id });
    expect(snapshot.counted).toBe(3);
    expect(snapshot.cancellations).toHaveLength(3);
  });
});

describe('a bio with links [S4]', () => {
  const write = (bio: string) =>
    query('UPDATE users SET bio = $2 WHERE id = $1', [troublesome.id, bio]);
  const linksIn = async (bio: string) =>
    (await query(`SELECT ${hasLink('$1::text')} AS found`, [bio]))[0].found;

  it('appears with the current bio', async () => {
    await write('Buy at best-leads.com!');
    const { id } = await oneCase();
    expect((await as(admin).report.get({ id })).snapshot.text).toBe('Buy at best-leads.com!');
  });

  it.each([
    'See https://x.example',
    'HTTP://X.EXAMPLE',
    'www.leads',
    't.me/tess',
    'youtu.be/abc',
    'Buy at best-leads.com!',
    'HappyTails.com, HAPPYTAILS.COM or Shop.HappyTails.Com',
    'hundesitter-berlin.de',
    'münchner-hunde.de',
    '(see walks.co.uk)',
    'All of it...at walks.fr.',
    'shop.walks.at',
    '24.walks.com.au',
    'Bio:walks.nl/about',
    'tess@example.com, or best-leads.com',
  ])('is detected: %s', async (bio) => {
    expect(await linksIn(bio)).toBe(true);
  });

  it.each([
    'I love dogs.Cats too.',
    'I love dogs.Me and my wife have two.',
    'I am insured.Info on request.',
    'I walk dogs.me and my wife',
    'I walk dogs.and/or cats',
    'Write to tess@example.com',
    'Write to tess.de@mail.example.org or jürgen@web.de.',
    'At 5.30 or 6.15, e.g./i.e.',
    'From 8.am to 5.pm, up to 30.kg',
    'St. Bernards. Commuting daily.',
    'Friendly :// and calm',
    'In the U.S. since 2019',
  ])('is not detected: %s', async (bio) => {
    expect(await linksIn(bio)).toBe(false);
  });

  it('is removed, or appears once for each text; reports of the profile are decided separately', async () => {
    await write('See https://one.example');
    const { id } = await oneCase();
    const { id: reported } = await as(colleague).report.send({
      subject_type: 'profile',
      subject_id: troublesome.id,
      reason: 'spam',
    });
    expect((await as(admin).report.get({ id })).same_open).toBe(1);
    await dismiss(id);
    expect((await as(admin).report.get({ id: reported })).decided_at).toBeNull();
    await dismiss(reported);
    await write('See https://two.example');
    const second = await oneCase();
    await as(admin).report.take({ id: second.id });
    await as(admin).report.decide({ id: second.id, kind: 'remove', reason: 'No links, please.' });
    const [row] = await query('SELECT bio FROM users WHERE id = $1', [troublesome.id]);
    expect(row.bio).toBeNull();
    await write('See https://one.example');
    await look();
    expect(await cases()).toEqual([]);
  });

  it('of a staff member appears only for other staff', async () => {
    const busy = await member({ app_role: 'admin', bio: 'www.walks.example' });
    await look();
    expect(await cases(busy)).toHaveLength(1);
    const { items } = await as(busy).report.list({ limit: 50 });
    expect(items.filter((one) => one.member.id === busy.id)).toEqual([]);
  });
});
