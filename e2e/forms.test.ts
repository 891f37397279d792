import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, serverError, test, toast } from './support/fixtures.ts';
import { freshTitle, halfHour } from './support/jobs.ts';
import { freshEmail, PASSWORD } from './support/people.ts';
import { STILL, shiftsOf, watchShifts } from './support/shifts.ts';

const PHONE = { width: 390, height: 844 };

/** No findings by axe, and no horizontal overflow. */
async function expectSound(page: Page): Promise<void> {
  await expect(async () => {
    const violations = await findBarriers(page);
    expect(violations).toEqual([]);
  }).toPass();
  const sideways = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(sideways).toBeLessThanOrEqual(0);
}

/** Makes every page loaded from now on note each heading that it shows, in any frame. */
async function watchHeadings(page: Page): Promise<void> {
  await page.addInitScript(`{
    window.headings = new Set();
    const look = () => {
      for (const heading of document.querySelectorAll('h1')) {
        if (heading.checkVisibility()) window.headings.add(heading.textContent);
      }
      requestAnimationFrame(look);
    };
    look();
  }`);
}

/** The newcomer is greeted by the invite from the first frame on, and nothing has shifted. */
async function expectGreetedAtOnce(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).locator('svg')).toBeVisible();
  expect(await page.evaluate<string[]>('[...window.headings]')).toEqual(['You’re invited']);
  expect(await shiftsOf(page)).toBeLessThanOrEqual(STILL);
}

test('a newcomer with an invite link is greeted, and joins with the input kept over a reload [U1]', async ({
  people,
}) => {
  const page = await people.open(null, '/about');
  await page.setViewportSize(PHONE);
  await watchShifts(page);
  await watchHeadings(page);
  await people.letIn(async (code) => {
    await page.goto(`/join#code=${code}`);
    await expectGreetedAtOnce(page);
    await expect(page.getByText('No agency and no commission.')).toBeVisible();
    await expect(page.getByLabel('Invite Code')).toHaveValue(code);
    await expect(page.getByLabel('Invite Code')).toHaveAttribute('readonly', '');
    await expectSound(page);
    await page.getByLabel('Full Name').fill('Rita Reload');
    await page.getByRole('tabpanel').getByLabel('Email').fill(freshEmail());
    await page.getByText('Both', { exact: true }).click();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expectGreetedAtOnce(page);
    await expect(page.getByLabel('Full Name')).toHaveValue('Rita Reload');
    await expect(page.getByLabel('Invite Code')).toHaveValue(code);
    await expect(page.getByRole('radio', { name: 'Both' })).toBeChecked();
    const password = page.getByRole('textbox', { name: 'Password' });
    await password.fill('walkies');
    await expect(page.getByText('Still needed: 8 characters, uppercase letter')).toBeAttached();
    await password.fill(PASSWORD);
    await expect(page.getByText('All password rules are met')).toBeAttached();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Please accept the terms to join')).toBeVisible();
    await expect(page.getByLabel('I accept the terms')).toBeFocused();
    await expectSound(page);
    await page.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByLabel('Invite Code')).toBeFocused();
    await expect(page.getByLabel('Invite Code')).toHaveValue(code);
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Rita');
    const kept = await page.evaluate<string | null>('sessionStorage.getItem("kindpal.join")');
    expect(kept).toBeNull();
    return page;
  });
});

test('a newcomer whose code does not work is told what to do, and not who it belongs to [U1]', async ({
  people,
}) => {
  const page = await people.open(null, '/about');
  await page.setViewportSize(PHONE);
  await watchShifts(page);
  await watchHeadings(page);
  await page.goto('/join#code=0000-0000-0000');
  const refused = page
    .getByRole('status')
    .filter({ hasText: 'Invite code 0000-0000-0000 doesn’t work' });
  await expect(refused).toContainText('Ask the member who sent it for a new link');
  // The heading that was read while the code was checked stays.
  expect(await page.evaluate<string[]>('[...window.headings]')).toEqual(['You’re invited']);
  await expect(page.getByRole('heading', { level: 1 }).locator('svg')).toBeHidden();
  await expect(page.getByLabel('Invite Code')).toHaveValue('0000-0000-0000');
  expect(await shiftsOf(page)).toBeLessThanOrEqual(STILL);
  await expectSound(page);
  // If the check fails, nothing is claimed about the code.
  await page.route('**/check_invite_code', (route) =>
    route.fulfill(serverError('TOO_MANY_REQUESTS', 429)),
  );
  await page.goto('/about');
  await page.goto('/join#code=0000-0000-0001');
  await expect(page.getByLabel('Invite Code')).toHaveValue('0000-0000-0001');
  await expect(page.getByLabel('Invite Code')).not.toHaveAttribute('readonly', '');
  await expect(page.getByText('doesn’t work')).toHaveCount(0);
  expect(await page.evaluate<string[]>('[...window.headings]')).toEqual(['You’re invited']);
  await expect(page.getByRole('heading', { level: 1 }).locator('svg')).toBeHidden();
  // Half a code that somebody is typing is kept over a reload, and is not called wrong.
  await page.getByLabel('Invite Code').fill('0000-00');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Invite Code')).toHaveValue('0000-00');
  await expect(page.getByText('doesn’t work')).toHaveCount(0);
  // What cannot be a code, because of its U, is refused below the usual heading.
  await page.goto('/about');
  await page.goto('/join#code=0000-0000-000U');
  await expect(page.getByText('Invite code 0000-0000-000U doesn’t work')).toBeVisible();
  expect(await page.evaluate<string[]>('[...window.headings]')).toEqual(['Welcome, neighbor']);
});

test('an owner is asked for pet and type first, is led to what is wrong, and sees the total [J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const created = await owner.api.post('/rest/v1/pet_profiles', {
    data: { name: 'Rex', breed: 'Boxer', weight: 62 },
  });
  expect(created.status(), await created.text()).toBe(201);
  const page = await people.open(owner, '/post-job');
  await page.setViewportSize(PHONE);
  const post = page.getByRole('button', { name: 'Post Job' });
  await post.click();
  // In page order: the pet, not the first text field.
  await expect(page.getByRole('radio', { name: 'Rex' })).toBeFocused();
  const fix = page.getByRole('region', { name: 'What to fix' });
  await expect(fix.getByRole('button')).toHaveText([
    'Pet name: Please choose which pet it’s for',
    'Job type: Please choose what you need',
    'Title is required',
    'Description is required',
    'Please choose when it starts',
    'Please choose when it ends',
    'Location is required',
    'Total amount: Please enter an amount',
  ]);
  // The summary's one line about the start is about both of its fields.
  await expect(page.getByLabel('Date', { exact: true })).toHaveAccessibleDescription(
    'Please choose a day',
  );
  await expect(page.getByLabel('Start')).toHaveAccessibleDescription('Please choose a time');
  await expect(
    page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem'),
  ).toHaveCount(0);
  await expectSound(page);
  await fix.getByRole('button', { name: 'Total amount' }).click();
  await expect(page.getByLabel('Total amount')).toBeFocused();

  await page.getByText('Rex', { exact: true }).click();
  await expect(page.getByText('Boxer · Large (61-100 lbs)')).toBeVisible();
  for (const type of ['Pet sitting', 'Dog walking', 'Both']) {
    await expect(page.getByRole('radio', { name: type })).not.toBeChecked();
  }
  await page.getByText('Dog walking', { exact: true }).click();
  const title = freshTitle('Round the pond');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('He pulls a little.');
  const { day, time } = halfHour(60);
  await page.getByLabel('Date', { exact: true }).fill(day);
  await page.getByLabel('Start').selectOption(time);
  await page.getByLabel('Location').fill('old twn');
  await page.getByRole('option', { name: 'Old Town, Maine' }).click();
  await page.getByLabel('Total amount').fill('16');
  await expect(page.getByText('1 hour · $16')).toBeVisible();
  await expect(fix).toHaveCount(0);
  await page.getByLabel('Total amount').fill('0');
  await expect(page.getByText('1 hour · A favor')).toBeVisible();
  await expect(page.getByLabel('Hourly rate')).toHaveCount(0);
  await expectSound(page);
  await post.click();
  await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
  await expect(page.getByText('Dog walking', { exact: true })).toBeVisible();

  // Over several days, for an owner whose profile has an area.
  const saved = await owner.api.patch(`/rest/v1/users/${owner.id}`, {
    data: { location: 'Old Town, Maine', address: '12 Acorn Lane' },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  await page.goto('/post-job');
  await expect(page.getByText('12 Acorn Lane')).toBeVisible();
  await expect(page.getByLabel('Location')).toHaveCount(0);
  await page.getByText('Pet sitting', { exact: true }).click();
  await page.getByLabel('First day').fill('2030-12-02');
  await page.getByLabel('Start').selectOption('09:00');
  await page.getByLabel('Last day').fill('2030-12-09');
  await page.getByLabel('Total amount').fill('385');
  await expect(page.getByText('7 nights · $385 · $55 a night')).toBeVisible();
  await page.getByRole('button', { name: 'Change the place of this job' }).click();
  await expect(page.getByLabel('Address')).toHaveValue('12 Acorn Lane');
});

test('a member sees which rules a new password meets, and is led to what is wrong [U5 U8]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/security');
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByRole('textbox', { name: 'New Password', exact: true }).fill('abcdef1');
  await expect(section.getByText(/^Still needed: 8 characters, uppercase/)).toBeAttached();
  await section.getByRole('button', { name: 'Update Password' }).click();
  await expect(section.getByText('Please make sure both passwords are the same.')).toBeVisible();
  await expect(section.getByRole('textbox', { name: 'Confirm New Password' })).toBeFocused();
  await expect(toast(page, 'Error')).toHaveCount(0);
});

test('a field with an error comes into view with its label, below the bar [P4 P8]', async ({
  people,
}) => {
  const page = await people.open(null, '/');
  const form = page.getByRole('form', { name: 'Waitlist' });
  // The bar covers a part of the first field.
  await page.evaluate(`(() => {
    const field = document.querySelector('[aria-label=Waitlist] [name=full_name]');
    scrollBy({ top: field.getBoundingClientRect().top - 40, behavior: 'instant' });
  })()`);
  await form.getByRole('button').click();
  await expect(form.getByLabel('Name')).toBeFocused();
  const bar = await page.getByRole('banner').boundingBox();
  const label = await form.getByText('Name', { exact: true }).boundingBox();
  expect(label?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
});

test('an owner on a phone reads the whole start and end of a walk [J2 P8]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  const { day } = halfHour(24 * 60);
  await page.getByLabel('Date', { exact: true }).fill(day);
  await page.getByLabel('Start').selectOption('12:00');
  await page.getByLabel('End').selectOption('13:30');
  for (const width of [375, 390]) {
    await page.setViewportSize({ ...PHONE, width });
    for (const name of ['start', 'end']) {
      const room = await page.evaluate<number>(`(() => {
        const select = document.querySelector('select[name=${name}]');
        const { font, paddingLeft, paddingRight } = getComputedStyle(select);
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = font;
        const text = pen.measureText(select.selectedOptions[0].text).width;
        return select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - text;
      })()`);
      expect(room, `${name} at ${width} px`).toBeGreaterThanOrEqual(0);
    }
  }
});
