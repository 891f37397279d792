import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../access/limits/limits.ts';
import { createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { browserElsewhere, readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer } from '../testing/test-server.ts';

let kindpal: TestKindpal;
let member: TestMember;
let admin: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  member = await createMember(db);
  admin = await createMember(db, { app_role: 'admin', first_name: 'Ada', last_name: 'Answers' });
});
afterAll(() => kindpal.stop());

const send = (who: TestMember | null, given: Record<string, unknown> = {}) =>
  kindpal.callerFor(who).feedback.send({ message: 'The map does not load.', ...given });
const seenByStaff = (id: string) => kindpal.callerFor(admin).feedback.get({ id });

const CLIENT_ID = '00000000-0000-4000-8000-00000000c11d';

type Page = { items: { message: string }[]; next_cursor: string | null };

describe('sending feedback [F2] [F3]', () => {
  it('stores who sent it, from which page, without the private parts of its address', async () => {
    const { id } = await send(member, {
      page_url: 'https://kindpal.example/jobs?search=secret#code=ABCD',
      email: 'other@example.org',
    });
    expect(await seenByStaff(id)).toMatchObject({
      user_id: member.id,
      email: member.email,
      // False by default; members get an answer either way.
      wants_follow_up: false,
      page_url: 'https://kindpal.example/jobs',
      status: 'open',
      version: 1,
    });
  });

  it('accepts a visitor with or without an address, trimmed and cut to 5000', async () => {
    const { id } = await send(null, { message: `  ${'x'.repeat(6000)}`, email: '' });
    expect(await seenByStaff(id)).toMatchObject({
      user_id: null,
      email: null,
      wants_follow_up: false,
    });
    expect((await seenByStaff(id)).message).toHaveLength(5000);
    const named = await send(null, { email: 'Visitor@Example.org', wants_follow_up: true });
    expect(await seenByStaff(named.id)).toMatchObject({
      email: 'visitor@example.org',
      wants_follow_up: true,
    });
  });

  it('is stored once when its sender got no answer and presses again, also at the same time', async () => {
    const other = await createMember(kindpal.services.db);
    const ids: string[] = [];
    for (const who of [member, other, null]) {
      const form = { client_id: CLIENT_ID, message: 'My dog ate the invite.' };
      const pressed = who ? await Promise.all([send(who, form), send(who, form)]) : [];
      const { id } = await send(who, form);
      expect(await send(who, form)).toEqual({ id });
      expect(pressed.every((answer) => answer.id === id)).toBe(true);
      ids.push(id);
    }
    // The id of another person's form finds nothing of theirs.
    expect(new Set(ids).size).toBe(3);
    const { items } = await kindpal.callerFor(other).feedback.listMine({});
    expect(items.map(({ id }) => id)).toEqual([ids[1]]);
  });

  it('is confirmed to its sender who presses again, also where the limit of their network is reached', async () => {
    const browser = browserElsewhere(kindpal.services);
    const sendAs = (client_id: string) =>
      browser.send((api) => api.feedback.send({ client_id, message: 'My dog ate the invite.' }));
    const client_id = randomUUID();
    const sent = await sendAs(client_id);
    // Presses without an answer use nothing up.
    for (let n = 1; n < LIMITS.feedback_by_ip.points; n += 1) {
      expect(await sendAs(client_id)).toEqual(sent);
    }
    for (let n = 1; n < LIMITS.feedback_by_ip.points; n += 1) await sendAs(randomUUID());
    expect(await refusalOf(sendAs(randomUUID()))).toBe('TOO_MANY_REQUESTS');
    expect(await sendAs(client_id)).toEqual(sent);
  });

  it('is not stored as a visitor’s for a member whose session has just ended [U6]', async () => {
    const leaver = await createMember(kindpal.services.db);
    const server = await startTestServer(kindpal);
    try {
      const sendAs = (user_id: string | null) =>
        server.fetch('/rest/v1/feedback', {
          method: 'POST',
          as: leaver,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ message: 'My sitter has not come yet.', user_id }),
        });
      expect((await sendAs(leaver.id)).status).toBe(201);
      await kindpal.services.db.pool.query('DELETE FROM auth.session WHERE id = $1', [
        leaver.session_id,
      ]);
      expect(await (await sendAs(leaver.id)).json()).toMatchObject({ code: 'UNAUTHORIZED' });
      // A visitor, whose cookie is of an earlier session.
      expect((await sendAs(null)).status).toBe(201);
    } finally {
      await server.close();
    }
  });

  it.each([
    [{ message: 'too short' }, 'Message must be at least 10 characters'],
    [{ message: `         a         ` }, 'Message must be at least 10 characters'],
    [{ email: 'nobody' }, 'Please enter a valid email'],
  ])('refuses %j', async (given, message) => {
    const error = await send(null, given).then(
      () => null,
      (refused: { data: unknown; cause: unknown }) => refused,
    );
    expect(JSON.stringify([error?.data, error?.cause])).toContain(message);
  });

  it('stores nothing from a bot that fills in the hidden field', async () => {
    const { id } = await send(null, { website: 'https://spam.example' });
    expect(await refusalOf(seenByStaff(id))).toBe('NOT_FOUND');
  });

  it("refuses another member's id as the sender's", async () => {
    expect(await refusalOf(send(member, { user_id: admin.id }))).toBe('FORBIDDEN');
    expect(await refusalOf(send(null, { user_id: member.id }))).toBe('UNAUTHORIZED');
  });
});

describe('a member’s own requests', () => {
  it('show status and answer, and nobody else sees them', async () => {
    const someone = await createMember(kindpal.services.db);
    const { id } = await send(someone);
    await kindpal
      .callerFor(admin)
      .feedback.update({ id, version: 1, admin_response: 'It does now.' });
    const { items } = await kindpal.callerFor(someone).feedback.listMine({ limit: 20 });
    expect(items).toMatchObject([{ id, status: 'responded', admin_response: 'It does now.' }]);
    expect(JSON.stringify(items)).not.toContain('Ada');
    expect(
      (await kindpal.callerFor(member).feedback.listMine({ limit: 20 })).items.map((one) => one.id),
    ).not.toContain(id);
  });
});

it('requests sent within one millisecond are all on some page, for their sender and for staff [F4]', async () => {
  const sender = await createMember(kindpal.services.db);
  await kindpal.services.db.pool.query(
    `INSERT INTO feedback (user_id, message, created_at)
     SELECT $1, 'Sent at once, number ' || n, date_trunc('second', now()) + n * interval '150 microseconds'
     FROM generate_series(1, 5) n`,
    [sender.id],
  );
  const messagesOf = async (list: (page: object) => Promise<Page>) => {
    const messages: string[] = [];
    for (let cursor: string | undefined, turn = 0; turn < 6; turn++) {
      const { items, next_cursor } = await list({ limit: 1, ...(cursor && { cursor }) });
      messages.push(...items.map(({ message }) => message));
      if (next_cursor === null) break;
      cursor = next_cursor;
    }
    return messages;
  };
  const newestFirst = [5, 4, 3, 2, 1].map((n) => `Sent at once, number ${n}`);
  const own = kindpal.callerFor(sender).feedback;
  expect(await messagesOf((page) => own.listMine(page))).toEqual(newestFirst);
  const desk = kindpal.callerFor(admin).feedback;
  expect(await messagesOf((page) => desk.list({ ...page, search: 'Sent at once' }))).toEqual(
    newestFirst,
  );
});

describe('Feedback Management [F4]', () => {
  it('is newest first, filtered by status and searched by text, name and address', async () => {
    const someone = await createMember(kindpal.services.db, {
      first_name: 'Quentin',
      last_name: 'Quill',
    });
    const first = await send(someone, { message: 'The zebra crossing is missing.' });
    const second = await send(someone, { message: 'The second of two messages.' });
    const ids = async (filter: Record<string, unknown>) =>
      (await kindpal.callerFor(admin).feedback.list({ limit: 50, ...filter })).items.map(
        (one) => one.id,
      );
    expect((await ids({})).slice(0, 2)).toEqual([second.id, first.id]);
    expect(await ids({ search: 'ZEBRA' })).toEqual([first.id]);
    expect(await ids({ search: 'Quill' })).toEqual([second.id, first.id]);
    expect(await ids({ search: someone.email })).toEqual([second.id, first.id]);
    await kindpal
      .callerFor(admin)
      .feedback.update({ id: first.id, version: 1, status: 'in_progress' });
    expect(await ids({ status: 'in_progress' })).toEqual([first.id]);
    const page = await kindpal.callerFor(admin).feedback.list({ search: 'Quill', limit: 1 });
    expect(await ids({ search: 'Quill', cursor: page.next_cursor })).toEqual([first.id]);
  });

  it('shows one request as in the list, and to staff only [S6]', async () => {
    const { id } = await send(member);
    const changed = await kindpal
      .callerFor(admin)
      .feedback.update({ id, version: 1, admin_response: 'It does now.' });
    expect(await seenByStaff(id)).toEqual(changed);
    const { items } = await kindpal.callerFor(admin).feedback.list({ limit: 1 });
    expect(items).toEqual([changed]);
    expect(await refusalOf(kindpal.callerFor(member).feedback.get({ id }))).toBe('FORBIDDEN');
    expect(await refusalOf(kindpal.callerFor(null).feedback.get({ id }))).toBe('UNAUTHORIZED');
  });

  it('allows any status, and an answer sets responded', async () => {
    const { id } = await send(member);
    let version = 1;
    for (const status of ['in_progress', 'resolved', 'closed', 'open'] as const) {
      const changed = await kindpal.callerFor(admin).feedback.update({ id, version, status });
      expect(changed).toMatchObject({ status, version: version + 1 });
      version = changed.version;
    }
    const answered = await kindpal
      .callerFor(admin)
      .feedback.update({ id, version, admin_response: ' Thank you. ' });
    expect(answered).toMatchObject({
      status: 'responded',
      admin_response: 'Thank you.',
      responder: 'Ada Answers',
    });
  });

  it('accepts one of two changes based on the same version', async () => {
    const { id } = await send(member);
    const update = (admin_response: string) =>
      outcomeOf(kindpal.callerFor(admin).feedback.update({ id, version: 1, admin_response }));
    expect((await Promise.all([update('One answer'), update('Another answer')])).sort()).toEqual([
      'FEEDBACK_CHANGED',
      'ok',
    ]);
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(
      await refusalOf(
        kindpal.callerFor(admin).feedback.update({ id: unknown, version: 1, status: 'open' }),
      ),
    ).toBe('NOT_FOUND');
  });

  it('names what has waited for more than 24 hours', async () => {
    const { id } = await send(member);
    await kindpal.services.db.pool.query(
      `UPDATE feedback SET created_at = now() - interval '25 hours' WHERE id = $1`,
      [id],
    );
    const overdue = async () =>
      (
        await kindpal.callerFor(admin).feedback.list({ overdue: 'true' as never, limit: 50 })
      ).items.map((one) => one.id);
    expect(await overdue()).toEqual([id]);
    expect((await kindpal.callerFor(admin).feedback.count()).overdue).toBe(1);
    await kindpal.callerFor(admin).feedback.update({ id, version: 1, status: 'resolved' });
    expect(await overdue()).toEqual([]);
  });

  it('emails the answer to a member, and to a visitor only if they asked for it', async () => {
    const mailFor = async (who: TestMember | null, given: Record<string, unknown>, to: string) => {
      const { id } = await send(who, given);
      await kindpal
        .callerFor(admin)
        .feedback.update({ id, version: 1, admin_response: 'Here is <how>.' });
      return readMailbox(kindpal.services, to);
    };
    const [toMember] = await mailFor(member, {}, member.email);
    expect(toMember?.text).toContain('Here is <how>.');
    expect(toMember?.html).toContain('Here is &lt;how&gt;.');
    const wants = { email: 'wants@example.org', wants_follow_up: true };
    expect(await mailFor(null, wants, 'wants@example.org')).toHaveLength(1);
    const not = { email: 'not@example.org', wants_follow_up: false };
    expect(await mailFor(null, not, 'not@example.org')).toHaveLength(0);
  });

  it('is written to the activity log', async () => {
    const { id } = await send(member);
    await kindpal.callerFor(admin).feedback.update({ id, version: 1, status: 'closed' });
    const { rows } = await kindpal.services.db.pool.query(
      'SELECT action, admin_id, details FROM admin_activity_logs WHERE target_id = $1',
      [id],
    );
    expect(rows).toEqual([
      { action: 'feedback_status', admin_id: admin.id, details: { status: 'closed' } },
    ]);
  });
});
