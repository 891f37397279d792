import type { Page } from '@playwright/test';
import { expect, hold, leaveOutEvents, serverError, test, toast } from './support/fixtures.ts';
import { endSessionElsewhere, type Member, signIn, signOut } from './support/people.ts';

/** Signs in again in the dialog over the page. */
async function signInAgain(page: Page, { email, password }: Member): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
}

test('a failed sign-in says so; while it is running the button says Signing In... and ignores further presses [U3]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/join?tab=signin');
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/auth/v1/token') asked += 1;
  });
  await page.route('**/auth/v1/token', (route) => route.fulfill(serverError()), { times: 1 });
  await signIn(page, member);
  await expect(toast(page, 'Something went wrong. Please try again.')).toBeVisible();
  asked = 0;
  const { release } = await hold(page, '**/auth/v1/token');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }).click();
  const busy = page.getByRole('button', { name: 'Signing In...' });
  await expect(busy).toBeVisible();
  await busy.press('Enter');
  release();
  await expect(page).toHaveURL('/dashboard');
  expect(asked).toBe(1);
});

test('a member whose sign-out gets 401, 403, 404 or a proxy’s 204 is signed out anyway, without cookies and drafts [U6]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const answers = [
    { status: 401, answer: { json: { code: 'GONE' } } },
    { status: 401, answer: { contentType: 'application/json', body: '<html>Sign in</html>' } },
    { status: 403, answer: { contentType: 'application/json', body: '<html>Forbidden</html>' } },
    { status: 404, answer: { headers: {}, body: '<html>Not here</html>' } },
    { status: 204, answer: {} },
  ];
  for (const { status, answer } of answers) {
    const page = await people.open(null, '/join?tab=signin');
    await signIn(page, member);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/post-job');
    await page.getByLabel('Title').fill('The key is under the mat');
    await page.route('**/auth/v1/logout', (route) => route.fulfill({ status, ...answer }));
    await signOut(page, member);
    await expect(page).toHaveURL('/');
    const left = (await page.context().cookies()).map(({ name }) => name);
    // The known device, for ten minutes the browser that may answer the form's passkey challenge,
    // and the browser of a newcomer who has not confirmed.
    const ofBrowser = ['kindpal.device', 'kindpal.asker', 'kindpal.newcomer'];
    expect(left.filter((name) => !ofBrowser.includes(name))).toEqual([]);
    const kept = await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }));
    expect(kept.filter((key) => key.startsWith('kindpal.'))).toEqual([]);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/join?tab=signin');
  }
});

test('a member whose sign-out a proxy refuses, together with every other call about the session, is a visitor on the next page [U6]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  for (const status of [401, 403, 404, 502]) {
    const page = await people.open(null, '/join?tab=signin');
    await signIn(page, member);
    await expect(page).toHaveURL('/dashboard');
    const gone = { status: status === 502 ? 404 : status, json: { code: 'GONE' } };
    await page.route('**/auth/v1/logout', (route) => route.fulfill(gone));
    await page.route('**/auth/v1/session', (route) => route.fulfill({ status }));
    await page.route(/\/$/, (route) => route.fulfill({ status: 502 }), { times: 1 });
    await signOut(page, member);
    await expect(page).toHaveURL('/');
    // The refused page, which is empty, has to end before the next one begins.
    await page.waitForLoadState();
    await page.goto('/jobs');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const read = () => fetch('/auth/v1/passkeys').then((answer) => answer.status);
    expect(await page.evaluate(read)).toBe(401);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/join?tab=signin');
  }
});

test('a member’s unfinished input is gone when another signs in on the same screen [U6 J2]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const next = await people.join('Ned Next', 'pet_owner');
  const page = await people.open(member, '/post-job');
  await page.getByLabel('Title').fill('The key is under the mat');
  await endSessionElsewhere(page);
  const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
  await dialog.getByLabel('Email').fill(next.email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(next.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Hello, Ned' })).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('under the mat');
  await page.goto('/post-job');
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('what a member types in one tab after they signed out in another is stored nowhere [U6 J2]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/dashboard');
  const form = await page.context().newPage();
  const kept = () => form.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  await form.goto('/post-job');
  await form.getByLabel('Title').fill('The alarm code is 9911');
  await expect.poll(kept).toContain('9911');
  await signOut(page, member);
  await expect(form.getByRole('dialog', { name: 'You were signed out.' })).toBeVisible();
  expect(await kept()).not.toContain('9911');
  await form.keyboard.press('Escape');
  await form.getByLabel('Description').pressSequentially('x');
  await expect(form.getByLabel('Description')).toHaveValue('x');
  expect(await kept()).not.toContain('9911');
});

test('what a member typed stays after they signed in again over it, also when they follow a link and come back [U7 J2]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/post-job');
  await page.getByLabel('Title').fill('Two walks for Biscuit');
  await endSessionElsewhere(page);
  await expect(page.getByRole('dialog', { name: 'You were signed out.' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Description').fill('He pulls a little.');
  await page.getByRole('button', { name: 'Sign in again' }).click();
  await signInAgain(page, member);
  await page.getByRole('link', { name: 'Jobs', exact: true }).first().click();
  await expect(page).toHaveURL('/jobs');
  await page.goBack();
  await expect(page.getByLabel('Title')).toHaveValue('Two walks for Biscuit');
  await expect(page.getByLabel('Description')).toHaveValue('He pulls a little.');
});

test('a message sent while the session was over stays in the chat, and is sent after signing in again [M2 U6 U7]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(olive, '/about');
  await leaveOutEvents(page);
  await page.goto(`/chat/${sam.id}`);
  const box = page.getByLabel('Message to');
  const again = page.getByRole('button', { name: 'Not sent. Try again' });
  const saying = (text: string) => page.getByRole('log').getByText(text, { exact: true });

  await test.step('the page learns of the end only from the refusal', async () => {
    await box.fill('The key is under the mat');
    await endSessionElsewhere(page);
    await box.press('Enter');
    await signInAgain(page, olive);
    await again.click();
    await expect(again).toHaveCount(0);
    await expect(saying('The key is under the mat')).toHaveCount(1);
  });

  await test.step('the member signs out in another tab', async () => {
    const sending = '**/rest/v1/conversation_messages';
    await page.route(sending, (route) => route.abort());
    await box.fill('And the alarm is off');
    await box.press('Enter');
    await expect(again).toBeVisible();
    await page.unroute(sending);
    const tab = await page.context().newPage();
    await tab.goto('/dashboard');
    await signOut(tab, olive);
    await signInAgain(page, olive);
    await again.click();
    await expect(again).toHaveCount(0);
    await page.reload();
    await expect(saying('And the alarm is off')).toHaveCount(1);
    await expect(saying('The key is under the mat')).toHaveCount(1);
  });
});

test('what one member is still saving is never continued in the name of the next who signs in on the same screen [O2 U6]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_sitter');
  const next = await people.join('Ned Next', 'pet_sitter');
  for (const { id, api } of [member, next]) {
    const edit = { payment_preference: 'hourly_rate', hourly_rate_amount: 18 };
    const saved = await api.patch(`/rest/v1/users/${id}`, { data: edit });
    expect(saved.ok(), await saved.text()).toBe(true);
  }
  const draft = { form_type: 'pet_sitter_onboarding', form_data: { step: 3 } };
  expect((await member.api.post('/rest/v1/form_drafts', { data: draft })).ok()).toBe(true);
  const page = await people.open(member, '/pet-sitter-onboarding');
  // The second of three calls is answered late; the session ends elsewhere meanwhile.
  const answer = Promise.withResolvers<void>();
  const saved = Promise.withResolvers<void>();
  let saves = 0;
  await page.route(`**/rest/v1/users/${member.id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    const response = await route.fetch();
    saves += 1;
    if (saves === 1) return route.fulfill({ response });
    saved.resolve();
    await answer.promise;
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await saved.promise;
  await endSessionElsewhere(page);
  await expect(page).toHaveURL('/join?tab=signin');
  await signIn(page, next);
  await expect(page.getByRole('button', { name: 'Menu of Ned Next' })).toBeVisible();
  answer.resolve();
  await expect(page.getByRole('heading', { name: 'Hello, Ned' })).toBeVisible();
  const profile = await (await next.api.get(`/rest/v1/users/${next.id}`)).json();
  expect(profile).toMatchObject({ onboarding_completed: false });
});

test('signing in in one tab moves the other tab to the dashboard [U7]', async ({ people }) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/join?tab=signin');
  const tab = await page.context().newPage();
  await tab.goto('/');
  await signIn(page, member);
  await expect(page).toHaveURL('/dashboard');
  await expect(tab).toHaveURL('/dashboard');
});

test('a session close to its end is renewed without the member noticing [U7]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/about');
  await page.context().addCookies((await member.api.storageState()).cookies);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Hello, Molly' })).toBeVisible();
  const { session } = await (await member.api.get('/auth/v1/session')).json();
  const renewed = page.waitForResponse('**/auth/v1/token');
  await page.clock.fastForward(session.expires_at * 1000 - Date.now() - 60_000);
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Hello, Molly' })).toBeVisible();
});
