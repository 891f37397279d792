import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { claimJob, postJob } from './jobs.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const back = (page: Page) =>
  page.getByRole('navigation', { name: 'Back' }).getByRole('link').filter({ visible: true });
const place = (page: Page) => page.evaluate<number>('scrollY');

test('going back from a job, a profile and a thread returns to the same place in the list [J1 J4 R1 M1]', async ({
  people,
}) => {
  test.setTimeout(120_000);
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

test('a visitor who opens an address directly gets a link to the list, not out of the product [J4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, `/jobs/${job.id}`);
  await back(page).filter({ hasText: 'All jobs' }).click();
  await expect(page).toHaveURL('/jobs');
});

test('the pressed card’s picture moves to the page on a fast device, but not with reduced motion [P11]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  await postJob(owner);
  const page = await people.open(owner, '/about');
  await page.addInitScript(`{
    Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 });
    Object.defineProperty(navigator, 'deviceMemory', { value: 8 });
    window.moved = 0;
    const { startViewTransition } = Document.prototype;
    Document.prototype.startViewTransition = function (...given) {
      window.moved += 1;
      return startViewTransition.apply(this, given);
    };
  }`);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/my-jobs');
    await cards(page).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/jobs\//);
    await expect(page.getByRole('link', { name: 'Olive Owner' }).first()).toBeVisible();
    await expect.poll(() => page.evaluate('window.moved')).toBe(reducedMotion === 'reduce' ? 0 : 1);
  }
});
