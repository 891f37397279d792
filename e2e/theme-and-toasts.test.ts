import type { Page } from '@playwright/test';
import {
  expect,
  hold,
  loseAnswer,
  serverError,
  test,
  toast,
  toastsStand,
} from './support/fixtures.ts';
import { bookJob, claimJob, fillJobForm, freshTitle, PET_PHOTO, postJob } from './support/jobs.ts';
import { introduce } from './support/people.ts';

/** Whether the page is visibly dark. */
const isDark = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const context = document.createElement('canvas').getContext('2d');
    context.fillStyle = getComputedStyle(document.documentElement).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    return red + green + blue < 384;
  })()`);

test('the page follows the device until a theme is chosen, in every tab and after a reload [P8]', async ({
  people,
}) => {
  const page = await people.open(null, '/about');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => isDark(page)).toBe(false);

  const tab = await page.context().newPage();
  await tab.emulateMedia({ colorScheme: 'light' });
  await tab.goto('/faq');
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => isDark(page)).toBe(true);
  await expect.poll(() => isDark(tab)).toBe(true);
  await page.reload();
  await expect.poll(() => isDark(page)).toBe(true);
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Same as my device' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => isDark(page)).toBe(false);
});

test('a chosen theme is applied before any of our scripts, so nothing flashes [P8]', async ({
  people,
}) => {
  const page = await people.open(null, '/about');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('contentinfo').getByRole('radio', { name: 'Dark' }).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => isDark(page)).toBe(true);
  await page.route('**/*.js', (route) => route.abort());
  for (const path of ['/', '/about', '/jobs']) {
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    expect(await isDark(page), path).toBe(true);
  }
  people.crashes.length = 0;
});

/** A page with an error toast, which stays, and links to others. */
async function openWithToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(toast(page, 'Invalid Email')).toBeVisible();
}

test('one outcome is shown at a time, the next replaces it, an error stays [P9]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/about');
  await page.clock.install();
  await page.goto('/edit-profile');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Profile information updated successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Save Contact Information' }).click();
  await expect(toast(page, 'Contact information updated successfully')).toBeVisible();
  await expect(toastsStand(page).getByRole('listitem')).toHaveCount(1);
  await page.clock.fastForward(5000);
  await expect(toast(page, 'Contact information updated successfully')).toBeHidden();

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Menu of Molly Member' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  const error = toast(page, /^We can't reach Kindpal right now/);
  await expect(error).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(error).toBeVisible();
  await toastsStand(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(error).toBeHidden();
});

test('a toast is dismissed when swiped 50 px to the right, and returns before that [P9]', async ({
  people,
}) => {
  const page = await people.open(null, '/join');
  await openWithToast(page);
  const item = toastsStand(page).getByRole('listitem');
  async function push(pixels: number) {
    const box = await item.boundingBox();
    if (!box) throw new Error('the toast is gone');
    const [x, y] = [box.x + 60, box.y + box.height - 12];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels / 2, y);
    await page.mouse.move(x + pixels, y);
    await page.mouse.up();
  }
  await push(40);
  await expect(item).toHaveAttribute('data-swipe', 'cancel');
  await expect(item).toBeVisible();
  await push(70);
  await expect(item).toBeHidden();
});

/** The links and buttons of the bars of which a toast covers a part. */
const LINKS_UNDER_TOASTS = `(() => {
  const toasts = [...document.querySelectorAll('[data-sonner-toast]')]
    .map((toast) => toast.getBoundingClientRect());
  return [...document.querySelectorAll(':is(header, [data-bottom-bar]) :is(a, button)')]
    .filter((link) => {
      const { top, bottom, left, right, width } = link.getBoundingClientRect();
      return width > 0 && toasts.some((toast) =>
        toast.top < bottom && toast.bottom > top && toast.left < right && toast.right > left);
    })
    .map(({ textContent }) => textContent);
})()`;

test('a toast with a button is readable with large text, and covers no link of the bars [P9] [P10]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Samuel Sitter', 'pet_sitter');
  await introduce(sitter);
  const page = await people.open(owner, '/my-jobs');
  const toasted = page.locator('[data-sonner-toast]').first();
  for (const [width, percent] of [
    [390, 100],
    [640, 100],
    [1024, 100],
    [1280, 100],
    [1280, 200],
    [390, 200],
    [320, 150],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/my-jobs');
    await page.evaluate(`document.documentElement.style.fontSize = '${percent}%'`);
    const job = await postJob(owner);
    await claimJob(sitter, job);
    const text = toasted.getByText('Samuel Sitter claimed your job');
    await expect(text).toBeVisible();
    // Four lines of such text, not one for each letter.
    const { height = 0 } = (await text.boundingBox()) ?? {};
    expect(height, `${width} px, ${percent} %`).toBeLessThan(0.9 * percent);
    const [box, screen] = [await toasted.boundingBox(), page.viewportSize()];
    expect(box?.height).toBeLessThan(400);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(screen?.width ?? 0);
    expect(await page.evaluate(LINKS_UNDER_TOASTS), `${width} px, ${percent} %`).toEqual([]);
  }
});

test('uploads are shown in at most three toasts, 356 px wide, and a success for 4 seconds [P10]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/about');
  await page.clock.install();
  await page.goto('/post-job');
  const updates = page.locator('[data-sonner-toast]');
  const pick = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.locator('input[type=file]').setInputFiles(file);
  const text = { mimeType: 'text/plain', buffer: Buffer.from('woof') };
  for (const [n, name] of ['a.txt', 'b.txt', 'c.txt', 'd.txt'].entries()) {
    await pick({ name, ...text });
    await expect(updates).toHaveCount(Math.min(n + 1, 4));
  }
  await expect(page.locator('[data-sonner-toast][data-visible=true]')).toHaveCount(3);
  // A text has no preview, not even a broken one.
  await expect(page.locator('label:has(input[type=file]) img')).toHaveCount(0);
  expect((await updates.first().boundingBox())?.width).toBe(356);
  const margins = async () => {
    const box = await updates.first().boundingBox();
    return box && [Math.round(1280 - box.x - box.width), Math.round(800 - box.y - box.height)];
  };
  await expect.poll(margins).toEqual([32, 32]);
  const upload = await hold(page, '**/profile-images/**');
  await page.locator('input[type=file]').setInputFiles(PET_PHOTO);
  await expect(updates.filter({ hasText: 'Uploading image...' })).toBeVisible();
  upload.release();
  const success = updates.filter({ hasText: 'Image uploaded successfully!' });
  await expect(success).toBeVisible();
  await page.clock.fastForward(4_000);
  await expect(success).toHaveCount(0, { timeout: 2_000 });
  // A refused picture does not follow its owner to another page.
  await pick({ name: 'e.txt', ...text });
  await expect(updates).toHaveCount(1);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  // The picture was not stored, so the link asks first.
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(updates).toHaveCount(0);
});

test('an error disappears with the next success of the same action, and with its page [P9]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/dashboard');
  let isFailing = true;
  await page.route('**/rest/v1/rpc/switch_user_role', (route) =>
    isFailing ? route.fulfill(serverError()) : route.continue(),
  );
  const views = page.getByRole('group', { name: 'Viewing as' });
  const error = toastsStand(page).getByRole('listitem');
  await views.getByText('Pet Sitter').click();
  await expect(error).toBeVisible();
  isFailing = false;
  await views.getByText('Pet Sitter').click();
  await expect(error).toBeHidden();
  isFailing = true;
  await views.getByText('Pet Owner').click();
  await expect(error).toBeVisible();
  await page.getByRole('link', { name: 'About', exact: true }).click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(error).toBeHidden();
});

/** Whether a press in the middle of each control of the thread arrives there. */
const COVERED = `[...document.querySelectorAll('[data-thread] :is(a, button, textarea)')]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }))
  .filter((control) => {
    const { left, top, width, height } = control.getBoundingClientRect();
    const pressed = document.elementFromPoint(left + width / 2, top + height / 2);
    return !pressed?.closest('[data-thread]');
  })
  .map((control) => control.getAttribute('aria-label') ?? control.textContent)`;

test('the error about a message covers no control of its chat, on any screen [P9 M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const hello = { job_id: job.id, content: 'Where is the lead?', client_id: crypto.randomUUID() };
  expect((await owner.api.post('/rest/v1/messages', { data: hello })).ok()).toBe(true);
  const { claim } = await (await sitter.api.get(`/rest/v1/jobs/${job.id}`)).json();
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 800],
    [1440, 900],
  ] as const) {
    const page = await people.open(sitter, '/notifications');
    await page.setViewportSize({ width, height });
    await page.goto(`/chat/job/${job.id}/${claim.id}`);
    await page.route('**/rest/v1/messages', (route) =>
      route.request().method() === 'POST' ? route.fulfill(serverError()) : route.continue(),
    );
    await page.getByLabel('Message about').fill('On the hook.');
    await page.getByLabel('Message about').press('Enter');
    await expect(toast(page, 'Failed to send message')).toBeVisible();
    await page.getByLabel('Message about').fill('Behind the door.');
    await expect.poll(() => page.evaluate(COVERED), `at ${width} px`).toEqual([]);
    await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toBeInViewport();
    await page.context().close();
  }
});

test('news about another job covers no control of an open chat on a desktop [P10 M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const { claim } = await (await owner.api.get(`/rest/v1/jobs/${job.id}`)).json();
  const page = await people.open(owner, `/chat/job/${job.id}/${claim.id}`);
  for (const [width, height] of [
    [1280, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByLabel('Message about').fill('On the hook.');
    await claimJob(sitter, await postJob(owner));
    const news = page.locator('[data-sonner-toast]');
    // Where it stays while it is pointed at.
    await news.hover();
    expect(await page.evaluate(COVERED), `at ${width} px`).toEqual([]);
    await page.mouse.move(0, 0);
    await expect(news).toHaveCount(0);
  }
});

test('a long toast fits into the window with large text: all of it can be read and pressed [P9 J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [width, height] of [
    [390, 844],
    [320, 568],
    [640, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('/post-job');
    await fillJobForm(page, freshTitle('First version'));
    await loseAnswer(page, '**/rest/v1/jobs');
    const post = page.getByRole('button', { name: 'Post Job' });
    await post.click();
    await expect(toast(page, /^We can't reach Kindpal/)).toBeVisible();
    await page.unroute('**/rest/v1/jobs');
    await page.getByLabel('Title').fill('Corrected version');
    await page.evaluate(`document.documentElement.style.fontSize = '200%'`);
    // The earlier toast may cover it.
    await post.press('Enter');
    await expect(toast(page, 'An earlier version is posted already')).toBeVisible();
    const item = toastsStand(page).getByRole('listitem');
    const box = await item.boundingBox();
    const where = `${width} × ${height}`;
    expect(box?.y, where).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? height), where).toBeLessThanOrEqual(height);
    const text = toast(page, /^It doesn’t have your changes/);
    // Wide enough for words.
    expect((await text.boundingBox())?.width, where).toBeGreaterThan(width / 2);
    const open = item.getByRole('button', { name: 'Open it' });
    // The keyboard scrolls to its end, and so does a wheel or a finger.
    await page.keyboard.press('F8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(open).toBeFocused();
    await expect(open).toBeInViewport({ ratio: 1 });
    await item.hover();
    await page.mouse.wheel(0, -2000);
    await expect(toast(page, 'An earlier version is posted already')).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(0, 2000);
    await expect(open).toBeInViewport({ ratio: 1 });
    await expect(item).toHaveCSS('touch-action', 'pan-y');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/jobs\//);
  }
});
