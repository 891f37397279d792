import type { Locator, Page, Worker } from '@playwright/test';
import { runInDatabase, suspend } from './support/database.ts';
import { expect, hold, test, toast } from './support/fixtures.ts';
import { bookJob, claimJob, type Job, moveJob, postJob } from './support/jobs.ts';
import { type Member, type People, signIn } from './support/people.ts';
import { startReleases } from './support/two-releases.ts';

test.use({ serviceWorkers: 'allow' });

/** The service worker of a member's page, once its precache is complete. */
async function workerOf(page: Page): Promise<Worker> {
  const [started] = page.context().serviceWorkers();
  const worker = started ?? (await page.context().waitForEvent('serviceworker'));
  const isInCharge = () => page.evaluate('navigator.serviceWorker.controller !== null');
  await expect.poll(isInCharge).toBe(true);
  return worker;
}

test('a push message that arrives in the browser is shown, and opens its page', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/dashboard');
  const worker = await workerOf(page);
  const { origin } = new URL(page.url());
  // A headless browser shows no notifications: they are recorded, and clicked.
  await worker.evaluate(`
    self.shown = [];
    registration.showNotification = async (title, { body, data }) => {
      shown.push(title, body);
      const notification = { data, close() {} };
      dispatchEvent(Object.assign(new ExtendableEvent('notificationclick'), { notification }));
    };
    clients.openWindow = async (url) => void shown.push(url);
  `);
  await page.context().grantPermissions(['notifications'], { origin });
  const devtools = await page.context().newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${origin}/`);
      if (own) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registration,
    data: JSON.stringify({ id: 'n1', title: 'Job claimed', body: 'Rex', href: '/jobs/1' }),
  });
  const job = `${origin}/jobs/1`;
  await expect.poll(() => worker.evaluate('shown')).toEqual(['Job claimed', 'Rex', job]);
});

/** A push subscription, in a page or a worker: a test's browser can't reach the push service. */
const FAKE_SUBSCRIPTION = `
  const subscriptionAt = (endpoint) => ({
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: new Uint8Array([4]).buffer },
    toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'B'.repeat(22) } }),
    unsubscribe: async () => true,
  });
`;
const endpoint = (name: string) => `https://push.example/${name}`;

/** Lets the browser renew its subscription, without naming the old one. */
async function renew(worker: Worker, name: string): Promise<void> {
  await worker.evaluate(`(async () => {
    ${FAKE_SUBSCRIPTION}
    registration.pushManager.subscribe = async () => subscriptionAt('${endpoint(name)}');
    const change = new ExtendableEvent('pushsubscriptionchange');
    const waits = [];
    change.waitUntil = (work) => void waits.push(work);
    dispatchEvent(change);
    await Promise.all(waits);
  })()`);
}

test('push stays on when the browser renews its subscription, even while nobody is signed in', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/dashboard');
  const worker = await workerOf(page);
  // The headless shell denies notifications, whatever a test grants.
  await page.addInitScript(`
    ${FAKE_SUBSCRIPTION}
    Object.defineProperty(Notification, 'permission', { value: 'granted' });
    Notification.requestPermission = async () => 'granted';
    const endpoint = () => localStorage.getItem('endpoint');
    PushManager.prototype.getSubscription = async () => endpoint() && subscriptionAt(endpoint());
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('endpoint', '${endpoint('first')}');
      return subscriptionAt(endpoint());
    };
  `);
  await page.goto('/notifications/settings');
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(page.getByText('(this device)')).toBeVisible();
  await expect(page.getByText('Notifications are on for this device').first()).toBeVisible();

  /** Whether the server has the member's subscription under this endpoint. */
  const isOnAt = async (name: string) => {
    const answer = await owner.api.post('/rest/v1/push_subscriptions', {
      data: {
        endpoint: endpoint(name),
        keys: { p256dh: 'B'.repeat(87), auth: 'B'.repeat(22) },
        replaces: endpoint(name),
      },
    });
    return (await answer.json()).id !== null;
  };
  await renew(worker, 'second');
  expect(await isOnAt('second')).toBe(true);

  const cookies = await page.context().cookies();
  await page.context().clearCookies();
  await renew(worker, 'third');
  await page.evaluate(`localStorage.setItem('endpoint', '${endpoint('third')}')`);
  expect(await isOnAt('third')).toBe(false);
  await page.context().addCookies(cookies);
  await page.goto('/dashboard');
  await expect.poll(() => isOnAt('third')).toBe(true);
});

/** Presses a button twice, faster than the page can change. */
const pressTwice = (button: Locator) =>
  button.evaluate((element: { click(): void }) => {
    element.click();
    element.click();
  });

/** A button of the question before something early. */
const confirmIn = (page: Page, question: string, name: string) =>
  page.getByRole('alertdialog', { name: question }).getByRole('button', { name });

test('a sitter without a network opens My Day, writes a message and starts a job there, each stored once and asked about if early, and signing out removes all data from the device [M1 J9 U6]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const special_instructions = 'Half a pill at noon, in cheese.';
  const job = await postJob(owner, { special_instructions });
  await claimJob(sitter, job);
  const page = await people.open(sitter, '/my-day');
  const card = page.getByRole('article').filter({ hasText: job.title });
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await workerOf(page);

  await page.context().setOffline(true);
  await page.goto('/my-jobs');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await page.getByRole('link', { name: 'My Day' }).click();
  await expect(card.getByText(special_instructions)).toBeVisible();
  await expect(card.getByText('12 Acorn Lane Old Town, Maine')).toBeVisible();
  await expect(page.getByText('Changes since then aren’t shown.')).toBeVisible();
  // They are still signed in.
  await expect(page.getByRole('banner').getByRole('link', { name: 'About' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' })).toHaveCount(0);

  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await card.getByLabel('Message to Olive Owner').fill('Biscuit is fed.');
  await pressTwice(card.getByRole('button', { name: 'Send when online' }));
  await expect(waiting.getByText('“Biscuit is fed.”')).toBeVisible();
  await pressTwice(card.getByRole('button', { name: 'Start when online' }));
  await pressTwice(confirmIn(page, 'Start early?', 'Start when online'));
  await expect(waiting.getByText('Waiting to be sent')).toHaveCount(2);
  await card.getByRole('button', { name: 'Mark as done when online' }).click();
  await confirmIn(page, 'Done early?', 'Not yet').click();
  // It also waits while the page is closed.
  await page.reload();
  await expect(waiting.getByText('Waiting to be sent')).toHaveCount(2);

  await page.context().setOffline(false);
  await expect(waiting).toBeHidden();
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await expect(card.getByText('In progress')).toBeVisible();
  const thread = await owner.api.get('/rest/v1/messages', { params: { job_id: job.id } });
  const { items } = (await thread.json()) as { items: { content: string }[] };
  expect(items.map(({ content }) => content)).toEqual(['Biscuit is fed.']);
  const databases = () =>
    page.evaluate('indexedDB.databases().then((all) => all.map(({ name }) => name))');
  expect(await databases()).toEqual(expect.arrayContaining([expect.stringContaining(sitter.id)]));

  await test.step('unsent messages are shown in the chat, and signing out asks about them', async () => {
    await page.context().setOffline(true);
    await card.getByLabel('Message to Olive Owner').fill('He sleeps.');
    await card.getByRole('button', { name: 'Send when online' }).click();
    await expect(waiting.getByText('“He sleeps.”')).toBeVisible();
    await page.route('**/rest/v1/messages', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await page.context().setOffline(false);
    await page.goto(`/dashboard?chat=${job.id}`);
    const chat = page.getByRole('log');
    await expect(chat.getByText('Waiting to be sent')).toBeVisible();
    await expect(chat.getByRole('listitem').last()).toContainText('He sleeps.');
  });
  const signOut = async () => {
    await page.getByRole('button', { name: 'Menu of Sam Sitter' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Sign out before this is sent?' });
  await signOut();
  await expect(question).toContainText('Not sent yet: 1 message.');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toBeHidden();
  await signOut();
  await question.getByRole('button', { name: 'Sign out and delete' }).click();
  await expect(page).toHaveURL('/');
  await expect.poll(databases).toEqual([]);
  await page.context().setOffline(true);
  await page.goto('/my-day');
  await expect(page.getByText(job.title)).toHaveCount(0);
});

/** Opens *My Day* of a sitter, complete on this device, and cuts the network. */
async function openOffline(people: People, sitter: Member): Promise<Page> {
  const page = await people.open(sitter, '/my-day');
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await workerOf(page);
  await page.context().setOffline(true);
  await expect(page.getByText('Changes since then aren’t shown.')).toBeVisible();
  return page;
}

const cardOf = (page: Page, { title }: Job) => page.getByRole('article').filter({ hasText: title });

async function writeOffline(page: Page, job: Job, text: string): Promise<void> {
  const card = cardOf(page, job);
  await card.getByLabel('Message to').fill(text);
  await card.getByRole('button', { name: 'Send when online' }).click();
  await expect(page.getByText(`“${text}”`)).toBeVisible();
}

/** The messages of a job that its owner reads. */
async function messagesOf(owner: Member, job: Job): Promise<string[]> {
  const thread = await owner.api.get('/rest/v1/messages', { params: { job_id: job.id } });
  const { items = [] } = (await thread.json()) as { items?: { content: string }[] };
  return items.map(({ content }) => content);
}

test('a sitter who lost a job while offline reads why nothing about it was sent, and the rest is sent [M1 J6]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const [lost, kept] = [await postJob(owner), await postJob(owner)];
  for (const job of [lost, kept]) await claimJob(sitter, job);
  const page = await openOffline(people, sitter);
  await writeOffline(page, lost, 'I am at the door.');
  await cardOf(page, lost).getByRole('button', { name: 'Start when online' }).click();
  await confirmIn(page, 'Start early?', 'Start when online').click();
  await writeOffline(page, kept, 'See you tonight.');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await moveJob(owner, lost.id, 'release', 'We stay at home');

  await page.context().setOffline(false);
  await page.goto('/dashboard');
  const news = 'Not sent: 1 message and 1 job update';
  await expect(page.getByText(news)).toBeVisible();
  await page.goto('/my-day');
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await expect(waiting.getByText('Not sent. This claim has ended.', { exact: true })).toBeVisible();
  await expect(waiting.getByText('Not sent. You no longer have this job.')).toBeVisible();
  await expect.poll(() => messagesOf(owner, kept)).toEqual(['See you tonight.']);
  await expect(cardOf(page, lost)).toHaveCount(0);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await waiting.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'Copied!')).toBeVisible();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('I am at the door.');
  for (const left of [1, 0]) {
    await waiting.getByRole('button', { name: 'Remove' }).first().click();
    await expect(waiting.getByText(/^Not sent\. /)).toHaveCount(left);
  }
});

test('what an owner types without a network for one sitter is not in the box for the next [M1 J6]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const next = await people.join('Sal Sitter', 'pet_sitter');
  const page = await people.open(owner, '/my-day');
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await page.route('**/rest/v1/rpc/my_agenda', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Changes since then aren’t shown.')).toBeVisible();
  const card = cardOf(page, job);
  await card.getByLabel('Message to Sam Sitter').fill('The door code is 4711.');
  await moveJob(sitter, job.id, 'release');
  await claimJob(next, job);

  // Another tab stores the day with the next sitter, and the first one reads it.
  const other = await page.context().newPage();
  await other.goto('/my-day');
  await expect(cardOf(other, job)).toContainText('Sal Sitter');
  await expect(other.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await page.evaluate(`dispatchEvent(new Event('online'))`);
  await expect(card.getByLabel('Message to Sal Sitter')).toHaveValue('');
});

test('a message that is half typed when the connection returns stays in its box, and is sent from there or from the chat [M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await openOffline(people, sitter);
  const card = cardOf(page, job);
  const box = card.getByLabel('Message to Olive Owner');
  await box.fill('Biscuit limps, I am at');
  await page.context().setOffline(false);
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await expect(box).toBeFocused();
  await box.press('End');
  await box.pressSequentially(' the vet');
  await expect(card.getByRole('button', { name: 'Start when online' })).toHaveCount(0);

  await page.context().setOffline(true);
  page.once('dialog', (question) => question.accept());
  await page.reload();
  await expect(box).toHaveValue('Biscuit limps, I am at the vet');
  await page.context().setOffline(false);
  await page.goto(`/dashboard?chat=${job.id}`);
  await expect(page.getByLabel('Message about')).toHaveValue('Biscuit limps, I am at the vet');

  await page.goto('/my-day');
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await page.context().setOffline(true);
  await expect(box).toHaveValue('Biscuit limps, I am at the vet');
  await box.fill('B'.repeat(4001));
  await expect(card.getByText('Message must be 4000 characters or less')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Send when online' })).toBeDisabled();
  await box.fill('Biscuit limps, I am at the vet.');
  await page.context().setOffline(false);
  await card.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => messagesOf(owner, job)).toEqual(['Biscuit limps, I am at the vet.']);
  await expect(box).toHaveCount(0);
  await expect(card.getByRole('link', { name: 'Message Olive' })).toBeVisible();
});

test('a message that is half typed when the day becomes current is sent by its press, without a change of the connection [M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await people.open(sitter, '/my-day');
  const isCurrent = page.getByText(/^Saved at .* Opens offline/);
  await expect(isCurrent).toBeVisible();
  await page.route('**/rest/v1/rpc/my_agenda', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Changes since then aren’t shown.')).toBeVisible();
  const card = cardOf(page, job);
  const box = card.getByLabel('Message to Olive Owner');
  await box.fill('Biscuit is');
  await page.unroute('**/rest/v1/rpc/my_agenda');
  // The page requests its day again by itself.
  await expect(isCurrent).toBeVisible();
  await box.press('End');
  await box.pressSequentially(' fed.');
  await card.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => messagesOf(owner, job)).toEqual(['Biscuit is fed.']);
});

test('a sitter whose day takes long to load reads that nothing is saved here, and then sees it [M1]', async ({
  people,
}) => {
  const { sitter, job } = await bookJob(people);
  const page = await people.open(null, '/join?tab=signin');
  const loading = await hold(page, '**/rest/v1/rpc/my_agenda');
  await signIn(page, sitter);
  await expect(page).toHaveURL(/\/dashboard/);
  await page.goto('/my-day');
  await expect(page.getByText('Nothing is saved on this device.')).toBeVisible();
  loading.release();
  await expect(cardOf(page, job)).toBeVisible();
});

test('a question about starting early that is open when the connection returns stays until it is answered, and its action is sent at once [M1 J9]', async ({
  people,
}) => {
  const { sitter, job } = await bookJob(people);
  const page = await openOffline(people, sitter);
  const card = cardOf(page, job);
  await card.getByRole('button', { name: 'Start when online' }).click();
  await page.context().setOffline(false);
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await confirmIn(page, 'Start early?', 'Start when online').click();
  await expect(card.getByText('In progress')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Message Olive' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the second tap of a double tap does not answer the question that the first one opened [M1 J9]', async ({
    people,
  }) => {
    const owner = await people.join('Olive Owner', 'pet_owner');
    const sitter = await people.join('Sam Sitter', 'pet_sitter');
    // So long that the button can be scrolled to where the answer will be.
    const job = await postJob(owner, { special_instructions: 'Walk him twice.\n'.repeat(20) });
    await claimJob(sitter, job);
    const page = await openOffline(people, sitter);
    const start = cardOf(page, job).getByRole('button', { name: 'Start when online' });
    const question = page.getByRole('alertdialog', { name: 'Start early?' });
    const answer = confirmIn(page, 'Start early?', 'Start when online');
    await start.tap();
    const { y } = await middleOf(answer);
    await confirmIn(page, 'Start early?', 'Not yet').tap();
    await expect(question).toHaveCount(0);
    await page.evaluate(`scrollBy({ top: ${(await middleOf(start)).y - y}, behavior: 'instant' })`);
    const { x } = await middleOf(start);
    expect((await middleOf(start)).y).toBeCloseTo(y, 0);

    const setSpeed = await controlAnimations(page);
    await setSpeed(ALMOST_STILL);
    await page.touchscreen.tap(x, y);
    await expect(question).toBeVisible();
    await page.touchscreen.tap(x, y);
    await setSpeed(1);
    await answer.tap();
    const waiting = page.getByRole('region', { name: 'Not sent yet' });
    await expect(waiting.getByText('Waiting to be sent')).toHaveCount(1);
  });

  test('the second tap of a double tap on Start does not mark a job as done that is over [M1 J9]', async ({
    people,
  }) => {
    const { owner, sitter, job } = await bookJob(people);
    await runInDatabase(
      owner.community,
      `UPDATE jobs SET start_date = now() - interval '1 hour', end_date = now() - interval '5 minutes' WHERE id = $1`,
      [job.id],
    );
    const page = await openOffline(people, sitter);
    const card = cardOf(page, job);
    const start = card.getByRole('button', { name: 'Start when online' });
    await start.tap({ trial: true });
    const setSpeed = await controlAnimations(page);
    await setSpeed(ALMOST_STILL);
    await start.tap();
    const { x, y } = await middleOf(card.getByRole('button', { name: 'Mark as done when online' }));
    await page.touchscreen.tap(x, y);
    await setSpeed(1);
    await card.getByRole('button', { name: 'Mark as done when online' }).tap();
    const waiting = page.getByRole('region', { name: 'Not sent yet' });
    await expect(waiting.getByText('Waiting to be sent')).toHaveCount(2);
    await expect(waiting.getByText('Start the job')).toHaveCount(1);
  });
});

/** The speed at which a slow second tap is still part of a double tap. */
const ALMOST_STILL = 0.01;

/** Sets the speed of the page's animations; 1 is normal. */
async function controlAnimations(page: Page): Promise<(playbackRate: number) => Promise<unknown>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Animation.enable');
  return (playbackRate) => devtools.send('Animation.setPlaybackRate', { playbackRate });
}

async function middleOf(element: Locator): Promise<{ x: number; y: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error('it is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Fails the next request that sends a message. */
async function failSending(page: Page): Promise<void> {
  let hasFailed = false;
  await page.route('**/rest/v1/messages', async (route) => {
    if (hasFailed || route.request().method() !== 'POST') return route.fallback();
    hasFailed = true;
    await route.abort();
  });
}

test('what a sitter wrote offline is sent once when its first request after the connection returned has failed, on My Day and on any other page [M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await openOffline(people, sitter);
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await writeOffline(page, job, 'Biscuit is fed.');
  await failSending(page);
  await page.context().setOffline(false);
  await expect.poll(() => messagesOf(owner, job)).toEqual(['Biscuit is fed.']);
  await expect(waiting).toBeHidden();

  await test.step('a press of Send while connected', async () => {
    await page.context().setOffline(true);
    const card = cardOf(page, job);
    await card.getByLabel('Message to Olive Owner').fill('Biscuit sleeps.');
    await page.context().setOffline(false);
    await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
    await failSending(page);
    await card.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => messagesOf(owner, job)).toEqual(['Biscuit is fed.', 'Biscuit sleeps.']);
    await expect(waiting).toBeHidden();
  });

  await test.step('another page', async () => {
    await page.context().setOffline(true);
    await writeOffline(page, job, 'Biscuit is out.');
    await failSending(page);
    await page.goto('/my-jobs');
    await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
    await page.context().setOffline(false);
    await page.goto('/my-jobs');
    await expect
      .poll(() => messagesOf(owner, job))
      .toEqual(['Biscuit is fed.', 'Biscuit sleeps.', 'Biscuit is out.']);
  });
});

test('a message that a sitter removes while an earlier one is being sent is not sent, and the one being sent stays [M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await openOffline(people, sitter);
  const waiting = page.getByRole('region', { name: 'Not sent yet' });
  await writeOffline(page, job, 'Biscuit is fed.');
  await writeOffline(page, job, 'The door code is 4711.');
  const { release } = await hold(page, '**/rest/v1/messages');
  const sending = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/rest/v1/messages'),
  );
  await page.context().setOffline(false);
  await sending;
  await waiting.getByRole('button', { name: 'Remove' }).first().click();
  await expect(toast(page, 'It’s being sent right now')).toBeVisible();
  await waiting.getByRole('button', { name: 'Remove' }).last().click();
  await expect(waiting.getByRole('listitem')).toHaveCount(1);
  await expect(waiting).toContainText('Biscuit is fed.');
  release();
  await expect(waiting).toBeHidden();
  expect(await messagesOf(owner, job)).toEqual(['Biscuit is fed.']);
});

test.describe('in a browser whose service worker is not registered', () => {
  test.use({ serviceWorkers: 'block' });

  for (const [browser, prepare, state] of [
    ['has no service workers', 'delete Navigator.prototype.serviceWorker', 'This page won’t open'],
    ['failed to load it', '', /^Saved at [^.]+\.$/],
  ] as const) {
    test(`an owner whose browser ${browser} reads on My Day that their sitter released the job, and no promise that it opens offline [M1 X4]`, async ({
      people,
    }) => {
      const { owner, sitter, job } = await bookJob(people);
      const page = await people.open(owner, '/about');
      await page.addInitScript(prepare);
      await page.goto('/my-day');
      // A toast about the claim may name the sitter too.
      const name = page.getByText('Sam Sitter', { exact: true });
      await expect(name).toBeVisible();
      // By then the page has tried to register the worker, and keeps its day current.
      await page.waitForTimeout(5_000);
      await expect(page.getByText(state)).toBeVisible();
      await expect(page.getByText('Opens offline')).toHaveCount(0);
      await moveJob(sitter, job.id, 'release');
      await expect(name).toHaveCount(0);
    });
  }
});

test('a sitter whose session ended while they were offline signs in again, and what they wrote is sent once [M1 U7]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await openOffline(people, sitter);
  await writeOffline(page, job, 'Biscuit is fed.');
  await test.step('the message stays visible after its stored day has expired', async () => {
    await page.evaluate(`indexedDB.databases().then((all) => all.forEach(({ name }) => {
      if (name.startsWith('kindpal-day-')) indexedDB.deleteDatabase(name);
    }))`);
    await page.reload();
    await expect(page.getByText('Nothing is saved on this device.')).toBeVisible();
    await expect(page.getByText('“Biscuit is fed.”')).toBeVisible();
  });
  const ended = await sitter.api.post('/auth/v1/logout', { data: {} });
  expect(ended.status()).toBe(204);

  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/join/);
  await expect(page.getByText('1 message will be sent when you do.')).toBeVisible();
  await signIn(page, sitter);
  await expect(page).toHaveURL(/\/my-day/);
  await expect.poll(() => messagesOf(owner, job)).toEqual(['Biscuit is fed.']);
  await expect(page.getByText('“Biscuit is fed.”')).toBeHidden();
});

test('a sitter who was suspended while offline has nothing of a job left on the device, and nothing is sent [M1 S4]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  // Invite codes of suspended members stop working: the owner uses the one of this sitter.
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  await claimJob(sitter, job);
  const page = await openOffline(people, sitter);
  await writeOffline(page, job, 'Biscuit is fed.');
  await suspend(sitter);

  await page.context().setOffline(false);
  await expect(page).toHaveURL(/\/join/);
  const days = () =>
    page.evaluate(`indexedDB.databases().then((all) => all.map(({ name }) => name)
      .filter((name) => name.startsWith('kindpal-day-')))`);
  await expect.poll(days).toEqual([]);
  expect(await messagesOf(owner, job)).toEqual([]);
});

test('a sitter whose device is full reads My Day, and is told that it won’t open offline or keep a message [M1]', async ({
  people,
}) => {
  const { sitter, job } = await bookJob(people);
  const page = await people.open(sitter, '/notifications');
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.goto('/my-day');
  await expect(page.getByRole('article').filter({ hasText: job.title })).toBeVisible();
  await expect(page.getByText('There’s no room on this device to save it.')).toBeVisible();
  await devtools.send('Storage.overrideQuotaForOrigin', { origin });
  await page.reload();
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();

  await workerOf(page);
  await page.context().setOffline(true);
  const card = cardOf(page, job);
  await card.getByLabel('Message to').fill('Biscuit is fed.');
  // A lower quota applies only to pages opened afterwards.
  await page.evaluate(`IDBObjectStore.prototype.add = () => {
    throw new DOMException('No space', 'QuotaExceededError');
  }`);
  await card.getByRole('button', { name: 'Send when online' }).click();
  await expect(card.getByText('There’s no room on this device to keep it.')).toBeVisible();
  await expect(card.getByLabel('Message to')).toHaveValue('Biscuit is fed.');
  await expect(page.getByRole('region', { name: 'Not sent yet' })).toHaveCount(0);
});

/** The asset path of the second release. */
const SECOND = /^\/assets2\//;

test('a release between visits is offered, not forced over unsaved input, and opens My Day offline [M1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner, {});
  await claimJob(sitter, job);
  const releases = await startReleases(sitter.community.origin);
  const page = await people.open(sitter, `${releases.origin}/my-day`);
  await expect(page.getByText(/^Saved at .* Opens offline/)).toBeVisible();
  await workerOf(page);
  await page.goto(`${releases.origin}/dashboard?chat=${job.id}`);
  const message = page.getByLabel('Message about');
  await message.fill('How do I change my hours?');

  releases.publish();
  // A page checks when it is shown again after an hour.
  await page.evaluate('navigator.serviceWorker.ready.then((found) => found.update())');
  await expect(page.getByText('A new version is ready')).toBeVisible();
  await expect(message).toHaveValue('How do I change my hours?');
  await page.getByRole('button', { name: 'Refresh' }).click();
  const styles = page.locator('link[rel=stylesheet]').first();
  await expect(styles).toHaveAttribute('href', SECOND);
  await expect(message).toHaveValue('How do I change my hours?');

  // The first release's worker controls no page any more, and the second takes over silently.
  const isChanging =
    'navigator.serviceWorker.ready.then((found) => Boolean(found.installing ?? found.waiting))';
  await expect.poll(() => page.evaluate(isChanging)).toBe(false);
  await page.context().setOffline(true);
  await page.goto(`${releases.origin}/my-day`);
  await expect(page.getByRole('article').filter({ hasText: job.title })).toBeVisible();
  await expect(styles).toHaveAttribute('href', SECOND);
  releases.close();
});
