import type { Page } from '@playwright/test';
import { runInDatabase } from './database.ts';
import { expect, test } from './fixtures.ts';
import { freshTitle, moveJob, postJob } from './jobs.ts';
import { introduce, type Member } from './people.ts';

const statusPanel = (page: Page) => page.getByRole('region', { name: 'Where this job stands' });

const reviewsOn = (page: Page) => page.getByRole('region', { name: 'Reviews' });

async function review(
  page: Page,
  partner: string,
  { stars, text }: { stars: number; text: string },
) {
  const reviews = reviewsOn(page);
  const asked = reviews.getByRole('heading', { name: `How was it with ${partner}` }).locator('..');
  await asked.getByRole('button', { name: 'Write a review' }).click();
  const rating = reviews.getByRole('group', { name: 'Rating' });
  const again = reviews.getByRole('group', { name: 'Would you do this again?' });
  // These are far above the button: the focus moves to the one that is missing, with its error.
  await reviews.getByRole('button', { name: 'Save review' }).click();
  await expect(rating.getByRole('radio', { name: '1 star' })).toBeFocused();
  await expect(rating).toHaveAccessibleDescription('Please choose 1 to 5 stars');
  await rating.getByRole('radio', { name: `${stars} stars` }).check({ force: true });
  await reviews.getByRole('button', { name: 'Save review' }).click();
  await expect(again.getByRole('radio', { name: 'Yes' })).toBeFocused();
  await expect(again).toHaveAccessibleDescription('Please choose yes or no');
  await again.getByRole('radio', { name: 'Yes' }).check({ force: true });
  await reviews.getByLabel('Your review').fill(text);
  await reviews.getByRole('button', { name: 'Save review' }).click();
  await expect(reviews.getByText(text)).toBeVisible();
}

/** Calls the API like a member's browser, for what the journey is not about. */
async function call(who: Member, path: string, data: object) {
  const answer = await who.api.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a job goes from the sitter asked first through the waiting line to the address, the code, its end and two blind reviews, and its card shows its requirements [J1 J2 J4 J5 J9 R9]', async ({
  people,
}) => {
  const stamp = `${process.pid}${Date.now()}`.slice(-8);
  const owner = await people.join(`Olive Odd${stamp}`, 'pet_owner');
  const asked = await people.join('Sam Asked', 'pet_sitter');
  const next = await people.join(`Nina Next${stamp}`, 'pet_sitter');
  const onlooker = await people.join('Robin Reader', 'pet_owner');
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

  await test.step('others see a job’s requirements on its card, but not the job that is offered first', async () => {
    const card = nina.getByRole('article').filter({ hasText: asksForMore.title });
    await expect(card).toContainText('For sitters with at least 2 reviews: you have 0');
    await expect(card).toContainText('For sitters whose identity was checked: yours is');
    await expect(nina.getByRole('article').filter({ hasText: job.title })).toHaveCount(0);
    await expect(statusPanel(sam)).toContainText('asks you first');
  });

  await test.step('the sitter who was asked claims it and cancels: it is the waiting sitter’s turn', async () => {
    await sam.getByRole('button', { name: 'Claim This Job' }).click();
    await expect(statusPanel(sam)).toContainText('This job is yours');
    await call(next, '/rest/v1/rpc/wait_for_job', { job_id: job.id });
    await moveJob(asked, job.id, 'release', 'My dog fell ill.');
    await nina.goto(`/jobs/${job.id}`);
    await expect(statusPanel(nina)).toContainText('It’s your turn to claim it until');
    await nina.getByRole('button', { name: 'Claim This Job' }).click();
    await expect(statusPanel(nina)).toContainText('This job is yours');
  });

  await test.step('she has the address and, once the owner has attached it again, the code, and the owner sees her view', async () => {
    await olive.getByRole('button', { name: 'Attach home access' }).click();
    await expect(olive.getByText('No one has opened any of it yet.')).toBeVisible();
    await expect(nina.getByRole('region', { name: 'Address' })).toContainText('12 Acorn Lane');
    await nina.getByRole('button', { name: 'Open: Door code' }).click();
    await expect(nina.getByText('4711')).toBeVisible();
    await olive.reload();
    await expect(olive.getByRole('list', { name: 'Who opened it' })).toContainText('Nina');
    await sam.reload();
    await expect(sam.getByText('4711')).toHaveCount(0);
  });

  await test.step('she does the job, and the owner confirms it', async () => {
    await moveJob(next, job.id, 'start');
    await moveJob(next, job.id, 'complete');
    await olive.getByRole('button', { name: 'Confirm it’s done' }).click();
    await expect(reviewsOn(olive)).toContainText('How was it with Nina');
  });

  await test.step('each writes a review, and nobody can read one before both are written', async () => {
    await review(olive, next.name, { stars: 5, text: 'She sent a picture each hour.' });
    await expect(reviewsOn(olive)).toContainText('Until then only you see it');
    await nina.reload();
    await expect(reviewsOn(nina)).toContainText('How was it with Olive');
    const robin = await people.open(onlooker, `/profile/${next.id}`);
    await expect(robin.getByText('No reviews yet')).toBeVisible();
    for (const page of [nina, robin]) {
      await expect(page.getByText('She sent a picture each hour.')).toHaveCount(0);
    }
    await review(nina, owner.name, { stars: 4, text: 'The key was where they said.' });
    await expect(reviewsOn(nina)).toContainText('She sent a picture each hour.');
    await robin.reload();
    await expect(robin.getByText('She sent a picture each hour.')).toBeVisible();
    await olive.reload();
    await expect(reviewsOn(olive)).toContainText('The key was where they said.');
  });
});
