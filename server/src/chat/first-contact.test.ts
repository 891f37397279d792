import { randomUUID } from 'node:crypto';
import { FIRST_MESSAGES } from '@kindpal/contract/chat/rules';
import type { FirstContact } from '@kindpal/contract/privacy/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEarlierRelease } from '../testing/earlier-release.ts';
import {
  createClaim,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const chatOf = (who: TestMember) => kindpal.callerFor(who).chat;
const say = (who: TestMember, whom: TestMember, content = 'Hello', client_id = randomUUID()) =>
  chatOf(who).sendDirectMessage({ member_id: whom.id, content, client_id });
const open = (who: TestMember, whom: TestMember) =>
  chatOf(who).listDirectMessages({ member_id: whom.id, limit: 50 });
const requestsOf = async (who: TestMember) =>
  (await chatOf(who).listThreads({ box: 'requests' })).items.map(({ partner }) => partner.id);
const inboxOf = async (who: TestMember) =>
  (await chatOf(who).listThreads({})).items.map(({ partner }) => partner.id);

async function strangers(): Promise<[TestMember, TestMember]> {
  const { db } = kindpal.services;
  return [await createMember(db), await createMember(db, { role: 'both' })];
}
async function request(times = 1) {
  const [stranger, member] = await strangers();
  let conversation_id = '';
  for (let i = 0; i < times; i++) {
    ({ conversation_id } = await say(stranger, member, `Word ${i}`));
  }
  return { stranger, member, conversation_id };
}
const createPast = (
  [owner, sitter]: [TestMember, TestMember],
  end_reason: 'completed' | 'released' = 'completed',
) =>
  createEndedClaim(kindpal.services.db, {
    ...{ owner_id: owner.id, sitter_id: sitter.id },
    ended: { end_reason },
  });
const take = (who: TestMember, first_contact: FirstContact) =>
  kindpal.callerFor(who).privacy.updateSettings({ first_contact });

describe('a stranger’s first messages [M3]', () => {
  it('are limited to three until there is a reply; then both continue', async () => {
    const { stranger, member } = await request(FIRST_MESSAGES);
    expect(await refusalOf(say(stranger, member))).toBe('FIRST_MESSAGES_SENT');
    expect((await open(member, stranger)).items).toHaveLength(FIRST_MESSAGES);
    await say(member, stranger, 'Yes?');
    expect(await outcomeOf(say(stranger, member))).toBe('ok');
    expect(await outcomeOf(say(stranger, member))).toBe('ok');
  });

  it.each([0, 1, 2])(
    'are limited to three of twenty concurrent ones, with %i sent before',
    async (before) => {
      const [stranger, member] = await strangers();
      for (let i = 0; i < before; i++) await say(stranger, member);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => outcomeOf(say(stranger, member))),
      );
      expect(outcomes.filter((one) => one === 'ok')).toHaveLength(FIRST_MESSAGES - before);
      expect(new Set(outcomes)).toEqual(new Set(['ok', 'FIRST_MESSAGES_SENT']));
      expect((await open(member, stranger)).items).toHaveLength(FIRST_MESSAGES);
    },
  );

  it('are limited to three even by SQL, outside of the server’s statements', async () => {
    const { stranger, member, conversation_id } = await request();
    for (let i = 0; i < 5; i++) {
      await kindpal.services.db.pool.query(
        `INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
         VALUES ($1, $2, gen_random_uuid(), 'again')`,
        [conversation_id, stranger.id],
      );
    }
    expect((await open(member, stranger)).items).toHaveLength(FIRST_MESSAGES);
  });

  it('count once each, however often submitted, and repeating the third returns it', async () => {
    const [stranger, member] = await strangers();
    const id = randomUUID();
    await Promise.all(Array.from({ length: 6 }, () => say(stranger, member, 'once', id)));
    await say(stranger, member);
    await say(stranger, member);
    expect((await say(stranger, member, 'once', id)).content).toBe('once');
    expect(await refusalOf(say(stranger, member))).toBe('FIRST_MESSAGES_SENT');
  });

  it('tell the stranger how many are left, and the member that it is a request', async () => {
    const { stranger, member } = await request(2);
    expect(await open(stranger, member)).toMatchObject({ contact: 'waiting', messages_left: 1 });
    expect(await open(member, stranger)).toMatchObject({
      contact: 'request',
      messages_left: null,
      partner: { can: { write: true } },
    });
    const [nobody, other] = await strangers();
    expect(await open(nobody, other)).toMatchObject({ contact: 'new', messages_left: 3 });
  });

  it('are among the requests, not in the inbox, and not counted as unread [P7]', async () => {
    const { stranger, member } = await request(3);
    expect(await requestsOf(member)).toEqual([stranger.id]);
    expect(await inboxOf(member)).toEqual([]);
    expect((await chatOf(member).listConversations({})).items).toEqual([]);
    expect(await chatOf(member).countUnread()).toEqual({
      ...{ total: 0, by_claim: {}, by_job: {}, by_member: {} },
      requests: 1,
    });
    expect((await kindpal.callerFor(member).job.getAgenda()).unread).toEqual([]);
    expect(await inboxOf(stranger)).toEqual([member.id]);
    await say(member, stranger, 'Hello');
    expect([await requestsOf(member), await inboxOf(member)]).toEqual([[], [stranger.id]]);
    expect(await chatOf(member).countUnread()).toMatchObject({ total: 3, requests: 0 });
  });

  it('are no request if both have a job together, or finished one', async () => {
    const { db } = kindpal.services;
    const [owner, sitter] = await strangers();
    const job = await createJob(db, { owner_id: owner.id });
    await createClaim(db, { job, sitter_id: sitter.id });
    for (let i = 0; i < 5; i++) await say(sitter, owner);
    expect(await inboxOf(owner)).toContain(sitter.id);
    const [one, other] = await strangers();
    await createPast([one, other]);
    for (let i = 0; i < 5; i++) await say(one, other);
    expect(await requestsOf(other)).toEqual([]);
    const [third, fourth] = await strangers();
    await createPast([third, fourth], 'released');
    for (let i = 0; i < 3; i++) await say(third, fourth);
    expect(await refusalOf(say(third, fourth))).toBe('FIRST_MESSAGES_SENT');
  });

  it('continue with the first job that both have together', async () => {
    const { db } = kindpal.services;
    const { stranger, member } = await request(3);
    const job = await createJob(db, { owner_id: member.id });
    await createClaim(db, { job, sitter_id: stranger.id });
    expect(await outcomeOf(say(stranger, member))).toBe('ok');
    expect(await inboxOf(member)).toContain(stranger.id);
  });
});

describe('a request [M3]', () => {
  it('is accepted by its recipient, even after declining, and both continue', async () => {
    const { stranger, member, conversation_id } = await request(3);
    await chatOf(member).declineRequest({ conversation_id });
    expect(await requestsOf(member)).toEqual([]);
    expect(await open(member, stranger)).toMatchObject({ contact: 'declined' });
    await chatOf(member).acceptRequest({ conversation_id });
    await chatOf(member).acceptRequest({ conversation_id });
    expect(await outcomeOf(say(stranger, member))).toBe('ok');
    expect(await inboxOf(member)).toEqual([stranger.id]);
    const late = chatOf(member).declineRequest({ conversation_id });
    expect(await refusalOf(late)).toBe('REQUEST_ANSWERED');
  });

  it('is answered by nobody else: not by its sender, a third member, or staff', async () => {
    const { stranger, member, conversation_id } = await request();
    const third = await createMember(kindpal.services.db);
    const admin = await createMember(kindpal.services.db, { app_role: 'super_admin' });
    for (const verb of ['acceptRequest', 'declineRequest'] as const) {
      const by = (who: TestMember) => refusalOf(chatOf(who)[verb]({ conversation_id }));
      expect([await by(stranger), await by(third), await by(admin)]).toEqual([
        'FORBIDDEN',
        'NOT_FOUND',
        'NOT_FOUND',
      ]);
    }
    expect(await open(member, stranger)).toMatchObject({ contact: 'request' });
  });

  it('that was declined looks to its sender like one that waits', async () => {
    const [waiting, declined] = [await request(2), await request(2)];
    const { conversation_id } = declined;
    await chatOf(declined.member).declineRequest({ conversation_id });
    await chatOf(declined.member).declineRequest({ conversation_id });
    const told = await kindpal.services.db.pool.query(
      `SELECT audience FROM change_events WHERE row_id = $1 AND op = 'update'`,
      [conversation_id],
    );
    expect(told.rows).toEqual([{ audience: [declined.member.id] }]);

    /**
     * Everything the stranger can query about it, without values that always differ between
     * requests.
     */
    async function answersTo({ stranger, member, conversation_id }: typeof waiting) {
      const calls = chatOf(stranger);
      const answers = [
        await open(stranger, member),
        await calls.listThreads({}),
        await calls.listThreads({ box: 'requests' }),
        await calls.getThread({ id: conversation_id }),
        await calls.listConversations({}),
        await calls.countUnread(),
        await kindpal.callerFor(stranger).member.get({ id: member.id }),
        await say(stranger, member, 'The third'),
        await outcomeOf(say(stranger, member, 'The fourth')),
        await outcomeOf(calls.declineRequest({ conversation_id })),
        await open(stranger, member),
      ];
      const names = [stranger.id, member.id, conversation_id];
      return names.reduce(
        (text, name, place) => text.replaceAll(name, `#${place}`),
        JSON.stringify(answers).replace(
          /"(id|seq|client_id|participant_\d|\w+_at|\w*cursor|email|last_sign_in_at|full_name|first_name|username)":("[^"]*"|\d+)/g,
          '"$1":"…"',
        ),
      );
    }
    expect(await answersTo(declined)).toBe(await answersTo(waiting));
  });

  it('leaves the list when its sender is blocked or suspended', async () => {
    const { stranger, member } = await request();
    const other = await createMember(kindpal.services.db);
    await say(other, member);
    await kindpal.callerFor(member).block.create({ member_id: stranger.id });
    expect(await requestsOf(member)).toEqual([other.id]);
    await kindpal.services.db.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [
      other.id,
    ]);
    expect(await requestsOf(member)).toEqual([]);
    expect((await chatOf(member).countUnread()).requests).toBe(0);
  });

  it('is reported and its sender blocked in one step', async () => {
    const { stranger, member, conversation_id } = await request();
    await kindpal.callerFor(member).report.send({
      ...{ subject_type: 'conversation', subject_id: conversation_id },
      ...{ reason: 'harassment', block: true },
    });
    expect(await requestsOf(member)).toEqual([]);
    expect(await refusalOf(say(stranger, member))).toBe('MEMBER_UNAVAILABLE');
  });
});

describe('a member chooses who may write first [M3]', () => {
  it('everybody, by default', async () => {
    const [stranger, member] = await strangers();
    expect(await kindpal.callerFor(member).privacy.getSettings()).toEqual({
      first_contact: 'everyone',
      named_in_paths: false,
    });
    expect(await outcomeOf(say(stranger, member))).toBe('ok');
  });

  it('people they worked with, invited or were invited by', async () => {
    const { db } = kindpal.services;
    const [stranger, member] = await strangers();
    await take(member, 'known');
    expect(await refusalOf(say(stranger, member))).toBe('MEMBER_UNAVAILABLE');
    expect(await open(stranger, member)).toMatchObject({
      contact: 'not_taken',
      partner: { can: { write: false } },
    });
    const invited = await createMember(db);
    await db.pool.query(
      `INSERT INTO invites (code, created_by, used_by, used_at) VALUES ($1, $2, $3, now())`,
      [randomUUID().replaceAll('-', '').slice(0, 16).toUpperCase(), member.id, invited.id],
    );
    expect(await outcomeOf(say(invited, member))).toBe('ok');
    const [owner] = await strangers();
    await createPast([owner, member]);
    expect(await outcomeOf(say(owner, member))).toBe('ok');
  });

  it('nobody; then they write first themselves and get answers', async () => {
    const [stranger, member] = await strangers();
    await take(member, 'nobody');
    expect(await refusalOf(say(stranger, member))).toBe('MEMBER_UNAVAILABLE');
    await chatOf(stranger).createConversation({
      participant_1: stranger.id,
      participant_2: member.id,
    });
    expect(await refusalOf(say(stranger, member))).toBe('MEMBER_UNAVAILABLE');
    await say(member, stranger);
    expect(await outcomeOf(say(stranger, member))).toBe('ok');
  });

  it('without effect on existing chats', async () => {
    const { stranger, member } = await request();
    await say(member, stranger);
    await take(member, 'nobody');
    for (let i = 0; i < 4; i++) await say(stranger, member);
    expect((await open(member, stranger)).items).toHaveLength(6);
  });

  it('as one of three values, visible to themselves only', async () => {
    const [member] = await strangers();
    const { privacy } = kindpal.callerFor(member);
    expect(await refusalOf(privacy.updateSettings({ first_contact: 'friends' as never }))).toBe(
      'INVALID_INPUT',
    );
    expect(await refusalOf(privacy.updateSettings({}))).toBe('INVALID_INPUT');
    expect(await privacy.updateSettings({ first_contact: 'known' })).toEqual({
      first_contact: 'known',
      named_in_paths: false,
    });
  });
});

it('existing chats from before this release continue as before [M3]', async () => {
  const earlier = await createEarlierRelease('_first_contact');
  try {
    await earlier.run(`
      WITH accounts AS (
        INSERT INTO auth."user" (id, name, email)
        SELECT gen_random_uuid(), 'N', 'n' || n || '@example.org' FROM generate_series(1, 2) n
        RETURNING id)
      INSERT INTO users (id, first_name, role, active_role)
      SELECT id, 'N', 'pet_owner', 'pet_owner' FROM accounts`);
    await earlier.run(`
      WITH pair AS (SELECT (array_agg(id ORDER BY id))[1] AS low, (array_agg(id ORDER BY id))[2] AS high
        FROM users),
      talk AS (INSERT INTO conversations (participant_1, participant_2)
        SELECT low, high FROM pair RETURNING *)
      INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
      SELECT id, participant_2, gen_random_uuid(), 'Word ' || n FROM talk, generate_series(1, 5) n`);
    await earlier.upgrade();
    expect(
      await earlier.run(`SELECT begun_by = participant_2 AND accepted_at IS NOT NULL
        FROM conversations`),
    ).toEqual([true]);
  } finally {
    await earlier.drop();
  }
});
