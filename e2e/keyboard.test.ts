import type { Locator, Page } from '@playwright/test';
import { expect, hold, test, toast, toastsStand } from './support/fixtures.ts';
import { claimJob, freshTitle, halfHour, postJob } from './support/jobs.ts';
import { freshEmail, introduce, PASSWORD, signIn } from './support/people.ts';

/** Presses Tab until the element has the focus, like somebody without a mouse. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place.first()).toBeAttached();
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await place.and(page.locator(':focus')).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${place}`);
}

async function type(page: Page, place: Locator, text: string): Promise<void> {
  await tabTo(page, place);
  await page.keyboard.type(text);
}

/** Month, day and year, each in its part of the input. */
async function typeDay(page: Page, place: Locator, day: string): Promise<void> {
  await tabTo(page, place);
  const [year, month, date] = day.split('-');
  await page.keyboard.type(`${month}${date}${year}`);
}

/** '09:30' as in the list of times: '9:30 AM'. */
function optionText(time: string): string {
  const hour = Number(time.slice(0, 2));
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`;
}

async function joinWithKeys(page: Page, code: string): Promise<Page> {
  await page.goto(`/join#code=${code}`);
  await type(page, page.getByLabel('Full Name'), 'Kim Keys');
  await type(page, page.getByRole('textbox', { name: 'Email' }), freshEmail());
  await type(page, page.getByRole('textbox', { name: 'Password' }), PASSWORD);
  await tabTo(page, page.getByRole('radio', { name: 'Pet owner' }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Pet sitter' })).toBeChecked();
  await tabTo(page, page.getByLabel('I accept the terms'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Kim');
  return page;
}

test('two people do the main job without a mouse: join, post, claim, chat [U1 J2 J5 M1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/dashboard');
  const button = (at: Page, name: string) => at.getByRole('button', { name, exact: true });

  const title = freshTitle('Typed, not clicked');
  await test.step('the owner posts a job', async () => {
    await tabTo(page, page.getByRole('link', { name: 'Post a Job', exact: true }));
    await page.keyboard.press('Enter');
    await type(page, page.getByLabel('Pet name'), 'Pickle');
    await type(page, page.getByLabel('Pet size'), 'Med');
    await expect(page.getByLabel('Pet size')).toHaveValue('medium');
    await tabTo(page, page.getByRole('radio', { name: 'Pet sitting' }));
    await expect(page.getByRole('radio', { name: 'Pet sitting' })).not.toBeChecked();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Dog walking' })).toBeChecked();
    await type(page, page.getByLabel('Title'), title);
    await type(page, page.getByLabel('Description'), 'Round the pond.');
    const start = halfHour(60);
    await typeDay(page, page.getByLabel('Date', { exact: true }), start.day);
    await tabTo(page, page.getByLabel('Start'));
    await page.keyboard.type(optionText(start.time));
    await expect(page.getByLabel('Start')).toHaveValue(start.time);
    await expect(page.getByLabel('End')).not.toHaveValue('');
    await type(page, page.getByLabel('Location'), 'old town, ma');
    await expect(page.getByRole('option', { name: 'Old Town, Maine' })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Location')).toHaveValue('Old Town, Maine');
    await type(page, page.getByLabel('Total amount'), '25');
    await expect(page.getByText('1 hour · $25')).toBeVisible();
    await tabTo(page, button(page, 'Post Job'));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('link', { name: 'View Job' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  });

  const theirs = await people.open(null, '/');
  await test.step('a newcomer joins', async () => {
    await theirs.keyboard.press('Tab');
    await expect(theirs.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await people.letIn((code) => joinWithKeys(theirs, code));
  });

  await test.step('and claims the job', async () => {
    await tabTo(theirs, theirs.getByRole('link', { name: title }));
    await theirs.keyboard.press('Enter');
    await tabTo(theirs, button(theirs, 'Claim This Job'));
    await theirs.keyboard.press('Enter');
    await type(theirs, theirs.getByLabel('Location'), 'old twn');
    await expect(theirs.getByRole('option', { name: 'Old Town, Maine' })).toBeVisible();
    await theirs.keyboard.press('ArrowDown');
    await theirs.keyboard.press('Enter');
    await type(theirs, theirs.getByLabel('About you'), 'I grew up with two beagles.');
    await tabTo(theirs, button(theirs, 'Save and claim'));
    await theirs.keyboard.press('Enter');
    await expect(theirs.getByRole('heading', { name: 'This job is yours' })).toBeFocused();
  });

  await test.step('and both chat', async () => {
    await type(theirs, theirs.getByLabel('Message about'), 'On my way.');
    await theirs.keyboard.press('Enter');
    await expect(page.getByRole('log').getByText('On my way.')).toBeVisible();
    await type(page, page.getByLabel('Message about'), 'Good!');
    await page.keyboard.press('Enter');
    await expect(theirs.getByRole('log').getByText('Good!')).toBeVisible();
  });

  await test.step('and in a narrow window the next step is reached from the chat', async () => {
    await theirs.setViewportSize({ width: 390, height: 844 });
    // By its element: the bar is hidden while the text field has the focus.
    const bar = theirs.locator('[data-action-bar]');
    await tabTo(theirs, bar.locator('button').first());
    const box = await bar.boundingBox();
    const sections = await theirs.locator('[data-bottom-bar]').boundingBox();
    const gap = (sections?.y ?? 0) - (box?.y ?? 0) - (box?.height ?? 0);
    // The border of the sections.
    expect(Math.abs(gap), 'right above the sections').toBeLessThanOrEqual(1);
  });
});

test('a pressed button that disappears leaves the focus around it: a request, a message, a notification, a device [P8]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'both');
  const sam = await people.join('Sam Sitter', 'both');
  const messages = '/rest/v1/conversation_messages';
  const message = { member_id: sam.id, client_id: crypto.randomUUID(), content: 'Hello, Sam' };
  await olive.api.post(messages, { data: message });
  const page = await people.open(sam, `/chat/${olive.id}`);
  const press = async (name: string | RegExp, at: Page | Locator = page) => {
    const button = at.getByRole('button', { name, exact: true }).first();
    await button.waitFor();
    // The first key loads the code that keeps the focus.
    await expect(async () => {
      await page.keyboard.press('Shift');
      await expect(toastsStand(page)).toBeAttached({ timeout: 2000 });
    }).toPass();
    await button.focus();
    await page.keyboard.press('Enter');
  };

  await press('Accept');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('main')).toHaveCSS('outline-style', 'none');

  await page.route(`**${messages}`, (route) => route.abort());
  await page.getByLabel('Message to').fill('Hello, Olive');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Not sent. Try again' }).waitFor();
  await page.unroute(`**${messages}`);
  const sending = await hold(page, `**${messages}`);
  await press('Not sent. Try again');
  const bubble = page.getByRole('listitem').filter({ hasText: 'Hello, Olive' });
  await expect(bubble).toBeFocused();
  sending.release();
  await expect(page.getByText('Sending...')).toHaveCount(0);
  await expect(page.getByRole('log')).toBeFocused();

  await test.step('it stays in the list, in the section', async () => {
    const job = await postJob(sam);
    await introduce(olive);
    await claimJob(olive, job);
    await page.goto('/notifications');
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: job.title });
    await press('Mark as read', row);
    await expect(row).toBeFocused();
    const elsewhere = await people.open(null, '/join?tab=signin');
    await signIn(elsewhere, sam);
    await expect(elsewhere).toHaveURL('/dashboard');
    await page.goto('/security');
    await press(/^Sign out Chrome/);
    await expect(page.locator('#devices')).toBeFocused();
  });
});

test('F8 moves to the latest toast, and Escape dismisses it [P9]', async ({ people }) => {
  const page = await people.open(null, '/join');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Invalid Email')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /F8/ }).getByRole('list')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(toast(page, 'Invalid Email')).toBeHidden();
});

test('the focus ring of a job’s title surrounds its card, because the title would cut it [P8 J1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, '/my-jobs');
  const link = page.getByRole('link', { name: job.title });
  await tabTo(page, link);
  const ring = await page.evaluate(`(() => {
    const link = document.activeElement;
    const cover = getComputedStyle(link, '::after');
    return {
      own: getComputedStyle(link).outlineStyle,
      card: cover.outlineStyle,
      narrower: link.closest('article').clientWidth - parseFloat(cover.width),
    };
  })()`);
  expect(ring).toEqual({ own: 'none', card: 'solid', narrower: 0 });
});

test('the Close button of a dialog higher than the window is visible when Tab reaches it [P8]', async ({
  people,
}) => {
  const member = await people.join('Robin Reader', 'pet_owner');
  const other = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(member, `/profile/${other.id}`);
  // A laptop at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 400 });
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report to our team' });
  await tabTo(page, dialog.getByRole('button').last());
  const close = dialog.getByRole('button', { name: 'Close' });
  await expect(close).not.toBeInViewport();
  await tabTo(page, close);
  await expect(close).toBeInViewport({ ratio: 1 });
});
