import { expect, test } from './support/fixtures.ts';
import { claimJob, postJob } from './support/jobs.ts';
import { introduce } from './support/people.ts';

test('a sitter who holds a job at that time is asked before claiming another, and decides [J5]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const held = await postJob(owner);
  const job = await postJob(owner);
  await claimJob(sitter, held);
  await introduce(sitter);
  const page = await people.open(sitter, `/jobs/${job.id}`);
  const statusPanel = page.getByRole('region', { name: 'Where this job stands' });
  const dialog = page.getByRole('alertdialog', { name: 'Claim this job anyway?' });
  await page.getByRole('button', { name: 'Claim This Job' }).click();
  await expect(dialog).toContainText('It overlaps with a job you claimed:');
  await expect(dialog).toContainText(held.title);
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await expect(statusPanel).toContainText('Free to claim');
  await page.getByRole('button', { name: 'Claim This Job' }).click();
  await dialog.getByRole('button', { name: 'Claim anyway' }).click();
  await expect(statusPanel).toContainText('This job is yours');
  await expect(dialog).toHaveCount(0);
});
