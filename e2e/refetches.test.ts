import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { startEmptyCommunity } from './support/community.ts';
import { expect, test as shared } from './support/fixtures.ts';
import { postJob } from './support/jobs.ts';
import { introduce, People } from './support/people.ts';

/** Longer than any refetch waits for others: lists of open jobs are spread over a second. */
const QUIET_MS = 2_000;
const COUNT = 'GET /rest/v1/rpc/count_notifications';

/** Counts the calls of a page, each by its address and body. */
class Calls {
  #counts = new Map<string, number>();
  #lastAt = Date.now();

  constructor(page: Page) {
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (!pathname.startsWith('/rest/v1/')) return;
      const call = [request.method(), pathname + search, request.postData() ?? ''].join(' ').trim();
      this.#counts.set(call, (this.#counts.get(call) ?? 0) + 1);
      this.#lastAt = Date.now();
    });
  }

  /** The calls since the last time, once the page has been quiet after `since`. */
  async take(since: number): Promise<[call: string, times: number][]> {
    while (Date.now() - Math.max(this.#lastAt, since) < QUIET_MS) await pause(100);
    const counts = [...this.#counts];
    this.#counts.clear();
    return counts;
  }
}

/** Without the jobs of other journeys, which every page refetches its lists for. */
const test = shared.extend<{ people: People }>({
  people: async ({ browser, playwright }, use) => {
    const community = await startEmptyCommunity();
    const people = new People({ browser, playwright, community });
    await use(people);
    await people.leave();
    await community.stop();
  },
});

test('each step of a job makes every open page of owner and sitter load anything once at most [J5 J9 X4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  await introduce(sitter);
  const job = await postJob(owner);
  const theirs = await people.open(sitter, `/jobs/${job.id}`);
  const page = await people.open(owner, `/jobs/${job.id}`);
  const watched = Object.entries({
    'the sitter, on the job’s page': theirs,
    'the owner, on the job’s page': page,
    'the sitter, on My Jobs': await people.open(sitter, '/my-jobs?as=sitter'),
    'the owner, on the dashboard': await people.open(owner, '/dashboard'),
  }).map(([who, at]) => {
    // The bell counts what arrived, and again what the job's page has then marked as read.
    const mayCountTwice = at !== theirs && at !== page;
    return { who, mayCountTwice, calls: new Calls(at) };
  });
  const press = (at: Page, name: string) =>
    at.getByRole('button', { name, exact: true }).first().click();
  const confirm = async (at: Page, name: string) => {
    await press(at, name);
    await at.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  };
  const steps: Record<string, () => Promise<void>> = {
    'the sitter claims': () => press(theirs, 'Claim This Job'),
    'the sitter starts early': () => confirm(theirs, 'Start the job'),
    'the sitter is done early': () => confirm(theirs, 'Mark as done'),
    'the owner confirms': () => press(page, 'Confirm it’s done'),
  };

  for (const { calls } of watched) await calls.take(Date.now());
  for (const [step, act] of Object.entries(steps)) {
    await test.step(step, async () => {
      await act();
      const since = Date.now();
      for (const { who, mayCountTwice, calls } of watched) {
        const counts = await calls.take(since);
        expect.soft(counts, `${who}: is current`).not.toEqual([]);
        const repeated = counts.filter(
          ([call, times]) => times > (call === COUNT && mayCountTwice ? 2 : 1),
        );
        expect.soft(repeated, who).toEqual([]);
      }
    });
  }
});
