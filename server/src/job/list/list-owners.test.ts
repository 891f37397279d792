import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createClaim,
  createJob,
  createMember,
  jobForm,
  type TestMember,
} from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal-of.ts';
import { BROOKLYN } from '../../testing/sample-places.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

const HOUR = 3_600_000;
let kindpal: TestKindpal;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});
afterAll(() => kindpal.stop());

async function owners(limit = 20, who = sitter, search?: string) {
  const found = [];
  let cursor: string | undefined;
  do {
    const page = await kindpal.callerFor(who).job.listOwners({ limit, cursor, search });
    found.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return found;
}

it('a sitter browses owners with their open jobs, latest posters first, each owner once [D1]', async () => {
  const { db } = kindpal.services;
  const made: TestMember[] = [];
  for (let n = 0; n < 7; n++) {
    const owner = await createMember(db);
    made.push(owner);
    for (let jobs = 0; jobs <= n; jobs++) {
      const start = Date.now() + (100 - jobs) * HOUR;
      await createJob(db, {
        owner_id: owner.id,
        title: `Job ${jobs}`,
        start_date: new Date(start),
        end_date: new Date(start + HOUR),
      });
    }
  }
  // The first owner's job of today moves them to the top.
  await createJob(db, { owner_id: made[0]?.id as string, title: 'Newest' });
  const found = await owners(2);
  const [first, ...rest] = made.map(({ id }) => id);
  expect(found.map(({ owner }) => owner.id)).toEqual([first, ...rest.reverse()]);
  expect(found.map(({ open_jobs }) => open_jobs)).toEqual([2, 7, 6, 5, 4, 3, 2]);
  // Three of each are shown, the soonest ones.
  expect(found[1]?.jobs.map(({ title }) => title)).toEqual(['Job 6', 'Job 5', 'Job 4']);
  expect(found.at(-1)?.jobs).toHaveLength(2);
});

it('a sitter finds owners by words in their name and area, and by nothing hidden [D1]', async () => {
  const { db } = kindpal.services;
  const one = await createMember(db, {
    first_name: 'Zoë 100%',
    last_name: 'Ziegler',
    ...BROOKLYN,
    address: 'Backdoor 7',
  });
  const other = await createMember(db, { first_name: 'Zora', last_name: 'Ziegler' });
  for (const owner_id of [one.id, other.id]) await createJob(db, { owner_id, title: 'Parrot' });
  const find = async (search: string) => {
    const { items } = await kindpal.callerFor(sitter).job.listOwners({ search });
    return items.map(({ owner }) => owner.id);
  };
  expect(await find(' ZIEGLER ')).toEqual([other.id, one.id]);
  expect(await find('ziegler brook')).toEqual([one.id]);
  expect(await find('100%')).toEqual([one.id]);
  expect(await find('%')).toEqual([one.id]);
  for (const hidden of ['Backdoor', one.email, 'Parrot', 'z_ra']) {
    expect([hidden, await find(hidden)]).toEqual([hidden, []]);
  }
  const pages = await owners(1, sitter, 'ziegler');
  expect(pages.map(({ owner }) => owner.id)).toEqual([other.id, one.id]);
});

it('a job that is offered to others first changes neither its owner’s count nor their place [D1] [J5]', async () => {
  const { db } = kindpal.services;
  const [earlier, later] = [await createMember(db), await createMember(db)];
  for (const owner of [earlier, later]) await createJob(db, { owner_id: owner.id });
  const seen = async () =>
    (await owners())
      .filter(({ owner }) => [earlier.id, later.id].includes(owner.id))
      .map(({ owner, open_jobs }) => [owner.id, open_jobs]);
  const before = [
    [later.id, 1],
    [earlier.id, 1],
  ];
  expect(await seen()).toEqual(before);
  const asked = await createMember(db, { role: 'pet_sitter' });
  const ask_first = { sitter_ids: [asked.id], hours: 3 };
  const { id } = await kindpal.callerFor(earlier).job.post(jobForm({ ask_first }) as never);
  expect(await seen()).toEqual(before);
  await kindpal.callerFor(asked).offer.decline({ job_id: id });
  expect(await seen()).toEqual([
    [earlier.id, 2],
    [later.id, 1],
  ]);
});

it('nobody sees themselves, claimed jobs, or the jobs of suspended owners [D1 J4]', async () => {
  const { db } = kindpal.services;
  const both = await createMember(db, { role: 'both' });
  await createJob(db, { owner_id: both.id });
  const { job } = await createClaim(db);
  const suspended = await createMember(db, { suspended_at: new Date() });
  await createJob(db, { owner_id: suspended.id });
  const seen = async (who: TestMember) => (await owners(20, who)).map(({ owner }) => owner.id);
  expect(await seen(both)).not.toContain(both.id);
  expect(await seen(sitter)).toContain(both.id);
  expect(await seen(sitter)).not.toContain(job.owner_id);
  expect(await seen(sitter)).not.toContain(suspended.id);
  expect(await refusalOf(kindpal.callerFor(null).job.listOwners({}))).toBe('UNAUTHORIZED');
});
