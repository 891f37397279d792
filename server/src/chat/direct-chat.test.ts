import { randomUUID } from 'node:crypto';
import { FIRST_MESSAGES, NEW_CONVERSATIONS_A_DAY } from '@kindpal/contract/chat/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConversation, createMember, type TestMember } from '../testing/factories.ts';
import { errorOf, outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

async function twoMembers(): Promise<[TestMember, TestMember]> {
  const { db } = kindpal.services;
  return [await createMember(db), await createMember(db, { role: 'both' })];
}
const say = (
  who: TestMember | null,
  { id: member_id }: { id: string },
  content: string,
  client_id = randomUUID(),
) => kindpal.callerFor(who).chat.sendDirectMessage({ member_id, content, client_id });
const open = (who: TestMember | null, { id: member_id }: { id: string }) =>
  kindpal.callerFor(who).chat.listDirectMessages({ member_id, limit: 50 });
const read = async (who: TestMember | null, whom: { id: string }) =>
  (await open(who, whom)).items.map((message) => message.content);
const suspend = (member: TestMember) =>
  kindpal.services.db.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [
    member.id,
  ]);
const countConversations = async (one: TestMember, other: TestMember) => {
  const { rows } = await kindpal.services.db.pool.query(
    `SELECT participant_1 < participant_2 AS sorted FROM conversations
     WHERE $1 IN (participant_1, participant_2) AND $2 IN (participant_1, participant_2)`,
    [one.id, other.id],
  );
  expect(rows.every((row) => row.sorted)).toBe(true);
  return rows.length;
};

describe('two members who chat [M2]', () => {
  it('see the same messages, oldest first, exactly as typed, with the other’s name and role', async () => {
    const [one, other] = await twoMembers();
    const said = [
      'The <b>key</b> is under the "blue" pot & \u202Eeht\u202C 🐈‍⬛',
      "'; DROP TABLE users; -- {{x}} %s",
      'שלום\nSecond line\u200F',
    ];
    await say(one, other, `  ${said[0]} `);
    await say(other, one, said[1] as string);
    await say(one, other, said[2] as string);
    expect(await read(one, other)).toEqual(said);
    expect(await read(other, one)).toEqual(said);
    const { partner, items } = await open(one, other);
    expect(partner).toMatchObject({ id: other.id, role: 'both', can: { write: true } });
    expect(items.map((message) => message.sender_id)).toEqual([one.id, other.id, one.id]);
    expect(JSON.stringify(await open(one, other))).not.toContain('@example.org');
  });

  it('see an empty chat with the other member before the first message', async () => {
    const [one, other] = await twoMembers();
    const { conversation_id, items, partner, previous_cursor } = await open(one, other);
    expect([conversation_id, items, previous_cursor]).toEqual([null, [], null]);
    expect(partner.id).toBe(other.id);
    expect(await countConversations(one, other)).toBe(0);
  });

  it('are private: nobody else can read, write or learn of it, including staff', async () => {
    const { db } = kindpal.services;
    const [one, other] = await twoMembers();
    const { conversation_id } = await say(one, other, 'between us');
    const stranger = await createMember(db);
    const admin = await createMember(db, { app_role: 'super_admin' });
    for (const who of [stranger, admin]) {
      const calls = kindpal.callerFor(who).chat;
      const write = { conversation_id, content: 'hello', client_id: randomUUID() };
      expect(await refusalOf(calls.listDirectMessages({ conversation_id }))).toBe('NOT_FOUND');
      expect(await refusalOf(calls.sendDirectMessage(write))).toBe('NOT_FOUND');
      expect(await refusalOf(calls.markDirectRead({ conversation_id }))).toBe('NOT_FOUND');
      const [participant_1, participant_2] = [one.id, other.id].sort() as [string, string];
      expect(await calls.listConversations({ participant_1, participant_2 })).toEqual({
        items: [],
        next_cursor: null,
      });
      expect((await calls.listConversations({})).items).toEqual([]);
      expect(await refusalOf(calls.createConversation({ participant_1, participant_2 }))).toBe(
        'FORBIDDEN',
      );
      expect((await calls.listDirectMessages({ member_id: one.id })).items).toEqual([]);
    }
    expect(await refusalOf(open(null, one))).toBe('UNAUTHORIZED');
    expect(await refusalOf(say(null, one, 'hello'))).toBe('UNAUTHORIZED');
    expect(await read(one, other)).toEqual(['between us']);
  });

  it('cannot write to themselves, to nobody, or in somebody else’s name', async () => {
    const [one, other] = await twoMembers();
    for (const whom of [one, { id: UNKNOWN }]) {
      expect(await refusalOf(open(one, whom))).toBe('NOT_FOUND');
      expect(await refusalOf(say(one, whom, 'hello'))).toBe('NOT_FOUND');
      const pair = { participant_1: one.id, participant_2: whom.id };
      expect(await refusalOf(kindpal.callerFor(one).chat.createConversation(pair))).toBe(
        'NOT_FOUND',
      );
    }
    const forged = { member_id: other.id, content: 'hi', client_id: randomUUID() };
    const send = (sender_id: string) =>
      kindpal.callerFor(one).chat.sendDirectMessage({ ...forged, sender_id });
    expect(await refusalOf(send(other.id))).toBe('FORBIDDEN');
    expect(await outcomeOf(send(one.id))).toBe('ok');
  });

  it('identify their conversation in exactly one way', async () => {
    const [one, other] = await twoMembers();
    const { conversation_id } = await say(one, other, 'hello');
    const calls = kindpal.callerFor(one).chat;
    expect((await calls.listDirectMessages({ conversation_id })).items).toHaveLength(1);
    for (const which of [{}, { conversation_id, member_id: other.id }, { member_id: 'me' }]) {
      expect(await refusalOf(calls.listDirectMessages(which))).toBe('INVALID_INPUT');
      expect(await refusalOf(calls.markDirectRead(which))).toBe('INVALID_INPUT');
    }
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['line breaks', '\n\t '],
    ['4,001 characters', 'x'.repeat(4001)],
    ['100 KB', 'x'.repeat(100_000)],
  ])('cannot send %s', async (_, content) => {
    const [one, other] = await twoMembers();
    expect(await refusalOf(say(one, other, content))).toBe('INVALID_INPUT');
    expect(await countConversations(one, other)).toBe(0);
  });

  it('may send 4,000 characters', async () => {
    const [one, other] = await twoMembers();
    await say(one, other, 'x'.repeat(4000));
    expect((await read(other, one))[0]).toHaveLength(4000);
  });

  it('page back to the beginning, each message once', async () => {
    const [one, other] = await twoMembers();
    for (let i = 1; i <= 7; i++) await say(i % 2 ? one : other, i % 2 ? other : one, `line ${i}`);
    const pages: string[][] = [];
    let before: string | undefined;
    do {
      const page = await kindpal
        .callerFor(other)
        .chat.listDirectMessages({ member_id: one.id, limit: 3, before });
      pages.push(page.items.map((message) => message.content));
      before = page.previous_cursor ?? undefined;
    } while (before);
    expect(pages).toEqual([
      ['line 5', 'line 6', 'line 7'],
      ['line 2', 'line 3', 'line 4'],
      ['line 1'],
    ]);
    const call = kindpal
      .callerFor(one)
      .chat.listDirectMessages({ member_id: other.id, before: 'Ü' });
    expect(await refusalOf(call)).toBe('INVALID_INPUT');
  });

  it('send a message once, however often it is submitted', async () => {
    const [one, other] = await twoMembers();
    const client_id = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => say(one, other, 'once', client_id)),
    );
    expect(new Set(sent.map((message) => message.id)).size).toBe(1);
    expect(await read(other, one)).toEqual(['once']);
    const third = await createMember(kindpal.services.db);
    expect(await refusalOf(say(one, third, 'elsewhere', client_id))).toBe('INVALID_INPUT');
    // The same client id from another sender is a separate message.
    await say(other, one, 'mine', client_id);
    expect(await read(one, other)).toEqual(['once', 'mine']);
  });
});

describe('one conversation per pair [M3]', () => {
  it('results from concurrent first messages from both sides, as many as each may send', async () => {
    const [one, other] = await twoMembers();
    const texts = Array.from({ length: 2 * FIRST_MESSAGES }, (_, i) => `first ${i}`);
    const sent = await Promise.all(
      texts.map((text, i) => (i % 2 ? say(one, other, text) : say(other, one, text))),
    );
    expect(new Set(sent.map((message) => message.conversation_id)).size).toBe(1);
    expect(await countConversations(one, other)).toBe(1);
    expect((await read(one, other)).sort()).toEqual(texts.sort());
  });

  it('results from opening it from both sides at once, in either order', async () => {
    const [one, other] = await twoMembers();
    const opened = await Promise.all(
      Array.from({ length: 10 }, (_, i) => {
        const [participant_1, participant_2] =
          i % 3 ? [one.id, other.id.toUpperCase()] : [other.id, one.id];
        return kindpal
          .callerFor(i % 2 ? one : other)
          .chat.createConversation({ participant_1, participant_2 } as Record<
            'participant_1' | 'participant_2',
            string
          >);
      }),
    );
    const [first] = opened;
    expect(new Set(opened.map(({ id }) => id))).toEqual(new Set([first?.id]));
    expect([first?.participant_1, first?.participant_2]).toEqual([one.id, other.id].sort());
    expect(await countConversations(one, other)).toBe(1);
  });

  it('cannot exist twice, unsorted, or with one member, not even by SQL', async () => {
    const { db } = kindpal.services;
    const [one, other] = await twoMembers();
    const [low, high] = [one.id, other.id].sort();
    const insert = (pair: unknown[]) =>
      db.pool.query(
        'INSERT INTO conversations (participant_1, participant_2) VALUES ($1, $2)',
        pair,
      );
    await insert([low, high]);
    await expect(insert([low, high])).rejects.toThrow(/conversations_pair/);
    await expect(insert([high, low])).rejects.toThrow(/conversations_sorted/);
    await expect(insert([low, low])).rejects.toThrow(/conversations_sorted/);
  });

  it('is found by its two ids, and none is not an error', async () => {
    const [one, other] = await twoMembers();
    const [participant_1, participant_2] = [one.id, other.id].sort() as [string, string];
    const find = (who: TestMember) =>
      kindpal.callerFor(who).chat.listConversations({ participant_1, participant_2 });
    expect((await find(one)).items).toEqual([]);
    await kindpal.callerFor(one).chat.createConversation({ participant_1, participant_2 });
    const [found] = (await find(other)).items;
    expect(found).toMatchObject({ participant_1, participant_2, last_message: null });
    expect(found?.partner.id).toBe(one.id);
    const half = kindpal.callerFor(one).chat.listConversations({ participant_1 });
    expect(await refusalOf(half)).toBe('INVALID_INPUT');
  });
});

describe("a member's conversations [M2]", () => {
  it('are listed latest message first, in pages, without empty ones', async () => {
    const { db } = kindpal.services;
    const me = await createMember(db);
    const others = await Promise.all(Array.from({ length: 5 }, () => createMember(db)));
    for (const other of others) {
      await createConversation(db, [me, other]);
      await say(other, me, `from ${other.id}`);
    }
    await say(me, others[1] as TestMember, 'x'.repeat(3000));
    await createConversation(db, [me, await createMember(db)]);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await kindpal.callerFor(me).chat.listConversations({ limit: 2, cursor });
      seen.push(...page.items.map(({ partner }) => partner.id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual([1, 4, 3, 2, 0].map((place) => others[place]?.id));
    const [latest] = (await kindpal.callerFor(me).chat.listConversations({ limit: 1 })).items;
    expect(latest?.last_message).toMatchObject({ content: 'x'.repeat(200), sender_id: me.id });
    expect(JSON.stringify(latest)).not.toContain('@');
  });

  it('count the other’s unread messages [P7]', async () => {
    const [one, other] = await twoMembers();
    const unread = async (who: TestMember, by: TestMember) =>
      (await kindpal.callerFor(who).chat.countUnread()).by_member[by.id] ?? 0;
    await createConversation(kindpal.services.db, [one, other]);
    await say(one, other, 'one');
    await say(one, other, 'two');
    expect([await unread(one, other), await unread(other, one)]).toEqual([0, 2]);
    expect((await kindpal.callerFor(other).chat.countUnread()).total).toBe(2);
    await kindpal.callerFor(other).chat.markDirectRead({ member_id: one.id });
    expect(await unread(other, one)).toBe(0);
    const { conversation_id } = await say(one, other, 'three');
    expect(await unread(other, one)).toBe(1);
    await kindpal.callerFor(other).chat.markDirectRead({ conversation_id });
    expect((await kindpal.callerFor(other).chat.countUnread()).total).toBe(0);
  });
});

describe('a suspended member [M2]', () => {
  it('cannot be found by somebody who never talked to them, nor write', async () => {
    const [one, gone] = await twoMembers();
    await suspend(gone);
    expect(await refusalOf(open(one, gone))).toBe('NOT_FOUND');
    expect(await refusalOf(say(one, gone, 'hello'))).toBe('NOT_FOUND');
    const pair = { participant_1: one.id, participant_2: gone.id };
    expect(await refusalOf(kindpal.callerFor(one).chat.createConversation(pair))).toBe('NOT_FOUND');
    expect(await refusalOf(say(gone, one, 'hello'))).toBe('UNAUTHORIZED');
    expect(await countConversations(one, gone)).toBe(0);
  });

  it('cannot be written to; earlier messages can still be read', async () => {
    const [one, gone] = await twoMembers();
    const client_id = randomUUID();
    await say(one, gone, 'See you on Monday', client_id);
    await suspend(gone);
    const { partner, items } = await open(one, gone);
    expect(partner.can).toEqual({ write: false });
    expect(items.map((message) => message.content)).toEqual(['See you on Monday']);
    expect(
      (await kindpal.callerFor(one).chat.listConversations({})).items[0]?.partner.can.write,
    ).toBe(false);
    expect(await refusalOf(say(one, gone, 'Are you there?'))).toBe('MEMBER_UNAVAILABLE');
    // Repeating a message that has arrived still returns it.
    expect((await say(one, gone, 'See you on Monday', client_id)).content).toBe(
      'See you on Monday',
    );
    expect(await read(one, gone)).toHaveLength(1);
  });
});

describe('writing to strangers [M3]', () => {
  it(`ends for the day after ${NEW_CONVERSATIONS_A_DAY} of them; existing chats continue`, async () => {
    const { db } = kindpal.services;
    const me = await createMember(db);
    const strangers = await Promise.all(
      Array.from({ length: NEW_CONVERSATIONS_A_DAY + 1 }, () => createMember(db)),
    );
    const [first, last] = [strangers[0] as TestMember, strangers.at(-1) as TestMember];
    for (const one of strangers.slice(0, -1)) {
      // Neither another message nor opening again counts as a new person.
      await say(me, one, 'hello');
      await kindpal
        .callerFor(me)
        .chat.createConversation({ participant_1: me.id, participant_2: one.id });
    }
    const { code, data } = await errorOf(say(me, last, 'hello'));
    expect(code).toBe('TOO_MANY_NEW_CONVERSATIONS');
    // For the Retry-After header.
    const { retry_after_seconds: wait } = data as { retry_after_seconds: number };
    expect([wait > 80_000, wait <= 86_400]).toEqual([true, true]);
    const pair = { participant_1: me.id, participant_2: last.id };
    expect(await refusalOf(kindpal.callerFor(me).chat.createConversation(pair))).toBe(
      'TOO_MANY_NEW_CONVERSATIONS',
    );
    expect(await countConversations(me, last)).toBe(0);
    expect(await outcomeOf(say(me, first, 'and again'))).toBe('ok');
    // A member who is written to may always reply.
    await say(last, me, 'I have a question');
    expect(await outcomeOf(say(me, last, 'Ask away'))).toBe('ok');
  });

  it('counts a pair once, even with many concurrent first messages', async () => {
    const { db } = kindpal.services;
    const me = await createMember(db);
    const crowd = await Promise.all(
      Array.from({ length: NEW_CONVERSATIONS_A_DAY }, () => createMember(db)),
    );
    const [first, ...rest] = crowd as [TestMember, ...TestMember[]];
    await Promise.all(
      Array.from({ length: FIRST_MESSAGES }, (_, i) => say(me, first, `word ${i}`)),
    );
    for (const one of rest) expect(await outcomeOf(say(me, one, 'hello'))).toBe('ok');
    expect(await refusalOf(say(me, await createMember(db), 'hello'))).toBe(
      'TOO_MANY_NEW_CONVERSATIONS',
    );
  });
});
