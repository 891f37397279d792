import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

const HOUR = 3_600_000;
let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

beforeEach(async () => {
  kindpal.setNow(null);
  const { db } = kindpal.services;
  [owner, sitter] = await Promise.all([
    createMember(db, { role: 'pet_owner' }),
    createMember(db, { role: 'pet_sitter' }),
  ]);
});

/** A one-hour job of the owner that starts in `hours`, claimed by the sitter. */
async function book(title: string, hours: number): Promise<string> {
  const start = Date.now() + hours * HOUR;
  const { id } = await createJob(kindpal.services.db, {
    owner_id: owner.id,
    title,
    start_date: new Date(start),
    end_date: new Date(start + HOUR),
  });
  await kindpal.callerFor(sitter).claim.create({ job_id: id });
  return id;
}

const agendaOf = (who: TestMember) => kindpal.callerFor(who).job.getAgenda();

/** Section, title and ask of each entry, in the order of the dashboard. */
async function entries(who: TestMember): Promise<string[]> {
  const { items } = await agendaOf(who);
  return items.map(({ section, ask, job }) =>
    [section, job.view === 'member' ? job.title : '?', ask].filter(Boolean).join(' | '),
  );
}

describe('the dashboard', () => {
  it('shows what needs its owner first: confirmations before greetings [D1] [J9]', async () => {
    await book('Far away', 400);
    const done = await book('Done', 1);
    await kindpal.callerFor(sitter).job.move({ job_id: done, action: 'start' });
    await kindpal.callerFor(sitter).job.move({ job_id: done, action: 'complete' });
    const greeted = await book('Greeted', 300);
    await kindpal.callerFor(owner).chat.sendJobMessage({
      job_id: greeted,
      client_id: crypto.randomUUID(),
      content: 'Hello!',
      message_type: 'text',
    });
    expect(await entries(owner)).toEqual([
      'needs_you | Done | confirm',
      'needs_you | Far away | say_hello',
      'coming_up | Greeted',
    ]);
    expect(await entries(sitter)).toEqual([
      'coming_up | Greeted',
      'coming_up | Far away',
      'waiting | Done',
    ]);
  });

  it('asks a sitter to start a job, then to mark it done; its owner if nobody started [D3] [J9]', async () => {
    const id = await book('Walk', 30);
    const start = Date.now() + 30 * HOUR;
    kindpal.setNow(new Date(start - HOUR));
    expect(await entries(sitter)).toEqual(['needs_you | Walk | start']);
    kindpal.setNow(new Date(start + HOUR / 2));
    expect(await entries(owner)).toEqual(['needs_you | Walk | not_started']);
    await kindpal.callerFor(sitter).job.move({ job_id: id, action: 'start' });
    expect(await entries(owner)).toEqual(['today | Walk']);
    kindpal.setNow(new Date(start + 2 * HOUR));
    expect(await entries(sitter)).toEqual(['needs_you | Walk | finish']);
  });

  it('lists threads with unread messages, and how the last claims ended [P7] [D3]', async () => {
    const id = await book('Walk', 50);
    const say = (content: string) =>
      kindpal.callerFor(owner).chat.sendJobMessage({
        job_id: id,
        client_id: crypto.randomUUID(),
        content,
        message_type: 'text',
      });
    await say('The key is with Ann.');
    expect((await agendaOf(sitter)).unread).toMatchObject([
      { unread: 1, partner: { id: owner.id }, last_message: { content: 'The key is with Ann.' } },
    ]);
    expect((await agendaOf(owner)).unread).toEqual([]);
    await kindpal.callerFor(sitter).chat.markRead({ job_id: id });
    expect((await agendaOf(sitter)).unread).toEqual([]);
    await kindpal.callerFor(sitter).job.move({ job_id: id, action: 'release' });
    const { items, ended } = await agendaOf(sitter);
    expect(items).toEqual([]);
    expect(ended).toMatchObject([{ claim: { end_reason: 'released' } }]);
  });

  it('is private: a stranger’s is empty, and a visitor has none [P1]', async () => {
    await book('Walk', 60);
    const stranger = await createMember(kindpal.services.db, { role: 'both' });
    expect(await agendaOf(stranger)).toEqual({ items: [], ended: [], unread: [] });
    expect(await refusalOf(kindpal.callerFor(null).job.getAgenda())).toBe('UNAUTHORIZED');
  });
});
