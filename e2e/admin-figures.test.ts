import type { Page } from '@playwright/test';
import { openForStaff } from './support/database.ts';
import { expect, leaveOutEvents, serverError, test, toast } from './support/fixtures.ts';
import { postJob } from './support/jobs.ts';

const STATS = '**/rest/v1/rpc/admin_stats';
/** What a browser does when another tab is shown. */
const HIDE = `Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`;

/** A figure of the dashboard, as a number. */
async function figure(page: Page, label: string): Promise<number> {
  const card = page
    .getByRole('region', { name: 'The community' })
    .locator('dl > div')
    .filter({
      has: page.getByRole('term').filter({ hasText: label }),
    });
  const text = await card.getByRole('definition').first().innerText();
  return Number(text.replace(/[^\d.]/g, ''));
}

test('the dashboard counts new members and jobs live [S2 X4]', async ({ people }) => {
  const staff = await people.joinStaff('Stella Staff');
  const page = await people.open(staff, '/admin');
  await expect.poll(() => figure(page, 'Total users')).toBeGreaterThan(0);
  expect(await figure(page, 'Completion rate')).toBeLessThanOrEqual(100);
  const [users, newUsers, value] = [
    await figure(page, 'Total users'),
    await figure(page, 'New users this month'),
    await figure(page, 'Posted job value'),
  ];
  const member = await people.join('Molly Member', 'pet_owner');
  await expect.poll(() => figure(page, 'Total users')).toBeGreaterThan(users);
  await expect.poll(() => figure(page, 'New users this month')).toBeGreaterThan(newUsers);
  await postJob(member);
  await expect.poll(() => figure(page, 'Posted job value')).toBeGreaterThan(value);
  await expect(page.getByText('Completed job value')).toBeVisible();
  expect(await figure(page, 'Pending reviews')).toBeGreaterThanOrEqual(0);
  const cards = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
  for (const label of [
    'Support tickets',
    'Overdue feedback',
    'Reports',
    'Appeals',
    'Invite requests',
    'Waitlist',
    'Alerts',
  ]) {
    await expect(cards.filter({ hasText: label })).toContainText(/\d/);
  }
  await expect(cards.filter({ hasText: 'Health' })).toContainText(/\d ms/);
  await cards.getByRole('link', { name: 'Support tickets' }).click();
  await expect(page).toHaveURL('/admin/feedback');
});

test('figures that fail to load are shown as missing, and load on retry [S2]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const page = await people.open(staff, '/about');
  // Others' changes would make it refetch.
  await leaveOutEvents(page);
  await page.route(STATS, (route) => route.fulfill(serverError()));
  await page.goto('/admin');
  await page.keyboard.press('Tab');
  await expect(toast(page, 'Failed to load dashboard data')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Waitlist' })).toBeVisible();
  await page.unroute(STATS);
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(
    page.getByRole('region', { name: 'The community' }).getByText('Total users'),
  ).toBeVisible();
});

test('staff read what happened week by week, as a chart and as a table [S4]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  await postJob(staff);
  const page = await people.open(staff, '/admin/analytics');
  const chart = page.getByRole('region', { name: 'Jobs posted' }).getByRole('img');
  await expect(chart).toHaveAccessibleName(/^Jobs posted per week: (\d[\d,]*, ){11}\d/);
  await page.getByText('The numbers as a table').click();
  const table = page.getByRole('table', { name: /last twelve weeks/ });
  await expect(table.getByRole('row')).toHaveCount(13);
  await expect(table.getByRole('columnheader')).toHaveText([
    'Week of',
    'New members',
    'Invites used',
    'Jobs posted',
    'Jobs claimed',
    'Jobs completed',
    'Messages',
  ]);
  await expect(table.getByRole('row').nth(1).getByRole('cell').nth(2)).not.toHaveText('0');
});

test('super admins see how Kindpal runs; admins are redirected, on pages and in calls [S4 S6 P1]', async ({
  people,
}) => {
  const boss = await people.joinStaff('Bea Boss');
  const admin = await people.join('Ada Alder', 'pet_owner');
  const made = await boss.api.post('/rest/v1/user_roles', {
    data: { user_id: admin.id, role: 'admin' },
  });
  expect(made.ok(), await made.text()).toBe(true);
  await openForStaff(admin.community, admin.id);

  await test.step('a super admin reads health, database and settings', async () => {
    const page = await people.open(boss, '/admin/system');
    const health = page.getByRole('main');
    await expect(health.getByRole('region', { name: 'Database' })).toContainText(/Healthy|Slow/);
    await expect(health.getByRole('region', { name: 'Email', exact: true })).toContainText(
      'Saved as files, not sent',
    );
    await health.getByRole('button', { name: 'Refresh' }).click();
    const status = health.getByLabel('Status');
    await status.selectOption({ label: 'All statuses' });
    await page.getByRole('link', { name: 'Database' }).click();
    await expect(page).toHaveURL('/admin/database');
    await page.goBack();
    await expect(status).toHaveValue('all');
    await page.getByRole('link', { name: 'Database' }).click();
    const tables = page.getByRole('table', { name: 'Tables' });
    await expect(tables.getByRole('rowheader', { name: 'job_claims' })).toBeVisible();
    await expect(page.getByText('Missing')).toHaveCount(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByText('KINDPAL_MODE')).toBeVisible();
    await expect(page.getByText('Not set: Built in')).toBeVisible();
  });

  await test.step('an admin sees no System group and reaches none of it', async () => {
    const page = await people.open(admin, '/admin');
    const menu = page.getByRole('navigation', { name: 'Admin' });
    await expect(menu.getByRole('link', { name: 'Analytics' })).toBeVisible();
    await expect(menu.getByRole('heading', { name: 'System' })).toHaveCount(0);
    for (const path of ['/admin/activity', '/admin/system', '/admin/database', '/admin/settings']) {
      await page.goto(path);
      await expect(page).toHaveURL('/dashboard');
    }
    for (const call of ['system_health', 'database_overview', 'instance_settings']) {
      expect((await admin.api.get(`/rest/v1/rpc/${call}`)).status()).toBe(403);
    }
  });
});

test('a hidden tab does not poll system health [S4]', async ({ people }) => {
  const boss = await people.joinStaff('Bea Boss');
  const page = await people.open(boss, '/about');
  await page.clock.install();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/system_health')) asked += 1;
  });
  await page.goto('/admin/system');
  await expect(page.getByRole('region', { name: 'This process' })).toBeVisible();
  await page.clock.runFor(16_000);
  await expect.poll(() => asked).toBe(2);
  await page.evaluate(HIDE);
  await page.clock.runFor(60_000);
  expect(asked).toBe(2);
});
