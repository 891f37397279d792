import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { freshWord } from './support/fresh-word.ts';
import { claimJob, postJob } from './support/jobs.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const back = (page: Page) =>
  page.getByRole('navigation', { name: 'Back' }).getByRole('link').filter({ visible: true });
const place = (page: Page) => page.evaluate<number>('scrollY');

test('going back from a job, a profile and a thread returns to the same place in the list [J1 J4 R1 M1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  for (let n = 0; n < 26; n += 1) await postJob(owner);
  const page = await people.open(owner, '/my-jobs?as=owner');
  await expect(cards(page)).toHaveCount(20);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(cards(page)).toHaveCount(26);
  const card = cards(page).nth(24);
  await card.scrollIntoViewIfNeeded();
  const before = await place(page);
  expect(before).toBeGreaterThan(300);
  const title = await card.getByRole('heading').textContent();

  await test.step('from the job', async () => {
    await card.getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
    expect(await place(page)).toBe(0);
    await back(page).click();
    await expect(cards(page)).toHaveCount(26);
    await expect.poll(() => place(page)).toBe(before);
  });

  await test.step('from a profile opened from the job', async () => {
    await card.getByRole('link').first().click();
    await page.getByRole('link', { name: 'Olive Owner' }).click();
    await expect(page).toHaveURL(/\/profile\//);
    await back(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title ?? '');
    await back(page).click();
    await expect.poll(() => place(page)).toBe(before);
  });

  await test.step('from a thread, to the job', async () => {
    const job = await postJob(owner);
    await claimJob(sitter, job);
    await page.goto(`/jobs/${job.id}`);
    await page.getByRole('button', { name: 'Message Sam' }).click();
    await expect(page.getByLabel('Message about')).toBeVisible();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(`/jobs/${job.id}`);
  });
});

test('a reload, and going back from another document, return to the same place in a list [J1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  for (let n = 0; n < 12; n += 1) await postJob(owner);
  const page = await people.open(owner, '/my-jobs?as=owner');
  await expect(cards(page)).toHaveCount(12);
  await cards(page).nth(9).scrollIntoViewIfNeeded();
  const before = await place(page);
  expect(before).toBeGreaterThan(300);
  await page.reload();
  await expect(cards(page)).toHaveCount(12);
  await expect.poll(() => place(page)).toBe(before);

  await page.goto('/guidelines');
  await page.evaluate('scrollTo(0, 200)');
  await page.goBack();
  await expect(cards(page)).toHaveCount(12);
  await expect.poll(() => place(page)).toBe(before);

  await page.goForward();
  await expect.poll(() => place(page)).toBe(200);
  await page.goto('/my-jobs?as=owner');
  await expect(cards(page)).toHaveCount(12);
  expect(await place(page)).toBe(0);
});

test('a visitor who opens an address directly gets a link to the list, not out of the product [J4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, `/jobs/${job.id}`);
  await back(page).filter({ hasText: 'All jobs' }).click();
  await expect(page).toHaveURL('/jobs');
});

/** Makes the browser report a fast device, and records the elements that move between pages. */
async function watchMovements(page: Page): Promise<void> {
  await page.addInitScript(`{
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });
    Object.defineProperty(navigator, 'deviceMemory', { value: 8 });
    window.moved = 0;
    window.movedParts = [];
    const { startViewTransition } = Document.prototype;
    Document.prototype.startViewTransition = function (...given) {
      window.moved += 1;
      const transition = startViewTransition.apply(this, given);
      transition.ready.then(() => {
        for (const { effect } of document.getAnimations()) {
          const part = /^::view-transition-group\\((\\w+)\\)$/.exec(effect?.pseudoElement ?? '')?.[1];
          if (part) window.movedParts.push(part + ' ' + effect.getComputedTiming().duration);
        }
      });
      return transition;
    };
  }`);
}
const moved = (page: Page) => page.evaluate<number>('window.moved');
const movedParts = (page: Page) => page.evaluate<string[]>('window.movedParts');

test('the portrait moves from a sitter’s card to the profile, and from the inbox to the chat and then to the profile [P11]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sadie Sitter', 'pet_sitter');
  const bio = freshWord();
  await sitter.api.patch(`/rest/v1/users/${sitter.id}`, { data: { bio } });
  const page = await people.open(owner, '/about');
  await watchMovements(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(`/pet-sitters?search=${bio}`);
  await cards(page).getByRole('link', { name: 'View Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sadie Sitter');
  await expect.poll(() => movedParts(page)).toContain('person 200');

  const said = { member_id: sitter.id, client_id: crypto.randomUUID(), content: 'Hello Sadie' };
  await owner.api.post('/rest/v1/conversation_messages', { data: said });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/chat');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Sadie Sitter/ })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sadie Sitter');
  await expect.poll(() => movedParts(page)).toContain('person 200');
  await page.getByRole('heading', { level: 1 }).getByRole('link').click();
  await expect(page).toHaveURL(`/profile/${sitter.id}`);
  await expect.poll(async () => (await movedParts(page)).length).toBeGreaterThan(1);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`/pet-sitters?search=${bio}`);
  await cards(page).getByRole('link', { name: 'View Profile' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sadie Sitter');
  expect(await moved(page)).toBe(0);
});

test('the pressed card’s picture moves to the page on a fast device, but not with reduced motion [P11]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  await postJob(owner);
  const page = await people.open(owner, '/about');
  await watchMovements(page);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/my-jobs');
    await cards(page).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/jobs\//);
    await expect(page.getByRole('link', { name: 'Olive Owner' }).first()).toBeVisible();
    await expect.poll(() => page.evaluate('window.moved')).toBe(reducedMotion === 'reduce' ? 0 : 1);
  }
});
