import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { claimJob, postJob } from './jobs.ts';

const history = (page: Page) => page.getByRole('region', { name: 'History', exact: true });
const statusPanel = (page: Page) => page.getByRole('region', { name: 'Where this job stands' });

async function end(page: Page, what: string, reason: string) {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: what }).click();
  await page.getByLabel('Why?').fill(reason);
  await page.getByRole('alertdialog').getByRole('button', { name: what }).click();
}

test('a released sitter sees on the open page who released them and why, and reads the chat [J6 M1 X4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const second = await people.join('Sal Second', 'pet_sitter');
  const job = await postJob(owner);
  await claimJob(sitter, job);
  const theirs = await people.open(sitter, `/jobs/${job.id}`);
  const box = theirs.getByLabel('Message about');
  await box.fill('I bring the blue lead.');
  await box.press('Enter');
  await expect(theirs.getByRole('log')).toContainText('I bring the blue lead.');

  const page = await people.open(owner, `/jobs/${job.id}`);
  await end(page, 'Remove this sitter', 'My sister comes after all.');
  const told = theirs.getByRole('status').filter({ hasText: 'Olive Owner removed you' });
  await expect(told).toContainText('My sister comes after all.');
  await expect(history(theirs)).toContainText('Olive Owner removed you');
  await told.getByRole('link', { name: 'Read the chat' }).click();
  await expect(theirs.getByRole('log')).toContainText('I bring the blue lead.');
  await expect(theirs.getByText('You can’t send messages here.')).toBeVisible();
  await expect(theirs.getByRole('log')).toBeInViewport();
  await theirs.goBack();

  await test.step('the next sitter sees nothing of the first one’s claim, and the first nothing of the next one’s', async () => {
    await claimJob(second, job);
    const next = await people.open(second, `/jobs/${job.id}`);
    await expect(history(next)).toContainText('You claimed it');
    await expect(next.getByText('My sister comes')).toHaveCount(0);
    await expect(next.getByText('Sam Sitter')).toHaveCount(0);
    await end(next, 'Cancel my claim', 'A cold, sorry.');
    await expect(statusPanel(page)).toContainText(
      'Sal Second canceled their claim: “A cold, sorry.”',
    );
    await expect(history(page)).toContainText('You removed Sam Sitter');
    await expect(history(page)).toContainText('Sal Second claimed it');
    await theirs.reload();
    await expect(history(theirs)).toContainText('My sister comes after all.');
    await expect(theirs.getByText('Sal Second')).toHaveCount(0);
    await expect(theirs.getByText('A cold, sorry.')).toHaveCount(0);
  });
});

test('a canceled job shows its former sitter what happened, even when it is opened again later [J6 J9 X4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner);
  await claimJob(sitter, job);
  const theirs = await people.open(sitter, `/jobs/${job.id}`);
  await expect(statusPanel(theirs)).toContainText('This job is yours');
  const page = await people.open(owner, `/jobs/${job.id}`);
  await end(page, 'Cancel the job', 'The trip was called off.');
  await expect(statusPanel(page)).toContainText('The trip was called off.');
  await expect(statusPanel(theirs)).toContainText('Canceled');
  await theirs.reload();
  const told = theirs.getByRole('status').filter({ hasText: 'Olive Owner canceled the job' });
  await expect(told).toContainText('The trip was called off.');
  await expect(told.getByRole('link', { name: 'Read the chat' })).toBeVisible();
  await page.reload();
  await expect(history(page)).toContainText('You canceled the job');
});
