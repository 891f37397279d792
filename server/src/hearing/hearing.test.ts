import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { blankModeration } from '../deletion/blank-moderation.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let colleague: TestMember;
let reporter: TestMember;
let reported: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await createMember(kindpal.services.db, { app_role: 'admin' });
  colleague = await createMember(kindpal.services.db, { app_role: 'admin' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  reporter = await createMember(kindpal.services.db, { first_name: 'Rita' });
  reported = await createMember(kindpal.services.db, { first_name: 'Gil', bio: 'Gift cards only' });
});

const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;
const report = async (by = reporter, reason: 'other' | 'danger' = 'other') =>
  (
    await as(by).report.send({
      subject_type: 'profile',
      subject_id: reported.id,
      reason,
      details: 'Words of the report',
    })
  ).id;
async function taken(by = reporter, reason: 'other' | 'danger' = 'other', who = admin) {
  const id = await report(by, reason);
  await as(who).report.take({ id });
  return id;
}
const ask = (report_id: string, side: 'member' | 'reporter' = 'member', who = admin) =>
  as(who).hearing.ask({ report_id, side, question: 'Did you ask for gift cards?' });
const answer = (id: string, who = reported) =>
  as(who).hearing.answer({ id, answer: 'It was a present.' });
const decide = (id: string, kind: 'dismiss' | 'warn' | 'remove' | 'ban', who = admin) =>
  as(who).report.decide({ id, kind, ...(kind === 'dismiss' ? {} : { reason: 'Because.' }) });
const letTimePass = (report_id: string) =>
  query(`UPDATE hearings SET answer_until = now() WHERE report_id = $1`, [report_id]);

describe('a member who is reported [S4]', () => {
  it('is asked before anything is decided against them, and their answer is read', async () => {
    const id = await taken();
    const { id: hearing, is_open } = await ask(id);
    expect(is_open).toBe(true);
    for (const kind of ['warn', 'ban'] as const) {
      expect(await refusalOf(decide(id, kind))).toBe('HEARING_OPEN');
    }
    const [shown] = (await as(reported).hearing.listMine({})).items;
    expect(shown).toMatchObject({
      id: hearing,
      subject_type: 'profile',
      about: 'Gift cards only',
      question: 'Did you ask for gift cards?',
      is_open: true,
    });
    await answer(hearing);
    const seen = await as(admin).report.get({ id });
    expect(seen.hearings).toMatchObject([
      { side: 'member', answer: 'It was a present.', is_open: false },
    ]);
    expect(await outcomeOf(decide(id, 'warn'))).toBe('ok');
  });

  it('learns neither the reporter, nor the report’s text, nor which staff member asks', async () => {
    const id = await taken();
    const { id: hearing } = await ask(id);
    const told = [
      JSON.stringify(await as(reported).hearing.listMine({})),
      JSON.stringify(await answer(hearing)),
      JSON.stringify(await as(reported).notification.list({})),
      JSON.stringify(await readMailbox(kindpal.services, reported.email)),
    ].join();
    expect(told).toContain('Our team has a question for you');
    for (const secret of ['Rita', reporter.id, 'Words of the report', admin.id, id]) {
      expect(told).not.toContain(secret);
    }
  });

  it('has 72 hours and no longer, by the database clock', async () => {
    const id = await taken();
    const { id: hearing, created_at, answer_until } = await ask(id);
    const hours = (Date.parse(answer_until) - Date.parse(created_at)) / 3_600_000;
    expect(hours).toBeCloseTo(72, 2);
    await letTimePass(id);
    expect(await refusalOf(answer(hearing))).toBe('ANSWER_CLOSED');
    expect(await outcomeOf(decide(id, 'warn'))).toBe('ok');
  });

  it('is not waited for in an emergency, to remove content, or to do nothing', async () => {
    const urgent = await taken(reporter, 'danger');
    await ask(urgent);
    expect(await outcomeOf(decide(urgent, 'ban'))).toBe('ok');
    const other = await createMember(kindpal.services.db, { bio: 'Buy here' });
    for (const kind of ['remove', 'dismiss'] as const) {
      const sent = await as(reporter).report.send({
        subject_type: 'profile',
        subject_id: other.id,
        reason: 'spam',
      });
      await as(admin).report.take({ id: sent.id });
      const { id: hearing } = await ask(sent.id);
      expect(await outcomeOf(decide(sent.id, kind))).toBe('ok');
      expect(await refusalOf(answer(hearing, other))).toBe('ANSWER_CLOSED');
    }
  });

  it('is not decided about through another report of the same content', async () => {
    await ask(await taken());
    const second = await createMember(kindpal.services.db);
    const other = await taken(second, 'other', colleague);
    expect(await refusalOf(decide(other, 'ban', colleague))).toBe('HEARING_OPEN');
  });

  it('answers once, from however many tabs, and nobody else can', async () => {
    const id = await taken();
    const { id: hearing } = await ask(id);
    for (const who of [reporter, admin, colleague]) {
      expect(await refusalOf(answer(hearing, who))).toBe('NOT_FOUND');
    }
    expect(await refusalOf(as(null).hearing.answer({ id: hearing, answer: 'x' }))).toBe(
      'UNAUTHORIZED',
    );
    const tabs = await Promise.all(Array.from({ length: 8 }, () => outcomeOf(answer(hearing))));
    expect(tabs.sort()).toEqual([...Array(7).fill('ANSWER_CLOSED'), 'ok']);
    const received = await query(
      `SELECT member_id FROM notifications WHERE type = 'staff.hearing_answered' AND event_key = $1`,
      [hearing],
    );
    expect(received).toEqual([{ member_id: admin.id }]);
  });

  it('has answered before a decision or after it, never in between', async () => {
    for (let round = 0; round < 8; round++) {
      const one = await createMember(kindpal.services.db, { bio: 'Buy here' });
      const sent = await as(reporter).report.send({
        subject_type: 'profile',
        subject_id: one.id,
        reason: 'spam',
      });
      await as(admin).report.take({ id: sent.id });
      const { id: hearing } = await ask(sent.id);
      const [answered, decided] = await Promise.all([
        outcomeOf(answer(hearing, one)),
        outcomeOf(decide(sent.id, 'warn')),
      ]);
      const both = [answered, decided].join();
      expect(['ok,ok', 'ok,HEARING_OPEN']).toContain(both);
    }
  });
});

describe('the staff member who asks [S4]', () => {
  it('handles the report, asks each side once, and only members who can answer', async () => {
    const id = await report();
    expect(await refusalOf(ask(id))).toBe('REPORT_TAKEN');
    await as(admin).report.take({ id });
    expect(await refusalOf(ask(id, 'member', colleague))).toBe('REPORT_TAKEN');
    expect(await refusalOf(ask(id, 'member', reporter))).toBe('FORBIDDEN');
    expect((await as(admin).report.get({ id })).can.ask).toEqual(['member', 'reporter']);
    const presses = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(ask(id))));
    expect(presses.sort()).toEqual([...Array(5).fill('ALREADY_ASKED'), 'ok']);
    const mails = await readMailbox(kindpal.services, reported.email);
    expect(mails.filter(({ subject }) => /question/.test(subject))).toHaveLength(1);
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [reporter.id]);
    expect(await refusalOf(ask(id, 'reporter'))).toBe('CANNOT_BE_ASKED');
    const { can } = await as(admin).report.get({ id });
    expect(can).toMatchObject({ ask: [], decide: ['dismiss', 'remove'] });
    await decide(id, 'dismiss');
    expect(await refusalOf(ask(id, 'reporter'))).toBe('REPORT_DECIDED');
  });

  it('can ask the reporter too, who does not delay a decision', async () => {
    const id = await taken();
    const { id: hearing } = await ask(id, 'reporter');
    const [shown] = (await as(reporter).hearing.listMine({})).items;
    expect(shown).toMatchObject({ side: 'reporter', about: null });
    expect((await as(reported).hearing.listMine({})).items).toEqual([]);
    expect(await outcomeOf(answer(hearing, reporter))).toBe('ok');
    const again = await taken(await createMember(kindpal.services.db));
    await ask(again, 'reporter');
    expect(await outcomeOf(decide(again, 'warn'))).toBe('ok');
  });
});

it('keeps no question to a member or answer once they have left [X1]', async () => {
  const id = await taken();
  await answer((await ask(id)).id);
  await kindpal.services.db.drizzle.transaction((tx) =>
    blankModeration(tx, reported.id, new Date()),
  );
  const [row] = await query('SELECT question, answer FROM hearings WHERE report_id = $1', [id]);
  expect(Object.keys(row)).toEqual(['question', 'answer']);
  expect(JSON.stringify(row)).not.toMatch(/gift|present/);
});
