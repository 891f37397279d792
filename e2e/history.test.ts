import type { Page } from '@playwright/test';
import { runInDatabase } from './support/database.ts';
import { expect, test, toast } from './support/fixtures.ts';
import { bookJob, claimJob, moveJob, postJob } from './support/jobs.ts';

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

test('a canceled job shows its former sitter at once what happened, and after a reload who and why [J6 J9 X4]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
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

test('an owner who reports a no-show reads beforehand whether the job opens again, and that it did [J6 J9]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const report = async (endsIn: string) => {
    const job = await postJob(owner);
    await claimJob(sitter, job);
    const times = `UPDATE jobs SET start_date = now() - interval '3 hours', end_date = now() + $2::interval WHERE id = $1`;
    await runInDatabase(owner.community, times, [job.id, endsIn]);
    const page = await people.open(owner, `/jobs/${job.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Sitter didn’t show up' }).click();
    return { page, asked: page.getByRole('alertdialog') };
  };
  const during = await report('2 hours');
  await expect(during.asked).toContainText('the job opens again for other sitters');
  await during.asked.getByLabel('What happened?').fill('We waited an hour.');
  await during.asked.getByRole('button', { name: 'Sitter didn’t show up' }).click();
  await expect(toast(during.page, 'Reported. The job is open again.')).toBeVisible();
  await expect(statusPanel(during.page)).toContainText('Waiting for a sitter');

  const afterwards = await report('-1 hours');
  await expect(afterwards.asked).toContainText('The job is over, so it doesn’t open again.');
  await afterwards.asked.getByRole('button', { name: 'Sitter didn’t show up' }).click();
  await expect(toast(afterwards.page, 'Reported. The job is over and stays closed.')).toBeVisible();
  await expect(statusPanel(afterwards.page)).toContainText('Expired');
  await expect(history(afterwards.page)).toContainText(
    'You reported that Sam Sitter didn’t show up',
  );
});

test('an owner who was asked about one sitter neither removes the next, nor cancels on one who claimed meanwhile [J6 J9]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const second = await people.join('Sal Second', 'pet_sitter');
  const changed = 'The sitter of this job has changed since you opened it. Please check it again.';
  const job = await postJob(owner);
  const page = await people.open(owner, `/jobs/${job.id}`);
  const asked = page.getByRole('alertdialog');
  const ask = async (what: string) => {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: what }).click();
  };

  await ask('Cancel the job');
  await expect(asked).toContainText('It’s removed from the list.');
  await claimJob(sitter, job);
  await asked.getByRole('button', { name: 'Cancel the job' }).click();
  await expect(toast(page, changed)).toBeVisible();
  await expect(asked).toBeHidden();
  await expect(statusPanel(page)).toContainText('Sam Sitter is booked');
  await ask('Cancel the job');
  await expect(asked).toContainText('Your sitter is notified right away.');
  await asked.getByRole('button', { name: 'Keep the job' }).click();

  await ask('Remove this sitter');
  await moveJob(sitter, job.id, 'release');
  await claimJob(second, job);
  await asked.getByRole('button', { name: 'Remove this sitter' }).click();
  await expect(toast(page, changed)).toBeVisible();
  await expect(asked).toBeHidden();
  await expect(statusPanel(page)).toContainText('Sal Second is booked');
  await ask('Remove this sitter');
  await asked.getByRole('button', { name: 'Remove this sitter' }).click();
  await expect(statusPanel(page)).toContainText('Waiting for a sitter');
});
