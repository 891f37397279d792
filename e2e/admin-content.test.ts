import type { Locator, Page } from '@playwright/test';
import { expect, leaveOutEvents, test, toast } from './support/fixtures.ts';
import { claimJob, freshTitle, postJob } from './support/jobs.ts';
import { receiveMail } from './support/mail.ts';

const REASON = 'It sells cars, not care.';

const itemOf = (page: Page, list: 'Jobs' | 'Profiles', text: string): Locator =>
  page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: text });

async function giveReason(page: Page, dialog: string, button: string): Promise<void> {
  const window = page.getByRole('dialog', { name: dialog });
  await window.getByRole('button', { name: button }).click();
  await expect(window.getByText('Reason is required')).toBeVisible();
  await window.getByLabel('Reason').fill(REASON);
  await window.getByRole('button', { name: button }).click();
  await expect(window).toBeHidden();
}

test('staff take a job down with a reason, and it stays down [S4 J9]', async ({ people }) => {
  const staff = await people.joinStaff('Stella Staff');
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const title = freshTitle('Best cars in town');
  let id = '';
  const page = await people.open(staff, `/admin/content?search=${encodeURIComponent(title)}`);
  await expect(page.getByText('Nothing matches')).toBeVisible();

  await test.step('a member’s post is there immediately, without its address', async () => {
    const job = await postJob(owner, {
      title,
      location: 'Maplewood, NJ',
      address: '12 Hidden Lane',
    });
    await expect(itemOf(page, 'Jobs', title)).toContainText('Olive Owner');
    await expect(itemOf(page, 'Jobs', title)).toContainText('in Maplewood');
    await expect(page.getByText('Hidden Lane')).toHaveCount(0);
    id = job.id;
    await claimJob(sitter, job);
    await expect(itemOf(page, 'Jobs', title).getByText('Claimed')).toBeVisible();
  });

  await test.step('taking it down asks for a reason, which is shown and emailed', async () => {
    await itemOf(page, 'Jobs', title)
      .getByRole('button', { name: /^Take down/ })
      .click();
    await giveReason(page, 'Take the job down', 'Take down');
    await expect(toast(page, 'Job taken down')).toBeVisible();
    await expect(itemOf(page, 'Jobs', title)).toContainText(`Taken down: “${REASON}”`);
    await expect(itemOf(page, 'Jobs', title).getByRole('button')).toHaveCount(0);
    const toOwner = { to: owner.email, about: /^Your job was taken down/ };
    const toSitter = { to: sitter.email, about: /claimed was taken down/ };
    for (const mail of [toOwner, toSitter]) {
      expect((await receiveMail(staff.community, mail)).text).toContain(REASON);
    }
  });

  await test.step('the job opens inside the admin area, with both sides, and leads back', async () => {
    await itemOf(page, 'Jobs', title).getByRole('link', { name: title }).click();
    await expect(page).toHaveURL(`/admin/jobs/${id}`);
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Olive Owner' })).toHaveAttribute(
      'href',
      `/admin/users/${owner.id}`,
    );
    await expect(page.getByText(REASON)).toBeVisible();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(itemOf(page, 'Jobs', title)).toContainText('Taken down');
  });

  await test.step('its owner reads why, and cannot open it again', async () => {
    const hers = await people.open(owner, `/jobs/${id}`);
    const statusPanel = hers.getByRole('region', { name: 'Where this job stands' });
    await expect(statusPanel).toContainText('Taken down by our team');
    await expect(statusPanel).toContainText(REASON);
    const history = hers.getByRole('region', { name: 'History' });
    await expect(history).toContainText('Our team took the job down');
    await expect(history).not.toContainText('Stella');
    await expect(hers.getByRole('button', { name: 'Repost job' })).toHaveCount(0);
  });
});

test('staff remove an inappropriate bio, unless its member has changed it first [S4]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const name = `Casey Cars${Date.now()}`;
  const member = await people.join(name, 'pet_owner');
  const write = (bio: string) => member.api.patch(`/rest/v1/users/${member.id}`, { data: { bio } });
  await write('Buy my cars.');
  const page = await people.open(
    staff,
    `/admin/content?tab=profiles&search=${encodeURIComponent(name)}`,
  );
  const item = itemOf(page, 'Profiles', name);
  await expect(item).toContainText('Buy my cars.');
  await expect(item.getByRole('button')).toHaveText(['Remove bio']);

  await leaveOutEvents(page);
  await page.reload();
  await item.getByRole('button', { name: /^Remove bio/ }).click();
  await write('Three cats live with me.');
  await giveReason(page, 'Remove the bio', 'Remove');
  await expect(toast(page, 'This has changed in the meantime. Please check again.')).toBeVisible();
  await expect(item).toContainText('Three cats live with me.');

  await item.getByRole('button', { name: /^Remove bio/ }).click();
  await giveReason(page, 'Remove the bio', 'Remove');
  await expect(toast(page, 'Bio removed')).toBeVisible();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});
