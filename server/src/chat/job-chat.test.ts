import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;
let other: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  owner = await createMember(db);
  sitter = await createMember(db, { role: 'pet_sitter' });
  other = await createMember(db, { role: 'pet_sitter' });
});
afterAll(() => kindpal.stop());

const claimedJob = async () => {
  const { db } = kindpal.services;
  const { job } = await createClaim(db, {
    job: await createJob(db, { owner_id: owner.id }),
    sitter_id: sitter.id,
  });
  return job.id;
};
const send = (who: TestMember | null, job_id: string, content: string, client_id = randomUUID()) =>
  kindpal.callerFor(who).chat.sendJobMessage({ job_id, content, client_id });
const read = async (who: TestMember | null, job_id: string) =>
  (await kindpal.callerFor(who).chat.listJobMessages({ job_id, limit: 50 })).items.map(
    (message) => message.content,
  );

describe('the chat of a job [M1]', () => {
  it('contains the messages of owner and sitter, oldest first, exactly as typed', async () => {
    const job = await claimedJob();
    await send(owner, job, '  The key is <under> the "blue" pot & 🐈 ');
    await send(sitter, job, 'Found it — שלום\nSecond line');
    const said = ['The key is <under> the "blue" pot & 🐈', 'Found it — שלום\nSecond line'];
    expect(await read(owner, job)).toEqual(said);
    expect(await read(sitter, job)).toEqual(said);
  });

  it('is closed to everybody else, including staff', async () => {
    const job = await claimedJob();
    const admin = await createMember(kindpal.services.db, { app_role: 'super_admin' });
    // Staff may know of the job; for another member it does not exist.
    for (const [who, refusal] of [
      [other, 'NOT_FOUND'],
      [admin, 'FORBIDDEN'],
    ] as const) {
      expect(await refusalOf(read(who, job))).toBe(refusal);
      expect(await refusalOf(send(who, job, 'hello'))).toBe(refusal);
    }
    expect(await refusalOf(read(null, job))).toBe('UNAUTHORIZED');
    expect(await refusalOf(send(null, job, 'hello'))).toBe('UNAUTHORIZED');
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await refusalOf(read(owner, unknown))).toBe('NOT_FOUND');
    expect(await refusalOf(send(owner, unknown, 'hello'))).toBe('NOT_FOUND');
  });

  it('starts empty for the next sitter, who never reads the previous one', async () => {
    const job = await claimedJob();
    await send(sitter, job, 'for this claim only');
    await kindpal.callerFor(sitter).job.move({ job_id: job, action: 'release' });
    expect(await refusalOf(read(sitter, job))).toBe('FORBIDDEN');
    await kindpal.callerFor(other).claim.create({ job_id: job });
    expect(await read(other, job)).toEqual([]);
    expect(await read(owner, job)).toEqual([]);
  });

  describe('once its claim ended', () => {
    const sendTo = (
      who: TestMember,
      message: { job_id: string; claim_id: string; client_id?: string },
    ) =>
      kindpal.callerFor(who).chat.sendJobMessage({
        content: 'The door code is 4711.',
        client_id: randomUUID(),
        ...message,
      });
    const claimOf = async (who: TestMember, job_id: string) =>
      (await kindpal.callerFor(who).claim.create({ job_id })).id;
    const readClaim = async (who: TestMember | null, job_id: string, claim_id: string) => {
      const page = await kindpal
        .callerFor(who)
        .chat.listJobMessages({ job_id, claim_id, limit: 50 });
      return { said: page.items.map((message) => message.content), can: page.can };
    };

    it('never delivers a message for one sitter to the next, and says why', async () => {
      const job_id = await claimedJob();
      const first = await claimOf(sitter, job_id);
      await kindpal.callerFor(sitter).job.move({ job_id, action: 'release' });
      for (const who of [owner, sitter]) {
        expect(await refusalOf(sendTo(who, { job_id, claim_id: first }))).toBe('CLAIM_ENDED');
      }
      const second = await claimOf(other, job_id);
      expect(await refusalOf(sendTo(owner, { job_id, claim_id: first }))).toBe('CLAIM_ENDED');
      expect(await refusalOf(sendTo(other, { job_id, claim_id: first }))).toBe('FORBIDDEN');
      expect(await refusalOf(sendTo(sitter, { job_id, claim_id: second }))).toBe('FORBIDDEN');
      expect(await read(other, job_id)).toEqual([]);
      await sendTo(owner, { job_id, claim_id: second });
      expect(await read(other, job_id)).toHaveLength(1);
    });

    it('delivers each message to its own sitter or nobody while the sitter changes', async () => {
      const job_id = await claimedJob();
      const first = await claimOf(sitter, job_id);
      const changeHands = async () => {
        await kindpal.callerFor(sitter).job.move({ job_id, action: 'release' });
        await claimOf(other, job_id);
      };
      const [, ...outcomes] = await Promise.all([
        changeHands(),
        ...Array.from({ length: 20 }, async (_, turn) => {
          await new Promise((resolve) => setTimeout(resolve, turn * 3));
          return outcomeOf(sendTo(owner, { job_id, claim_id: first }));
        }),
      ]);
      expect(outcomes.filter((one) => one !== 'ok' && one !== 'CLAIM_ENDED')).toEqual([]);
      expect(await read(other, job_id)).toEqual([]);
      const { said } = await readClaim(owner, job_id, first);
      expect(said).toHaveLength(outcomes.filter((one) => one === 'ok').length);
    });

    it('returns a message again that was stored before, and its own claim', async () => {
      const job_id = await claimedJob();
      const first = await claimOf(sitter, job_id);
      const client_id = randomUUID();
      const sent = await sendTo(owner, { job_id, claim_id: first, client_id });
      await kindpal.callerFor(sitter).job.move({ job_id, action: 'release' });
      await claimOf(other, job_id);
      expect(await sendTo(owner, { job_id, claim_id: first, client_id })).toEqual(sent);
      expect(await refusalOf(send(owner, job_id, 'again', client_id))).toBe('INVALID_INPUT');
    });

    it('can still be read by its two participants, and by nobody else', async () => {
      const job_id = await claimedJob();
      const first = await claimOf(sitter, job_id);
      await sendTo(owner, { job_id, claim_id: first });
      await kindpal.callerFor(sitter).job.move({ job_id, action: 'release' });
      await claimOf(other, job_id);
      const thread = { said: ['The door code is 4711.'], can: { write: false } };
      for (const who of [owner, sitter]) {
        expect(await readClaim(who, job_id, first)).toEqual(thread);
      }
      const admin = await createMember(kindpal.services.db, { app_role: 'super_admin' });
      for (const who of [other, admin]) {
        expect(await refusalOf(readClaim(who, job_id, first))).toBe('FORBIDDEN');
      }
      expect(await refusalOf(readClaim(null, job_id, first))).toBe('UNAUTHORIZED');
      // A claim is only valid with its own job.
      expect(await refusalOf(readClaim(owner, await claimedJob(), first))).toBe('FORBIDDEN');
    });
  });

  it('stores a message once, however often it is submitted', async () => {
    const job = await claimedJob();
    const client_id = randomUUID();
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => send(owner, job, 'once', client_id)),
    );
    expect(new Set(sent.map((message) => message.id)).size).toBe(1);
    expect(await read(sitter, job)).toEqual(['once']);
    expect(await refusalOf(send(owner, await claimedJob(), 'elsewhere', client_id))).toBe(
      'INVALID_INPUT',
    );
  });

  describe('when many send at the same time', () => {
    const hello = (who: TestMember, job_id: string, content = 'hello') =>
      kindpal.services.messages.store({
        credential: who.credential,
        name: { which: 'job', values: [job_id] },
        client_id: randomUUID(),
        content,
      });

    it('answers each separately: nobody is admitted or refused because of another sender', async () => {
      const { db } = kindpal.services;
      const pairs = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const [mine, theirs] = [
            await createMember(db),
            await createMember(db, { role: 'pet_sitter' }),
          ];
          const job = await createJob(db, { owner_id: mine.id });
          await createClaim(db, { job, sitter_id: theirs.id });
          return { mine, theirs, job: job.id };
        }),
      );
      const gone = await createMember(db);
      await kindpal.asOwner(`DELETE FROM auth.session WHERE user_id = '${gone.id}'`);
      const outcomes = await Promise.all(
        pairs.map(async ({ mine, theirs, job }, n) => {
          const foreign = pairs[(n + 1) % pairs.length]?.job as string;
          return Promise.all([
            send(mine, job, `owner of ${job}`).then((message) => message.sender_id),
            outcomeOf(send(mine, foreign, 'not mine')),
            outcomeOf(send(gone, job, 'signed out')),
            send(theirs, job, `sitter of ${job}`).then((message) => message.sender_id),
            outcomeOf(send(other, job, 'never held it')),
          ]);
        }),
      );
      for (const [n, { mine, theirs, job }] of pairs.entries()) {
        expect(outcomes[n]).toEqual([mine.id, 'NOT_FOUND', 'UNAUTHORIZED', theirs.id, 'NOT_FOUND']);
        const { items } = await kindpal
          .callerFor(mine)
          .chat.listJobMessages({ job_id: job, limit: 50 });
        expect(items.map(({ sender_id, content }) => [sender_id, content]).sort()).toEqual(
          [
            [mine.id, `owner of ${job}`],
            [theirs.id, `sitter of ${job}`],
          ].sort(),
        );
      }
    });

    it('stores them with few statements, in order', async () => {
      const job = await claimedJob();
      const { pool } = kindpal.services.db;
      const query = pool.query.bind(pool) as (...given: unknown[]) => unknown;
      let statements = 0;
      pool.query = ((...given: unknown[]) => {
        if ((given[0] as { name?: string }).name?.startsWith('send-')) statements += 1;
        return query(...given);
      }) as typeof pool.query;
      const lines = Array.from({ length: 30 }, (_, n) => `line ${n}`);
      await Promise.all(lines.map((line) => hello(owner, job, line))).finally(() => {
        pool.query = query as typeof pool.query;
      });
      expect(await read(sitter, job)).toEqual(lines);
      expect(statements).toBeLessThan(10);
    });

    it('stores all others when the database refuses one', async () => {
      const job = await claimedJob();
      const outcomes = await Promise.allSettled([
        hello(owner, job, 'before'),
        hello(owner, job, 'x'.repeat(4001)),
        hello(sitter, job, 'after'),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect((await read(sitter, job)).sort()).toEqual(['after', 'before']);
    });

    it('uses an id that one sender repeats in two threads for the first of them only', async () => {
      const [one, two] = [await claimedJob(), await claimedJob()];
      const client_id = randomUUID();
      const sent = await Promise.all([
        outcomeOf(send(owner, one, 'here', client_id)),
        outcomeOf(send(owner, two, 'there', client_id)),
        outcomeOf(send(sitter, two, 'mine', client_id)),
      ]);
      expect(sent).toEqual(['ok', 'INVALID_INPUT', 'ok']);
      expect([await read(sitter, one), await read(owner, two)]).toEqual([['here'], ['mine']]);
    });
  });

  it.each(['', '   ', '\n\t ', 'x'.repeat(4001)])('refuses %j', async (content) => {
    const job = await claimedJob();
    expect(await refusalOf(send(owner, job, content))).toBe('INVALID_INPUT');
    expect(await read(owner, job)).toEqual([]);
  });

  it('takes 4,000 characters', async () => {
    const job = await claimedJob();
    await send(owner, job, 'x'.repeat(4000));
    expect((await read(sitter, job))[0]).toHaveLength(4000);
  });

  it('is read back page by page to its beginning', async () => {
    const job = await claimedJob();
    for (let i = 1; i <= 7; i++) await send(owner, job, `line ${i}`);
    const pages: string[][] = [];
    let before: string | undefined;
    do {
      const page = await kindpal
        .callerFor(sitter)
        .chat.listJobMessages({ job_id: job, limit: 3, before });
      pages.push(page.items.map((message) => message.content));
      before = page.previous_cursor ?? undefined;
    } while (before);
    expect(pages).toEqual([
      ['line 5', 'line 6', 'line 7'],
      ['line 2', 'line 3', 'line 4'],
      ['line 1'],
    ]);
    const call = kindpal
      .callerFor(sitter)
      .chat.listJobMessages({ job_id: job, limit: 3, before: 'Ü' });
    expect(await refusalOf(call)).toBe('INVALID_INPUT');
  });

  it("contains names and never an email, nor another's id as the sender's", async () => {
    const job = await claimedJob();
    const message = await send(owner, job, 'hi');
    expect(JSON.stringify(message)).not.toContain('@');
    const call = kindpal.callerFor(owner).chat.sendJobMessage({
      job_id: job,
      content: 'hi',
      client_id: randomUUID(),
      sender_id: sitter.id,
    });
    expect(await refusalOf(call)).toBe('FORBIDDEN');
  });

  it('counts the other’s unread messages [P7]', async () => {
    const job = await claimedJob();
    const unread = async (who: TestMember) =>
      (await kindpal.callerFor(who).chat.countUnread()).by_job[job] ?? 0;
    await send(owner, job, 'one');
    await send(owner, job, 'two');
    expect([await unread(owner), await unread(sitter), await unread(other)]).toEqual([0, 2, 0]);
    await kindpal.callerFor(sitter).chat.markRead({ job_id: job });
    expect(await unread(sitter)).toBe(0);
    await send(owner, job, 'three');
    expect(await unread(sitter)).toBe(1);
    expect((await kindpal.callerFor(sitter).chat.countUnread()).total).toBeGreaterThanOrEqual(1);
  });
});
