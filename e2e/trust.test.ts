import type { Page } from '@playwright/test';
import { runInDatabase } from './database.ts';
import { expect, test } from './fixtures.ts';
import { freshTitle, moveJob, postJob } from './jobs.ts';
import { introduce, type Member } from './people.ts';

const statusPanel = (page: Page) => page.getByRole('region', { name: 'Where this job stands' });

/** Calls the API as a member's browser would, for what the journey is not about. */
async function call(who: Member, path: string, data: object) {
  const answer = await who.api.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a job goes from who is asked first through the line to the address and the code, and its card says what it asks for [J1 J2 J4 J5]', async ({
  people,
}) => {
  const stamp = `${process.pid}${Date.now()}`.slice(-8);
  const owner = await people.join(`Olive Odd${stamp}`, 'pet_owner');
  const asked = await people.join('Sam Asked', 'pet_sitter');
  const next = await people.join(`Nina Next${stamp}`, 'pet_sitter');
  for (const sitter of [asked, next]) await introduce(sitter);
  await runInDatabase(owner.community, 'UPDATE users SET is_verified = true WHERE id = $1', [
    next.id,
  ]);
  await call(owner, '/rest/v1/rpc/save_home_access', { door: '4711' });
  const job = await postJob(owner, {
    title: freshTitle('Trust'),
    requirements: { verified: true },
    ask_first: { sitter_ids: [asked.id], hours: 5 },
  });
  await call(owner, '/rest/v1/rpc/attach_home_access', { job_id: job.id });
  const asksForMore = await postJob(owner, {
    title: freshTitle('For the experienced'),
    requirements: { verified: true, min_reviews: 2 },
  });

  const nina = await people.open(next, '/jobs');
  const sam = await people.open(asked, `/jobs/${job.id}`);
  const olive = await people.open(owner, `/jobs/${job.id}`);

  await test.step('others find what a job asks for on its card, and not the one that is offered first', async () => {
    const card = nina.getByRole('article').filter({ hasText: asksForMore.title });
    await expect(card).toContainText('For sitters with at least 2 reviews: you have 0');
    await expect(card).toContainText('For sitters whose identity was checked: yours is');
    await expect(nina.getByRole('article').filter({ hasText: job.title })).toHaveCount(0);
    await expect(statusPanel(sam)).toContainText('asks you first');
  });

  await test.step('who was asked claims it and gives it back: it is the turn of who waited', async () => {
    await sam.getByRole('button', { name: 'Claim This Job' }).click();
    await expect(statusPanel(sam)).toContainText('This job is yours');
    await call(next, '/rest/v1/rpc/wait_for_job', { job_id: job.id });
    await moveJob(asked, job.id, 'release', 'My dog fell ill.');
    await nina.goto(`/jobs/${job.id}`);
    await expect(statusPanel(nina)).toContainText('It’s your turn to claim it until');
    await nina.getByRole('button', { name: 'Claim This Job' }).click();
    await expect(statusPanel(nina)).toContainText('This job is yours');
  });

  await test.step('she has the address and opens the code, which the owner sees', async () => {
    await expect(nina.getByRole('region', { name: 'Address' })).toContainText('12 Acorn Lane');
    await nina.getByRole('button', { name: 'Open: Door code' }).click();
    await expect(nina.getByText('4711')).toBeVisible();
    await olive.reload();
    await expect(olive.getByRole('list', { name: 'Who opened it' })).toContainText('Nina');
    await sam.reload();
    await expect(sam.getByText('4711')).toHaveCount(0);
  });
});
