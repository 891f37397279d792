import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createClaim,
  createConversation,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

const REASON = 'The threat refers to something said a week before.';
let kindpal: TestKindpal;
let asker: TestMember;
let second: TestMember;
let third: TestMember;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  asker = await createMember(kindpal.services.db, {
    ...{ app_role: 'admin', first_name: 'Ada', last_name: 'Quill' },
  });
  second = await createMember(kindpal.services.db, {
    ...{ app_role: 'admin', first_name: 'Sven', last_name: 'Berg' },
  });
  third = await createMember(kindpal.services.db, { app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(kindpal.services.db, { first_name: 'Olive' });
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter', first_name: 'Sam' });
});

const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;

/** A job's thread with `count` messages of the owner, the last one reported by the sitter. */
async function reportedThread(count = 30) {
  const { job, claim } = await createClaim(kindpal.services.db, {
    job: await createJob(kindpal.services.db, { owner_id: owner.id }),
    sitter_id: sitter.id,
  });
  let last = '';
  for (let n = 0; n < count; n += 1) {
    const content = `Word ${n}`;
    const sent = { job_id: job.id, content, client_id: randomUUID() };
    last = (await as(owner).chat.sendJobMessage(sent)).id;
  }
  const { id } = await as(sitter).report.send({
    subject_type: 'message',
    subject_id: last,
    reason: 'harassment',
  });
  await as(asker).report.take({ id });
  return { report_id: id, job, claim };
}
const ask = (report_id: string, who = asker) => as(who).reading.ask({ report_id, reason: REASON });
const agree = (id: string, who = second, allow = true) => as(who).reading.decide({ id, allow });
const read = (id: string, who: TestMember | null = asker) => as(who).reading.listMessages({ id });

describe('a chat beyond the reported part [S4]', () => {
  it('is read by nobody until a second staff member agrees, and then by these two only', async () => {
    const { report_id } = await reportedThread();
    const { id } = await ask(report_id);
    expect(await refusalOf(read(id))).toBe('NOT_FOUND');
    expect(await refusalOf(agree(id, asker))).toBe('OWN_READING');
    expect(await refusalOf(agree(id, sitter))).toBe('FORBIDDEN');
    expect((await as(second).report.get({ id: report_id })).reading).toMatchObject({
      state: 'asked',
      reason: REASON,
      can: { decide: true, read: false },
    });
    expect(await agree(id)).toMatchObject({ state: 'open', can: { decide: false, read: true } });
    const { items } = await read(id);
    expect(items.map(({ content }) => content)).toContain('Word 0');
    expect((await read(id, second)).items).toHaveLength(30);
    expect(await refusalOf(read(id, third))).toBe('NOT_FOUND');
    for (const who of [owner, sitter]) expect(await refusalOf(read(id, who))).toBe('FORBIDDEN');
    expect(await refusalOf(read(id, null))).toBe('UNAUTHORIZED');
  });

  it('is known to both participants with who asked and agreed and the reason, whether or not it was opened', async () => {
    const { report_id } = await reportedThread(3);
    const { id } = await ask(report_id);
    expect((await as(owner).reading.listMine({})).items).toEqual([]);
    await agree(id);
    for (const [who, partner] of [
      [owner, sitter],
      [sitter, owner],
    ] as const) {
      const { items } = await as(who).reading.listMine({});
      expect(items).toMatchObject([{ partner: { id: partner.id }, reason: REASON, read_at: null }]);
      expect(items[0]).toMatchObject({ asked_by: 'Ada Q.', agreed_by: 'Sven B.' });
      const bell = (await as(who).notification.list({})).items.map(({ title }) => title);
      expect(bell).toContain('Our team may read one of your chats');
    }
    await read(id);
    for (const who of [owner, sitter]) {
      const { items } = await as(who).reading.listMine({});
      expect(items[0]?.read_at).not.toBeNull();
      const views = (await as(who).privacy.listViews({})).items;
      expect(views).toMatchObject([
        { kind: 'chat', staff: { name: 'Ada Q.', has_left: false }, about: REASON },
      ]);
      const told = JSON.stringify([items, views]);
      for (const one of [asker, second]) expect(told).not.toContain(one.id);
    }
    const logged = await query(
      `SELECT count(*)::int AS times FROM admin_activity_logs
       WHERE action = 'chat_read' AND target_id = $1 AND admin_id = $2`,
      [id, asker.id],
    );
    expect(logged).toEqual([{ times: 1 }]);
  });

  it('is that one chat: not another sitter’s thread or another conversation', async () => {
    const { report_id, job, claim } = await reportedThread(2);
    await as(sitter).job.move({ job_id: job.id, action: 'release' });
    const next = await createMember(kindpal.services.db, { role: 'pet_sitter' });
    await as(next).claim.create({ job_id: job.id });
    await as(next).chat.sendJobMessage({
      job_id: job.id,
      content: 'Words of the next sitter',
      client_id: randomUUID(),
    });
    const talk = await createConversation(kindpal.services.db, [owner, sitter]);
    await as(owner).chat.sendDirectMessage({ member_id: sitter.id, content: 'Words between us' });
    const { id } = await ask(report_id);
    await agree(id);
    const told = JSON.stringify(await read(id));
    expect(told).toContain('Word 0');
    expect(told).not.toMatch(/next sitter|between us/);
    expect([claim.id, talk]).toHaveLength(2);
    expect((await as(next).reading.listMine({})).items).toEqual([]);
  });

  it('ends after 24 hours by the database clock, and stays refused if it was', async () => {
    const { report_id } = await reportedThread(1);
    const { id } = await ask(report_id);
    const { ends_at } = await agree(id);
    expect((Date.parse(ends_at ?? '') - Date.now()) / 3_600_000).toBeCloseTo(24, 1);
    await query(`UPDATE chat_readings SET ends_at = now() WHERE id = $1`, [id]);
    expect(await refusalOf(read(id))).toBe('NOT_FOUND');
    const again = await ask(report_id);
    expect(await agree(again.id, third, false)).toMatchObject({ state: 'refused' });
    expect(await refusalOf(read(again.id))).toBe('NOT_FOUND');
    expect((await as(owner).reading.listMine({})).items).toHaveLength(1);
  });

  it('is requested only by the staff member who handles the report, one request at a time, and decided once', async () => {
    const { report_id } = await reportedThread(1);
    expect(await refusalOf(ask(report_id, second))).toBe('REPORT_TAKEN');
    const presses = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(ask(report_id))));
    expect(presses.sort()).toEqual([...Array(5).fill('READING_EXISTS'), 'ok']);
    const id = (await as(asker).report.get({ id: report_id })).reading?.id ?? '';
    const decided = await Promise.all([
      outcomeOf(agree(id)),
      outcomeOf(agree(id, third)),
      outcomeOf(agree(id, third, false)),
    ]);
    expect(decided.sort()).toEqual(['READING_OVER', 'READING_OVER', 'ok']);
    const profile = await as(sitter).report.send({
      subject_type: 'profile',
      subject_id: owner.id,
      reason: 'other',
    });
    await as(asker).report.take({ id: profile.id });
    expect(await refusalOf(ask(profile.id))).toBe('NO_CHAT');
  });

  it('is requested, refused and agreed to with an entry in the activity log, the reason included [S3]', async () => {
    const { report_id } = await reportedThread(1);
    const refused = await ask(report_id);
    await agree(refused.id, second, false);
    const allowed = await ask(report_id);
    await agree(allowed.id, third);
    const entries = (target: string) =>
      query(
        `SELECT admin_id, action, details FROM admin_activity_logs
         WHERE target_id = $1 AND action LIKE 'chat_reading%' ORDER BY created_at`,
        [target],
      );
    const asked = { admin_id: asker.id, action: 'chat_reading_ask', details: { reason: REASON } };
    expect(await entries(report_id)).toEqual([asked, asked]);
    const action = 'chat_reading_decision';
    expect([await entries(refused.id), await entries(allowed.id)]).toEqual([
      [{ admin_id: second.id, action, details: { allowed: false } }],
      [{ admin_id: third.id, action, details: { allowed: true } }],
    ]);
  });

  it('does not name staff who have left to its participants [X1]', async () => {
    const leaving = await createMember(kindpal.services.db, { app_role: 'admin' });
    const { report_id } = await reportedThread(1);
    const { id } = await ask(report_id);
    await agree(id, leaving);
    await query('DELETE FROM user_roles WHERE user_id = $1', [leaving.id]);
    await query(
      `UPDATE users SET first_name = 'Former', last_name = 'member', erased_at = now(),
         suspended_at = now() WHERE id = $1`,
      [leaving.id],
    );
    expect((await as(owner).reading.listMine({})).items).toMatchObject([
      { id, asked_by: 'Ada Q.', agreed_by: null },
    ]);
  });

  it('is neither agreed to nor read by staff who participate in it, nor by former staff', async () => {
    const part = await createMember(kindpal.services.db, { app_role: 'admin' });
    const talk = await createConversation(kindpal.services.db, [part, sitter]);
    await as(part).chat.sendDirectMessage({ member_id: sitter.id, content: 'You again' });
    const { id: report_id } = await as(sitter).report.send({
      subject_type: 'conversation',
      subject_id: talk,
      reason: 'harassment',
    });
    await as(asker).report.take({ id: report_id });
    const { id } = await ask(report_id);
    expect(await refusalOf(agree(id, part))).toBe('NOT_FOUND');
    const told = await query(
      `SELECT member_id FROM notifications WHERE type = 'staff.reading_asked' AND event_key = $1`,
      [id],
    );
    const ids = told.map(({ member_id }) => member_id);
    expect(ids).toContain(second.id);
    for (const one of [part, asker]) expect(ids).not.toContain(one.id);
    const leaving = await createMember(kindpal.services.db, { app_role: 'admin' });
    await agree(id, leaving);
    expect(await outcomeOf(read(id, leaving))).toBe('ok');
    await query('DELETE FROM user_roles WHERE user_id = $1', [leaving.id]);
    expect(await refusalOf(read(id, leaving))).toBe('FORBIDDEN');
  });

  it('is refused by the database to one person alone', async () => {
    const { report_id } = await reportedThread(1);
    const { id } = await ask(report_id);
    await expect(
      query(
        `UPDATE chat_readings SET decided_by = asked_by, decided_at = now(), ends_at = now() + interval '1 day'
         WHERE id = $1`,
        [id],
      ),
    ).rejects.toThrow('chat_readings_two_people');
  });
});
