import type { Page } from '@playwright/test';
import { expect, serverError, test, toast } from './support/fixtures.ts';
import { claimJob, moveJob, postJob } from './support/jobs.ts';
import { linkIn, receiveMail } from './support/mail.ts';
import { endSessionElsewhere } from './support/people.ts';

const bell = (page: Page) =>
  page
    .getByRole('button', { name: /^Notifications/ })
    .or(page.getByRole('link', { name: /^Notifications/ }))
    .first();

test('an owner sees a claim in every tab, finds it by day, and marks it as read by going there [J5 X4]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(olive, { title: 'A long walk for Biscuit' });
  // Each member of a journey invites the next: Olive may have been notified of that.
  await olive.api.post('/rest/v1/rpc/mark_all_notifications_read', { data: {} });
  const page = await people.open(olive, '/dashboard');
  const other = await people.openBeside(page, '/my-jobs');
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await claimJob(sam, job);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await expect(bell(other)).toHaveAccessibleName('Notifications, 1 unread');

  await page.goto('/notifications');
  const today = page.getByRole('region', { name: 'Today' });
  await today.getByRole('link', { name: /Sam Sitter claimed “A long walk for Biscuit”/ }).click();
  await expect(page).toHaveURL(new RegExp(`/jobs/${job.id}$`));
  await expect(bell(page)).toHaveAccessibleName('Notifications');
  await expect(bell(other)).toHaveAccessibleName('Notifications');

  await test.step('events on the open page are marked as read immediately', async () => {
    await moveJob(sam, job.id, 'release');
    await expect(page.getByRole('heading', { name: 'Waiting for a sitter' })).toBeVisible();
    await expect(bell(other)).toHaveAccessibleName('Notifications');
    await page.goto('/notifications');
    await expect(
      page.getByText('Sam Sitter canceled their claim on “A long walk for Biscuit”'),
    ).toBeVisible();
    await page.getByText('Unread', { exact: true }).click();
    await expect(page.getByText('Everything is read')).toBeVisible();
    await page.getByText('All', { exact: true }).click();
    await page.getByLabel('Topic').selectOption({ label: 'Reviews' });
    await expect(page.getByText('There are no notifications on this topic yet.')).toBeVisible();
    await page.getByLabel('Topic').selectOption({ label: 'Your jobs' });
    const entry = page.getByText(/Sam Sitter canceled their claim/);
    await entry.click();
    await expect(page).toHaveURL(`/jobs/${job.id}`);
    await page.goBack();
    await expect(entry).toBeVisible();
    await expect(page.getByLabel('Topic')).toHaveValue('jobs');
  });
});

test('pressing an entry in the bell’s menu marks it as read, whatever page it opens', async ({
  people,
}, { project }) => {
  test.skip(
    project.name === 'phone',
    'On a phone the bell is a link to the page of all notifications.',
  );
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(olive, { title: 'A long walk for Biscuit' });
  await olive.api.post('/rest/v1/rpc/mark_all_notifications_read', { data: {} });
  await claimJob(sam, job);
  const page = await people.open(olive, '/dashboard');
  await page.route('**/rest/v1/rpc/mark_notifications_visited', (route) => route.abort());
  await expect(bell(page)).toHaveAccessibleName('Notifications, 1 unread');
  await bell(page).click();
  await page.getByRole('menuitem', { name: /Sam Sitter claimed/ }).click();
  await expect(page).toHaveURL(new RegExp(`/jobs/${job.id}$`));
  await expect(bell(page)).toHaveAccessibleName('Notifications');
});

test('a member chooses which notifications they get, and sends a test', async ({ people }) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(olive, '/notifications/settings');
  await page.getByLabel('Messages: Email').uncheck();
  await expect(page.getByLabel('Messages: Email')).not.toBeChecked();
  await page.getByRole('button', { name: '3 days' }).click();
  await expect(page.getByText(/^Emails are paused until/)).toBeVisible();
  const digest = page.getByRole('region', { name: 'Digest' });
  await digest.getByLabel('Invites').check();
  await digest.getByLabel('When to send it').selectOption('weekly');
  const calendar = page.getByRole('region', { name: 'Calendar' });
  await calendar.getByRole('button', { name: 'Turn on' }).click();
  const address = await calendar.getByLabel('Address for your calendar app').inputValue();
  expect(await (await page.request.get(address)).text()).toContain('BEGIN:VCALENDAR');
  await calendar.getByRole('button', { name: 'New address' }).click();
  await expect(toast(page, 'The previous one no longer works.')).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(404);
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(bell(page)).toHaveAccessibleName(/unread$/);
  await receiveMail(olive.community, { to: olive.email, about: /^This is a test$/ });
  await page.reload();
  await expect(page.getByLabel('Messages: Email')).not.toBeChecked();
  await expect(digest.getByLabel('Invites')).toBeChecked();
  await expect(digest.getByLabel('When to send it')).toHaveValue('weekly');
  await page.getByRole('button', { name: 'End the pause' }).click();
  await expect(page.getByRole('button', { name: '3 days' })).toBeVisible();
});

test('the address of a member’s own calendar stays when their session ends over it [U7]', async ({
  people,
}) => {
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sam, '/notifications/settings');
  const address = page.getByLabel('Secret address of your calendar');
  await address.fill('https://example.org/sam.ics');
  await endSessionElsewhere(page);
  await expect(page.getByRole('dialog', { name: 'You were signed out.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(address).toHaveValue('https://example.org/sam.ics');
});

test('a filter by a topic that the member cannot get is shown as chosen', async ({ people }) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(olive, '/notifications?topic=staff');
  const topic = page.getByLabel('Topic');
  await expect(page.getByText('There are no notifications on this topic yet.')).toBeVisible();
  await expect(topic.locator('option:checked')).toHaveText('Staff');
  await topic.selectOption('All topics');
  await expect(topic.locator('option', { hasText: 'Staff' })).toHaveCount(0);
});

test('switches pressed one after another stay as pressed, but one that fails to save switches back', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(olive, '/notifications/settings');
  const calls: ((change: 'is saved' | 'fails') => void)[] = [];
  await page.route('**/rest/v1/notification_settings', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    const what = await new Promise((resolve) => calls.push(resolve));
    if (what === 'is saved') return route.continue();
    await route.fulfill(serverError());
  });
  const email = page.getByLabel('Messages: Email');
  const invites = page.getByRole('region', { name: 'Digest' }).getByLabel('Invites');
  // Read in the same task as the press: there is no frame in which it has jumped back.
  const press = (box: typeof email) =>
    box.evaluate((element) => {
      const input = element as unknown as { click(): void; checked: boolean };
      input.click();
      return input.checked;
    });
  expect(await press(email)).toBe(false);
  expect(await press(invites)).toBe(true);
  await expect.poll(() => calls.length).toBe(1);
  calls[0]?.('is saved');
  await expect.poll(() => calls.length).toBe(2);
  expect([await email.isChecked(), await invites.isChecked()]).toEqual([false, true]);
  calls[1]?.('fails');
  await expect(toast(page, 'Something went wrong')).toBeVisible();
  await expect(invites).not.toBeChecked();
  await expect(email).not.toBeChecked();
  await page.reload();
  await expect(email).not.toBeChecked();
  await expect(invites).not.toBeChecked();
});

test('the link in an email about a claim turns off emails of this type, or of more types, without signing in [J5]', async ({
  people,
}) => {
  test.slow();
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const settings = await olive.api.patch('/rest/v1/notification_settings', {
    data: { quiet_hours: null },
  });
  expect(settings.ok()).toBe(true);
  await claimJob(sam, await postJob(olive, { title: 'A long walk for Biscuit' }));
  const about = /^Sam Sitter claimed “A long walk for Biscuit”$/;
  let mail: Awaited<ReturnType<typeof receiveMail>> | undefined;
  // Emails are sent once a minute.
  await expect(async () => {
    mail = await receiveMail(olive.community, { to: olive.email, about });
  }).toPass({ timeout: 120_000 });
  expect(linkIn(mail as NonNullable<typeof mail>)).toMatch(/^\/jobs\//);
  const [, unsubscribe = ''] = /Unsubscribe: (\S+)/.exec(mail?.text ?? '') ?? [];
  const { pathname, search } = new URL(unsubscribe);
  const stranger = await people.open(null, `${pathname}${search}`);
  const asked = stranger.getByRole('heading', { name: 'Stop emails like “Job claimed”?' });
  await expect(asked).toBeVisible();
  await stranger.getByRole('button', { name: 'Stop these emails' }).click();
  const ended = stranger.getByRole('heading', {
    name: 'You won’t get emails like “Job claimed” anymore',
  });
  await expect(ended).toBeVisible();
  await stranger.getByRole('button', { name: 'Undo' }).click();
  await expect(asked).toBeVisible();
  await stranger.getByRole('button', { name: 'Stop these emails' }).click();
  await expect(ended).toBeVisible();
  await stranger.reload();
  await expect(ended).toBeVisible();
  await stranger.getByRole('button', { name: 'Stop all “Your jobs” emails' }).click();
  await expect(
    stranger.getByRole('heading', { name: 'You won’t get “Your jobs” emails anymore' }),
  ).toBeVisible();
  await expect(stranger.getByText('Changes are saved right away.')).toBeVisible();
  await stranger.reload();
  await expect(stranger.getByRole('switch', { name: /^Your jobs/ })).not.toBeChecked();
  await stranger.getByRole('button', { name: 'Individual emails of Your jobs' }).click();
  await stranger.getByRole('switch', { name: 'Job claimed' }).check();
  await expect(
    stranger.getByRole('button', { name: 'Individual emails of Your jobs (1 on)' }),
  ).toBeVisible();
  await expect(asked).toBeVisible();
  await expect(stranger.getByText('Changes are saved right away.')).toBeVisible();
  const page = await people.open(olive, '/notifications/settings');
  await page.getByRole('button', { name: 'Individual emails of Your jobs (1 on)' }).click();
  await expect(page.getByRole('switch', { name: 'Job claimed' })).toBeChecked();
  await expect(page.getByLabel('Your jobs: Email')).not.toBeChecked();
  await page.getByLabel('Your jobs: Email').check();
  await expect(
    page.getByRole('button', { name: 'Individual emails of Your jobs', exact: true }),
  ).toBeVisible();
  await expect(stranger.getByText('Olive')).toHaveCount(0);
  const broken = await people.open(null, `${pathname}?token=guess`);
  await expect(broken.getByText('This link doesn’t work')).toBeVisible();
});
