import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countDecisions } from '../moderation/get-summary.ts';
import { createConversation, createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { pruneReports } from './prune-reports.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let colleague: TestMember;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
  colleague = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(kindpal.services.db, { bio: 'I pay in cash, before the walk' });
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});

const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;
const send = (more: object = {}) =>
  as(sitter).report.send({
    ...{ subject_type: 'profile', subject_id: owner.id, reason: 'fraud', details: 'Cash' },
    ...more,
  });
const withdraw = (id: string, who: TestMember | null = sitter) => as(who).report.withdraw({ id });
const take = (id: string, who = admin) => as(who).report.take({ id });
const titlesOf = async (who: TestMember) =>
  (await as(who).notification.list({})).items.map(({ title }) => title);

describe('a report sent by mistake [S4]', () => {
  it('can be withdrawn while no staff member has taken it: its text and copy are deleted, but it is still counted', async () => {
    const { id, can } = await send();
    expect(can).toEqual({ withdraw: true });
    const back = await withdraw(id);
    expect(back).toMatchObject({ outcome: 'withdrawn', details: '', can: { withdraw: false } });
    expect((await as(sitter).report.listMine({})).items).toEqual([back]);
    const [row] = await query('SELECT * FROM reports WHERE id = $1', [id]);
    expect(row).toMatchObject({
      ...{ reporter_id: sitter.id, member_id: owner.id, subject_type: 'profile', reason: 'fraud' },
      ...{ details: '', snapshot: {}, picture_path: null, assigned_to: null, decision_id: null },
    });
    expect(row.withdrawn_at).not.toBeNull();
    // Pressed again, it stays as it is.
    expect(await withdraw(id)).toEqual(back);
    expect(await query('SELECT withdrawn_at FROM reports WHERE id = $1', [id])).toEqual([
      { withdrawn_at: row.withdrawn_at },
    ]);
    // Neither side is notified.
    expect([await titlesOf(owner), await titlesOf(sitter)]).toEqual([[], []]);
  });

  it('disappears for staff from the queue, the decided ones, the counts and the history of both sides', async () => {
    const numbers = async () => [
      await as(admin).report.count(),
      await countDecisions(kindpal.services.db),
    ];
    const before = await numbers();
    const { id } = await send();
    await withdraw(id);
    expect(await numbers()).toEqual(before);
    for (const state of ['open', 'mine', 'decided'] as const) {
      const { items } = await as(admin).report.list({ state, limit: 50 });
      expect(items.map((one) => one.id)).not.toContain(id);
    }
    expect(await refusalOf(as(admin).report.get({ id }))).toBe('NOT_FOUND');
    expect(await refusalOf(take(id))).toBe('NOT_FOUND');
    expect(await refusalOf(as(admin).report.decide({ id, kind: 'dismiss' }))).toBe('NOT_FOUND');
    const next = await send();
    const { sides } = await as(admin).report.get({ id: next.id });
    expect(sides.member).toMatchObject({ reports_about: 1 });
    expect(sides.reporter).toMatchObject({ reports_made: 1, reports_withdrawn: 1 });
  });

  it('cannot be withdrawn once staff have taken it, decided it, or asked somebody about it', async () => {
    const { id } = await send();
    await take(id);
    expect(await refusalOf(withdraw(id))).toBe('REPORT_IN_REVIEW');
    expect((await as(sitter).report.listMine({})).items[0]?.can).toEqual({ withdraw: false });
    await as(admin).hearing.ask({
      report_id: id,
      side: 'member',
      question: 'What happened there?',
    });
    await as(admin).report.giveBack({ id });
    expect(await refusalOf(withdraw(id))).toBe('REPORT_IN_REVIEW');
    await take(id, colleague);
    await as(colleague).report.decide({ id, kind: 'dismiss' });
    expect(await refusalOf(withdraw(id))).toBe('REPORT_DECIDED');
    // Given back without a word to anybody, it can be taken back again.
    const second = await send();
    await take(second.id);
    await as(admin).report.giveBack({ id: second.id });
    expect(await outcomeOf(withdraw(second.id))).toBe('ok');
  });

  it('cannot be withdrawn once staff have asked to read its chat, even after it was given back', async () => {
    const { db } = kindpal.services;
    const talk = await createConversation(db, [owner, sitter]);
    await as(owner).chat.sendDirectMessage({ member_id: sitter.id, content: 'Pay me first' });
    const { id } = await send({ subject_type: 'conversation', subject_id: talk });
    await take(id);
    await as(admin).reading.ask({ report_id: id, reason: 'It goes back a long way.' });
    await as(admin).report.giveBack({ id });
    expect((await as(sitter).report.listMine({})).items[0]?.can).toEqual({ withdraw: false });
    expect(await refusalOf(withdraw(id))).toBe('REPORT_IN_REVIEW');
  });

  it('can be withdrawn by nobody else, and can be sent again', async () => {
    const { id } = await send();
    for (const who of [owner, admin]) expect(await refusalOf(withdraw(id, who))).toBe('NOT_FOUND');
    expect(await refusalOf(withdraw(id, null))).toBe('UNAUTHORIZED');
    expect(await refusalOf(send())).toBe('ALREADY_REPORTED');
    await withdraw(id);
    expect(await outcomeOf(send())).toBe('ok');
  });

  it('is either withdrawn or taken by staff, never both, even at the same moment', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const { id } = await send();
      const presses =
        round % 2 === 0
          ? [outcomeOf(withdraw(id)), outcomeOf(take(id))]
          : [outcomeOf(take(id)), outcomeOf(withdraw(id))].reverse();
      const [back, taken] = await Promise.all(presses);
      seen.add(`${back} ${taken}`);
      const [row] = await query('SELECT assigned_to, withdrawn_at FROM reports WHERE id = $1', [
        id,
      ]);
      expect((row.assigned_to === null) !== (row.withdrawn_at === null)).toBe(true);
      if (back === 'ok') expect(taken).toBe('NOT_FOUND');
      else expect([back, taken]).toEqual(['REPORT_IN_REVIEW', 'ok']);
      if (taken === 'ok') await as(admin).report.decide({ id, kind: 'dismiss' });
    }
    expect(seen.size).toBeGreaterThan(0);
    // The database itself keeps the two apart.
    const { id } = await send();
    await withdraw(id);
    const both = query('UPDATE reports SET assigned_to = $2, assigned_at = now() WHERE id = $1', [
      ...[id, admin.id],
    ]);
    await expect(both).rejects.toThrow(/reports_withdrawn/);
  });

  it('leaves a block of the same step in place when withdrawn, and is deleted after two years', async () => {
    const { id } = await send({ block: true });
    await withdraw(id);
    expect((await as(sitter).block.list({})).items.map((one) => one.id)).toEqual([owner.id]);
    await query(
      `UPDATE reports SET decided_at = now() - interval '3 years', withdrawn_at = now() - interval '3 years' WHERE id = $1`,
      [id],
    );
    await pruneReports(kindpal.services);
    expect(await query('SELECT FROM reports WHERE id = $1', [id])).toEqual([]);
  });
});
