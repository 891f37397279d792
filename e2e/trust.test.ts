import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, test, toast } from './support/fixtures.ts';
import { freshWord } from './support/fresh-word.ts';
import { bookJob, fillJobForm, freshTitle, moveJob, postJob } from './support/jobs.ts';
import { introduce } from './support/people.ts';

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
  const form = reviews.getByRole('form', { name: `Review of ${partner}` });
  await expect(form).toBeFocused();
  const rating = reviews.getByRole('group', { name: 'Rating' });
  const again = reviews.getByRole('group', { name: 'Would you do this again?' });
  // Far above the button: the focus goes to what is missing, with the reason.
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

/** Performs an action that needs confirmation because it is early. */
async function moveEarly(page: Page, action: string) {
  await page.getByRole('heading', { level: 1 }).click();
  await page.getByRole('button', { name: action }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: action }).click();
}

test('owner and sitters complete a job: sitters asked first, a waiting line, the address, the start code, and two blind reviews; other sitters see a job’s requirements [J1 J2 J4 J5 J9 R9]', async ({
  people,
}) => {
  test.slow();
  const stamp = `${process.pid}${Date.now()}`.slice(-8);
  const owner = await people.join(`Olive Odd${stamp}`, 'pet_owner');
  const asked = await people.join(`Sam Asked${stamp}`, 'pet_sitter');
  const next = await people.join(`Nina Next${stamp}`, 'pet_sitter');
  const onlooker = await people.join('Robin Reader', 'both');
  for (const sitter of [asked, next]) await introduce(sitter);
  // The owner has saved home access, and another job whose card shows its requirements.
  const kept = await owner.api.post('/rest/v1/rpc/save_home_access', { data: { door: '4711' } });
  expect(kept.ok(), await kept.text()).toBe(true);
  const asksForMore = await postJob(owner, {
    title: freshTitle('For the experienced'),
    requirements: { verified: true, min_reviews: 2 },
  });

  const olive = await people.open(owner, `/profile/${next.id}`);
  const robin = await people.open(onlooker, '/jobs');
  const sam = await people.open(asked, '/jobs');
  const nina = await people.open(next, '/jobs');
  const title = freshTitle('Trust');

  await test.step('the owner asks a sitter first from the sitter’s profile, and a favorite as well', async () => {
    await olive.getByRole('button', { name: `Favorite: ${next.name}` }).click();
    await olive.goto(`/profile/${asked.id}`);
    await olive.getByRole('link', { name: 'Post a job for Sam' }).click();
    await expect(olive.getByRole('checkbox', { name: asked.name })).toBeChecked();
    await olive.getByRole('checkbox', { name: next.name }).check();
    await fillJobForm(olive, title);
    await olive.getByLabel('Only sitters whose identity was checked').check();
    await olive.getByRole('button', { name: 'Post Job' }).click();
    await expect(olive.getByText('The sitters you asked can see it now')).toBeVisible();
    await olive.getByRole('link', { name: 'View Job' }).click();
    await olive.getByRole('button', { name: 'Attach home access' }).click();
    await expect(olive.getByText('No one has opened any of it yet.')).toBeVisible();
  });

  await test.step('others see a job’s requirements on its card, but not the job that is offered first', async () => {
    const card = robin.getByRole('article').filter({ hasText: asksForMore.title });
    await expect(card).toContainText('For sitters with at least 2 reviews: you have 0');
    await expect(card).toContainText('For sitters whose identity was checked: yours is');
    await robin.reload();
    await expect(card).toBeVisible();
    await expect(robin.getByRole('article').filter({ hasText: title })).toHaveCount(0);
    for (const page of [sam, nina]) {
      await page.reload();
      await page
        .getByRole('region', { name: 'For you first' })
        .getByRole('link', { name: title })
        .click();
      await expect(statusPanel(page)).toContainText('asks you first');
    }
  });

  await test.step('one claims the job, the other waits in line, and gets a turn when the claim is canceled', async () => {
    await sam.getByRole('button', { name: 'Claim This Job' }).click();
    await expect(statusPanel(sam)).toContainText('This job is yours');
    await nina.getByRole('button', { name: 'Notify me if it reopens' }).click();
    await expect(statusPanel(nina)).toContainText('You’re in line.');
    await sam.getByRole('button', { name: 'More' }).click();
    await sam.getByRole('menuitem', { name: 'Cancel my claim' }).click();
    await sam.getByLabel('Why?').fill('My dog fell ill.');
    await sam.getByRole('alertdialog').getByRole('button', { name: 'Cancel my claim' }).click();
    await nina.goto('/jobs');
    await nina.getByRole('region', { name: 'For you first' }).getByRole('link').click();
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
    await moveEarly(nina, 'Start the job');
    await moveEarly(nina, 'Mark as done');
    await olive.getByRole('button', { name: 'Confirm it’s done' }).click();
    await expect(reviewsOn(olive)).toContainText('How was it with Nina');
  });

  await test.step('each writes a review, and nobody can read one before both are written', async () => {
    await review(olive, next.name, { stars: 5, text: 'She sent a picture each hour.' });
    await expect(reviewsOn(olive)).toContainText('Until then, only you see it');
    await nina.reload();
    await expect(reviewsOn(nina)).toContainText('How was it with Olive');
    await robin.goto(`/profile/${next.id}`);
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

test('an owner who types a door code in the chat keeps it in home access instead, where the sitter opens it [M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await people.open(owner, `/dashboard?chat=${job.id}`);
  const box = page.getByLabel('Message about');
  await box.fill('See you tomorrow!');
  await expect(page.getByText('This looks like a code.')).toHaveCount(0);
  await box.fill('The door code is 4711');
  await expect(page.getByText('This looks like a code.')).toBeVisible();
  await page.getByRole('button', { name: 'Keep it there instead' }).click();
  const dialog = page.getByRole('dialog', { name: 'Keep it in Home access' });
  await expect(dialog.getByLabel('What is it?')).toHaveValue('door');
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep it there' }).click();
  await expect(toast(page, 'Kept in Home access')).toBeVisible();
  await expect(box).toHaveValue('');
  const thread = await sitter.api.get('/rest/v1/messages', { params: { job_id: job.id } });
  expect(await thread.text()).not.toContain('4711');

  const theirs = await people.open(sitter, `/jobs/${job.id}`);
  await theirs.getByRole('button', { name: 'Open: Door code' }).click();
  await expect(theirs.getByText('The door code is 4711')).toBeVisible();
});

test('a sitter’s stars order and filter the directory, and they answer the review once in public [R8 R9]', async ({
  people,
}) => {
  const town = freshWord();
  const owner = await people.join('Olive Owner', 'pet_owner');
  const best = await people.join('Bea Best', 'pet_sitter');
  const newer = await people.join('Ned New', 'pet_sitter');
  for (const { api, id } of [best, newer]) {
    const answer = await api.patch(`/rest/v1/users/${id}`, { data: { bio: `Cats of ${town}.` } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const job = await postJob(owner);
  const claimed = await best.api.post('/rest/v1/job_claims', { data: { job_id: job.id } });
  const { id: claim_id } = await claimed.json();
  await moveJob(best, job.id, 'start');
  await moveJob(best, job.id, 'complete');
  await moveJob(owner, job.id, 'confirm');
  for (const { api } of [owner, best]) {
    const answer = await api.post('/rest/v1/reviews', {
      data: { claim_id, rating: 5, would_repeat: true, text: 'As agreed, and kind.' },
    });
    expect(answer.status(), await answer.text()).toBe(201);
  }

  const page = await people.open(owner, `/pet-sitters?search=${town}`);
  const cards = page.getByRole('main').getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('Ned New');
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Sort by').selectOption('Highest rating first');
  await expect(cards.first()).toContainText('Bea Best');
  await page.getByLabel('Rating').selectOption('4 stars and up');
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText('Bea Best');

  const theirs = await people.open(best, `/profile/${best.id}`);
  await theirs.getByRole('button', { name: 'Reply', exact: true }).click();
  await expect(theirs.getByLabel('Your public reply')).toBeFocused();
  await theirs.getByLabel('Your public reply').fill('Come back any time.');
  await theirs.getByRole('button', { name: 'Publish reply' }).click();
  await expect(toast(theirs, 'Reply published')).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Reply', exact: true })).toHaveCount(0);
  const others = await people.open(newer, `/profile/${best.id}`);
  await expect(others.getByText('Come back any time.')).toBeVisible();
});
