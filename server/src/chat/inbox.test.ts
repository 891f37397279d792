import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClaim,
  createConversation,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

const HOUR = 3_600_000;

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;
let other: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

async function people() {
  const { db } = kindpal.services;
  owner = await createMember(db, { first_name: 'Olive', last_name: 'Owner' });
  sitter = await createMember(db, { role: 'pet_sitter', first_name: 'Sam', last_name: 'Sitter' });
  other = await createMember(db, { role: 'pet_sitter', first_name: 'Otto', last_name: 'Other' });
  await createConversation(db, [owner, other]);
}
async function claimed(given: Parameters<typeof createJob>[1] = {}, who = sitter) {
  const { db } = kindpal.services;
  const job = await createJob(db, { owner_id: owner.id, ...given });
  const { claim } = await createClaim(db, { job, sitter_id: who.id });
  return { job_id: job.id, claim_id: claim.id };
}
const send = (who: TestMember, job_id: string, content: string) =>
  kindpal.callerFor(who).chat.sendJobMessage({ job_id, content, client_id: randomUUID() });
const say = (who: TestMember, whom: TestMember, content: string) =>
  kindpal
    .callerFor(who)
    .chat.sendDirectMessage({ member_id: whom.id, content, client_id: randomUUID() });
const suspend = ({ id }: TestMember) =>
  kindpal.services.db.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [id]);
const inbox = async (who: TestMember, search?: string) =>
  (await kindpal.callerFor(who).chat.listThreads({ search })).items;
const unreadOf = async (who: TestMember) => (await kindpal.callerFor(who).chat.countUnread()).total;
const sumOf = async (who: TestMember) =>
  (await inbox(who)).reduce((sum, { unread }) => sum + unread, 0);

describe('the inbox [M1] [M2]', () => {
  it('lists job threads and conversations together, latest message first', async () => {
    await people();
    const walk = await claimed({ title: 'A walk', pet_name: 'Biscuit' });
    const quiet = await claimed({ title: 'Nothing said' });
    await send(owner, walk.job_id, 'The key is under the pot.');
    await say(other, owner, 'Are you looking for somebody?');
    await send(sitter, walk.job_id, 'Found it.');
    const [first, second, third, ...rest] = await inbox(owner);
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      id: walk.claim_id,
      job: { id: walk.job_id, title: 'A walk', pet_name: 'Biscuit', state: 'claimed' },
      partner: { id: sitter.id, full_name: 'Sam Sitter', can: { write: true } },
      last_message: { content: 'Found it.', sender_id: sitter.id },
      unread: 1,
    });
    expect(second).toMatchObject({
      job: null,
      partner: { id: other.id },
      last_message: { content: 'Are you looking for somebody?', sender_id: other.id },
      unread: 1,
    });
    // A live job without messages is listed from the start.
    expect(third).toMatchObject({ id: quiet.claim_id, last_message: null, unread: 0 });
    expect(await inbox(sitter)).toHaveLength(2);
    expect(JSON.stringify(await inbox(sitter))).not.toContain('@example.org');
  });

  it('names the state of a job that waits for confirmation until the owner confirms [J9]', async () => {
    await people();
    const { job_id, claim_id } = await claimed({ start_date: new Date(Date.now() + HOUR) });
    await send(owner, job_id, 'See you at the door.');
    const stateFor = async (who: TestMember) =>
      (await inbox(who)).find(({ id }) => id === claim_id)?.job?.state;
    const states = [];
    for (const [who, action] of [
      [sitter, 'start'],
      [sitter, 'complete'],
      [owner, 'confirm'],
    ] as const) {
      await kindpal.callerFor(who).job.move({ job_id, action });
      states.push([await stateFor(owner), await stateFor(sitter)]);
    }
    expect(states).toEqual([
      ['in_progress', 'in_progress'],
      ['to_confirm', 'to_confirm'],
      ['completed', 'completed'],
    ]);
  });

  it('shows the same count in the top bar, and none once each thread is opened [P7]', async () => {
    await people();
    const [one, two] = [await claimed(), await claimed()];
    for (const text of ['1', '2', '3']) await send(sitter, one.job_id, text);
    await send(sitter, two.job_id, '4');
    await say(other, owner, '5');
    await send(owner, one.job_id, 'my own');
    expect([await unreadOf(owner), await sumOf(owner)]).toEqual([5, 5]);
    // Unread messages in an ended thread are shown and counted, too.
    await kindpal.callerFor(sitter).job.move({ job_id: two.job_id, action: 'release' });
    expect([await unreadOf(owner), await sumOf(owner)]).toEqual([5, 5]);
    const { by_claim, by_job } = await kindpal.callerFor(owner).chat.countUnread();
    expect(by_claim).toEqual({ [one.claim_id]: 3, [two.claim_id]: 1 });
    expect(by_job).toEqual({ [one.job_id]: 3 });
    const calls = kindpal.callerFor(owner).chat;
    for (const { id, job, partner } of await inbox(owner)) {
      if (job) await calls.markRead({ job_id: job.id, claim_id: id });
      else await calls.markDirectRead({ member_id: partner.id });
    }
    expect([await unreadOf(owner), await sumOf(owner)]).toEqual([0, 0]);
  });

  it('keeps ended threads for both sides, marked and closed [J6]', async () => {
    await people();
    const { job_id, claim_id } = await claimed({ title: 'Feed Miso', pet_name: 'Miso' });
    await send(owner, job_id, 'The door code is 4711.');
    await kindpal.callerFor(sitter).job.move({ job_id, action: 'release', reason: 'I fell ill' });
    const next = await kindpal.callerFor(other).claim.create({ job_id });
    await send(owner, job_id, 'Welcome, Otto.');
    const ended = { id: claim_id, partner: { can: { write: false } } };
    expect(await inbox(owner)).toMatchObject([
      { id: next.id, job: { state: 'claimed' }, partner: { id: other.id, can: { write: true } } },
      { ...ended, job: { state: 'released', title: 'Feed Miso' } },
    ]);
    // A former sitter sees the job's public view, which has no title.
    expect(await inbox(sitter)).toMatchObject([
      { ...ended, job: { state: 'released', title: null, pet_name: 'Miso' } },
    ]);
    expect(await inbox(other)).toMatchObject([{ id: next.id }]);
    for (const who of [owner, sitter]) {
      const page = await kindpal.callerFor(who).chat.listJobMessages({ job_id, claim_id });
      expect(page.items.map(({ content }) => content)).toEqual(['The door code is 4711.']);
      expect(await kindpal.callerFor(who).chat.getThread({ id: claim_id })).toMatchObject(ended);
      const late = { job_id, claim_id, content: 'Wait', client_id: randomUUID() };
      expect(await refusalOf(kindpal.callerFor(who).chat.sendJobMessage(late))).toBe('CLAIM_ENDED');
    }
  });

  it('hides title and picture from a former sitter while the job is offered to others first [J4]', async () => {
    await people();
    const inFull = { title: 'Feed Miso', pet_image_url: 'https://example.org/miso.webp' };
    const { job_id } = await claimed(inFull);
    await send(owner, job_id, 'See you at the door.');
    await kindpal.callerFor(other).offer.join({ job_id });
    await kindpal.callerFor(sitter).job.move({ job_id, action: 'release' });
    expect(await inbox(sitter)).toMatchObject([{ job: { title: null, pet_image_url: null } }]);
    expect(await inbox(sitter, inFull.title)).toEqual([]);
    await kindpal.callerFor(other).offer.decline({ job_id });
    expect(await inbox(sitter)).toMatchObject([{ job: inFull }]);
  });

  it('hides them from a former sitter while the owner of the open job is suspended [J4]', async () => {
    await people();
    const title = 'Feed Miso';
    const { job_id } = await claimed({ title });
    await send(owner, job_id, 'See you at the door.');
    await kindpal.callerFor(sitter).job.move({ job_id, action: 'release' });
    expect(await inbox(sitter)).toMatchObject([{ job: { title } }]);
    await suspend(owner);
    expect(await inbox(sitter)).toMatchObject([{ job: { title: null } }]);
    expect(await inbox(sitter, title)).toEqual([]);
  });

  it('shows a thread to its two participants only', async () => {
    await people();
    const { job_id, claim_id } = await claimed();
    await send(owner, job_id, 'between us');
    const { conversation_id } = await say(owner, sitter, 'and here');
    const admin = await createMember(kindpal.services.db, { app_role: 'super_admin' });
    for (const who of [other, admin]) {
      expect(await inbox(who)).toEqual([]);
      for (const id of [claim_id, conversation_id, randomUUID()]) {
        expect(await refusalOf(kindpal.callerFor(who).chat.getThread({ id }))).toBe('NOT_FOUND');
      }
      const reading = kindpal.callerFor(who).chat.markRead({ job_id, claim_id });
      expect(await refusalOf(reading)).toBe(who === admin ? 'FORBIDDEN' : 'NOT_FOUND');
    }
    expect(await refusalOf(kindpal.callerFor(null).chat.listThreads({}))).toBe('UNAUTHORIZED');
    expect(await refusalOf(kindpal.callerFor(null).chat.getThread({ id: claim_id }))).toBe(
      'UNAUTHORIZED',
    );
  });

  it('finds a thread by name, pet and title, and never by a title that its reader does not see', async () => {
    await people();
    const { job_id } = await claimed({ title: 'Sunday stroll', pet_name: 'Biscuit' });
    await send(owner, job_id, 'hello');
    await say(owner, other, 'hello');
    const namesFound = async (who: TestMember, search: string) =>
      (await inbox(who, search)).map(({ partner }) => partner.full_name);
    expect(await namesFound(owner, 'otto')).toEqual(['Otto Other']);
    expect(await namesFound(owner, 'biscuit')).toEqual(['Sam Sitter']);
    expect(await namesFound(owner, 'sam stroll')).toEqual(['Sam Sitter']);
    expect(await namesFound(owner, '100%')).toEqual([]);
    expect(await namesFound(owner, 'hello')).toEqual([]);
    expect(await namesFound(sitter, 'sunday')).toEqual(['Olive Owner']);
    await kindpal.callerFor(sitter).job.move({ job_id, action: 'release' });
    await kindpal.callerFor(other).claim.create({ job_id });
    expect(await namesFound(sitter, 'sunday')).toEqual([]);
    expect(await namesFound(sitter, 'biscuit')).toEqual(['Olive Owner']);
  });

  it('is read page by page to its end, each thread once, while messages arrive', async () => {
    await people();
    const jobs = [];
    for (let n = 0; n < 7; n++) jobs.push(await claimed({ title: `Job ${n}` }));
    for (const { job_id } of jobs) await send(owner, job_id, 'hello');
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await kindpal.callerFor(owner).chat.listThreads({ limit: 3, cursor });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
      await send(sitter, jobs[6]?.job_id as string, 'once more');
    } while (cursor);
    expect(seen).toEqual(jobs.map(({ claim_id }) => claim_id).reverse());
    expect(await refusalOf(kindpal.callerFor(owner).chat.listThreads({ cursor: 'Ü' }))).toBe(
      'INVALID_INPUT',
    );
  });

  it('keeps the messages with a member suspended since, closed', async () => {
    await people();
    await say(other, owner, 'Buy my course');
    await suspend(other);
    expect(await inbox(owner)).toMatchObject([{ partner: { can: { write: false } }, unread: 1 }]);
    expect(await refusalOf(inbox(other))).toBe('UNAUTHORIZED');
  });
});
