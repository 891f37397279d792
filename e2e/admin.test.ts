import type { Page } from '@playwright/test';
import { freshMessage, letWait, requestWith, sendFeedback } from './support/feedback.ts';
import { expect, leaveOutEvents, serverError, test, toast } from './support/fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const CHANGED = 'Someone else changed this in the meantime. Please check again.';

test('two staff members with the same request see each other’s changes, and neither overwrites one without seeing it [F4 S1]', async ({
  people,
}) => {
  const [ada, ben] = [await people.joinStaff('Ada Answers'), await people.joinStaff('Ben Busy')];
  const member = await people.join('Molly Member', 'pet_owner');
  const { message } = await sendFeedback(member, 'The map of my street is empty.');
  const first = await people.open(ada, '/admin/feedback');
  const second = await people.open(ben, '/admin/feedback');
  const [hers, his] = [requestWith(first, message), requestWith(second, message)];

  await test.step('a status set by one is visible to the other immediately', async () => {
    await hers.getByLabel('Status').selectOption('In Progress');
    await expect(toast(first, 'Feedback updated')).toBeVisible();
    await expect(toast(first, 'Feedback status has been updated successfully.')).toBeVisible();
    await expect(his.getByLabel('Status')).toHaveValue('in_progress');
  });

  await test.step('a staff member writing an answer is told that another has answered first', async () => {
    await his.getByRole('button', { name: 'Answer' }).click();
    await his.getByRole('textbox', { name: 'Answer' }).fill('Please send a picture.');
    await hers.getByRole('button', { name: 'Answer' }).click();
    await hers.getByLabel('Start from').selectOption('Fixed');
    await expect(hers.getByRole('textbox', { name: 'Answer' })).toHaveValue(/This is fixed now/);
    await hers.getByRole('button', { name: 'Send answer' }).click();
    await expect(hers.getByText('Ada Answers answered')).toBeVisible();
    await expect(his.getByText(CHANGED)).toBeVisible();
    await expect(his.getByText('It is now: Responded.')).toBeVisible();
  });

  await test.step('an outdated answer is refused, and its text stays', async () => {
    await his.getByRole('button', { name: 'Send answer' }).click();
    await expect(toast(second, CHANGED)).toBeVisible();
    await expect(his.getByRole('textbox', { name: 'Answer' })).toHaveValue(
      'Please send a picture.',
    );
    await expect(hers.getByText('Ada Answers answered')).toBeVisible();
    await his.getByRole('button', { name: 'Got it' }).click();
    await his.getByRole('button', { name: 'Send answer' }).click();
    await expect(hers.getByText('Ben Busy answered')).toBeVisible();
    await expect(hers.getByText('Please send a picture.')).toBeVisible();
  });

  await test.step('an answer from a screen without live events is refused too', async () => {
    const stale = await people.open(ada, '/about');
    await leaveOutEvents(stale);
    await stale.goto('/admin/feedback');
    const request = requestWith(stale, message);
    await expect(request.getByLabel('Status')).toHaveValue('responded');
    await his.getByLabel('Status').selectOption('Resolved');
    await expect(hers.getByLabel('Status')).toHaveValue('resolved');
    await request.getByLabel('Status').selectOption('Open');
    await expect(toast(stale, CHANGED)).toBeVisible();
    await expect(request.getByLabel('Status')).toHaveValue('resolved');
  });
});

test('staff find a request by text, sender and status, and find overdue ones [F4]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const quill = await people.join('Quentin Quill', 'pet_owner');
  const old = await sendFeedback(quill, 'My gecko has been waiting since yesterday');
  const young = await sendFeedback(quill, 'My newt has only just begun to wait');
  await letWait(staff.community, old, 25);
  const page = await people.open(staff, '/admin');
  await page.getByRole('link', { name: 'Overdue feedback' }).click();
  await expect(page).toHaveURL('/admin/feedback?overdue=1');
  const list = page.getByRole('list', { name: 'Feedback' }).getByRole('listitem');
  await expect(requestWith(page, old.message).getByText('Overdue')).toBeVisible();
  await expect(requestWith(page, young.message)).toBeHidden();

  await page.getByLabel('Overdue only').uncheck();
  const search = page.getByLabel('Search feedback');
  await search.fill(quill.email);
  await expect(list).toHaveCount(2);
  await expect(list.first()).toContainText(young.message);
  await search.fill(young.message.toUpperCase());
  await expect(list).toHaveCount(1);
  await search.fill('Quentin Quill');
  await expect(requestWith(page, old.message)).toBeVisible();
  await expect(page).toHaveURL(/search=Quentin/);

  const status = page.getByRole('search').getByLabel('Status');
  await search.fill(quill.email);
  await expect(list).toHaveCount(2);
  await status.selectOption('Closed');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Show all feedback' }).click();
  await requestWith(page, old.message).getByLabel('Status').selectOption('Closed');
  await expect(toast(page, 'Feedback updated')).toBeVisible();
  await expect(requestWith(page, old.message).getByText('Overdue')).toBeHidden();
  await status.selectOption('Closed');
  await page.reload();
  await expect(requestWith(page, old.message)).toBeVisible();
  await expect(requestWith(page, young.message)).toBeHidden();
});

test('feedback that fails to load or to change says so [F4]', async ({ people }) => {
  const staff = await people.joinStaff('Stella Staff');
  const { message } = await sendFeedback(staff, 'Something that will not be changed.');
  const page = await people.open(staff, '/admin/feedback');
  const request = requestWith(page, message);
  await page.route('**/rest/v1/feedback/*', (route) => route.fulfill(serverError()));
  await request.getByLabel('Status').selectOption('Closed');
  await expect(toast(page, 'Failed to update feedback.')).toBeVisible();
  await expect(request.getByLabel('Status')).toHaveValue('open');
  await page.clock.install();
  await page.route('**/rest/v1/feedback?*', (route) => route.fulfill(serverError()));
  await page.getByLabel('Search feedback').fill(freshMessage('nobody wrote this'));
  const failure = page.getByText('Failed to load feedback.');
  await expect(async () => {
    await page.clock.runFor(5000);
    await expect(failure).toBeVisible({ timeout: 200 });
  }).toPass();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(failure).toBeHidden();
});

test('staff navigate the admin area with its sidebar, which stays as they left it [S1 P7]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const page = await people.open(staff, '/dashboard');
  await page.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveURL('/admin');
  const bar = page.getByRole('banner');
  await expect(bar.getByText('System Online')).toBeVisible();
  await expect(bar.getByText('Welcome,')).toBeVisible();
  await expect(bar.getByText(staff.email)).toBeVisible();
  await expect(sidebar(page).getByText('Super Admin')).toBeVisible();
  await expect(sidebar(page).getByRole('heading', { name: 'Management' })).toBeVisible();

  const sections = sidebar(page).getByRole('navigation').getByRole('link');
  for (const name of await sections.allTextContents()) {
    await sections.filter({ hasText: name }).click();
    await expect(heading(page)).toHaveText(name);
    await expect(sections.filter({ hasText: name })).toHaveAttribute('aria-current', 'page');
  }

  await expect(sidebar(page)).toHaveCSS('width', '256px');
  await page.keyboard.press('Control+b');
  await expect(sidebar(page)).toHaveCSS('width', '48px');
  await expect(sidebar(page).getByRole('link', { name: 'Feedback Management' })).toBeVisible();
  await expect(sidebar(page).getByRole('img', { name: 'Super Admin' })).toBeVisible();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => /sidebar/.test(name));
  const days = ((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(6.9);
  expect(days).toBeLessThanOrEqual(7);
  await page.reload();
  await expect(sidebar(page)).toHaveCSS('width', '48px');
  await page.keyboard.press('Meta+b');
  await expect(sidebar(page)).toHaveCSS('width', '256px');
  await bar.getByRole('button', { name: 'Toggle sidebar' }).click();
  await expect(sidebar(page)).toHaveCSS('width', '48px');

  await page.setViewportSize({ width: 767, height: 900 });
  await expect(sidebar(page)).toBeHidden();
  await bar.getByRole('button', { name: 'Toggle sidebar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Admin menu' });
  await expect(sheet).toHaveCSS('width', '288px');
  await sheet.getByRole('link', { name: 'Invitations' }).click();
  await expect(heading(page)).toHaveText('Invitations');
  await expect(sheet).toBeHidden();
  await bar.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
});
