import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClaim,
  createConversation,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { type Cost, costOfCall } from '../testing/plans/explain.ts';
import { asSeed, fillUnevenly, takeStock } from '../testing/plans/fill-unevenly.ts';
import { PLAN_SERVERS } from '../testing/plans/plan-servers.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

const LONG = 100_000;
const SHORT = 120;
/** How many more pages a list may read because its indexes are one or two levels deeper. */
const TREE_LEVELS = 4;

/** A job's thread and a conversation of the same length, both with the same owner. */
type Threads = { job_id: string; claim_id: string; member_id: string; conversation_id: string };

describe.each(PLAN_SERVERS)('with a generic plan, on $server', ({ isHere, openDatabase }) => {
  let kindpal: TestKindpal;
  let owner: TestMember;
  let short: Threads;
  let long: Threads;

  beforeAll(async () => {
    if (!isHere) return;
    kindpal = await startTestKindpal({ database: await openDatabase() });
    await fillUnevenly(kindpal);
    owner = await createMember(kindpal.services.db);
    short = await makeThreads(SHORT);
    long = await makeThreads(LONG);
    await takeStock(kindpal.ownerUrl);
  }, 180_000);
  afterAll(() => kindpal?.stop());

  async function makeThreads(length: number): Promise<Threads> {
    const { db } = kindpal.services;
    const other = await createMember(db, { role: 'pet_sitter' });
    const job = await createJob(db, { owner_id: owner.id });
    const { claim } = await createClaim(db, { job, sitter_id: other.id });
    const conversation_id = await createConversation(db, [owner, other]);
    const said = `'${other.id}', gen_random_uuid(), 'We went round the pond ' || n
      FROM generate_series(1, ${length}) n`;
    await asSeed(
      kindpal.ownerUrl,
      `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content)
       SELECT '${job.id}', '${claim.id}', ${said};
       INSERT INTO conversation_messages (conversation_id, sender_id, client_id, content)
       SELECT '${conversation_id}', ${said}`,
    );
    return { job_id: job.id, claim_id: claim.id, member_id: other.id, conversation_id };
  }

  const hello = () => ({ content: 'Hello!', client_id: randomUUID() });

  type Calls = ReturnType<TestKindpal['callerFor']>;
  type Page = { previous_cursor: string | null };
  type List = (calls: Calls, thread: Threads, before?: string) => Promise<Page>;
  const LISTS: [string, List][] = [
    ['a job', (calls, { job_id }, before) => calls.chat.listJobMessages({ job_id, before })],
    [
      'a claim',
      (calls, { job_id, claim_id }, before) =>
        calls.chat.listJobMessages({ job_id, claim_id, before }),
    ],
    [
      'a member',
      (calls, { member_id }, before) => calls.chat.listDirectMessages({ member_id, before }),
    ],
    [
      'a conversation',
      (calls, { conversation_id }, before) =>
        calls.chat.listDirectMessages({ conversation_id, before }),
    ],
  ];
  const costs = async (list: List, isOlder: boolean): Promise<Cost[]> => {
    const calls = kindpal.callerFor(owner);
    const of = async (thread: Threads) => {
      const before = isOlder ? (await list(calls, thread)).previous_cursor : undefined;
      return costOfCall(kindpal.services.db, () => list(calls, thread, before ?? undefined));
    };
    return [await of(short), await of(long)];
  };

  describe.runIf(isHere).each(LISTS)('the messages of %s', (_, list) => {
    it.each([
      ['newest', false],
      ['next older', true],
    ])('the %s 50 of 100,000 cost the same as those of 120 [M1] [M2]', async (_page, isOlder) => {
      const [ofShort, ofLong] = (await costs(list, isOlder)) as [Cost, Cost];
      expect(ofLong.rows).toBeLessThanOrEqual(1.2 * ofShort.rows);
      expect(ofLong.pages).toBeLessThanOrEqual(1.2 * ofShort.pages + TREE_LEVELS);
      expect(ofLong.rows).toBeLessThan(200);
    });
  });

  describe.runIf(isHere)('sending to them', () => {
    it.each<[string, (calls: Calls, thread: Threads) => Promise<unknown>]>([
      ['a job', (calls, { job_id }) => calls.chat.sendJobMessage({ job_id, ...hello() })],
      [
        'a claim',
        (calls, { job_id, claim_id }) =>
          calls.chat.sendJobMessage({ job_id, claim_id, ...hello() }),
      ],
      [
        'a member',
        (calls, { member_id }) => calls.chat.sendDirectMessage({ member_id, ...hello() }),
      ],
      [
        'a conversation',
        (calls, { conversation_id }) =>
          calls.chat.sendDirectMessage({ conversation_id, ...hello() }),
      ],
    ])(
      'looks up what one message of %s needs, however many there are [M1] [M2]',
      async (_, send) => {
        const calls = kindpal.callerFor(owner);
        const cost = await costOfCall(kindpal.services.db, () => send(calls, long));
        expect(cost.rows).toBeLessThan(30);
      },
    );
  });

  describe.runIf(isHere)('the inbox of their participant', () => {
    const rowsOf = async (work: (calls: Calls) => Promise<unknown>) =>
      (await costOfCall(kindpal.services.db, () => work(kindpal.callerFor(owner)))).rows;

    // Two short threads and two long ones, all unread: 2 · 120 and 2 · 1,000 messages are
    // counted.
    it('stops counting at the maximum, and reads the end of each thread [P7]', async () => {
      expect(await rowsOf((calls) => calls.chat.countUnread())).toBeLessThan(2_400);
      expect(await rowsOf((calls) => calls.chat.listThreads({}))).toBeLessThan(2_400);
      expect(await rowsOf((calls) => calls.chat.listConversations({}))).toBeLessThan(100);
      expect(await rowsOf((calls) => calls.chat.getThread({ id: short.claim_id }))).toBeLessThan(
        200,
      );
      const reading = (calls: Calls) => calls.chat.markRead({ job_id: long.job_id });
      expect(await rowsOf(reading)).toBeLessThan(50);
    });
  });
});
