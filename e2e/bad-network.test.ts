import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from '@playwright/test';
import {
  expect,
  hold,
  leaveOutAnswers,
  leaveOutEvents,
  leaveOutSession,
  loseAnswer,
  serverError,
  test,
  toast,
  toastsStand,
} from './support/fixtures.ts';
import { bookJob, fillJobForm, freshTitle, moveJob, PET_PHOTO, postJob } from './support/jobs.ts';
import { freshEmail, introduce, type Member, PASSWORD, type People } from './support/people.ts';

const UNREACHABLE =
  "We can't reach Kindpal right now. Check your connection; nothing you typed is lost.";

/** Counts a page's requests to the server. */
function countRequests(page: Page, method: string, path: string): () => number {
  let count = 0;
  page.on('request', (request: Request) => {
    if (request.method() === method && new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}

/** The addresses of the built route manifest and of a route's script. */
function builtFiles(page: Page, route: string): Promise<{ manifest: string; script: string }> {
  return page.evaluate(`({
    manifest: window.__reactRouterManifest.url,
    script: window.__reactRouterManifest.routes['${route}'].module,
  })`);
}

/** The page of an invite, on which a newcomer has filled in the form. */
async function openFilledSignUp(people: People, code: string): Promise<Page> {
  const page = await people.open(null, `/join#code=${code}`);
  await page.getByLabel('Full Name').fill('Nora Newcomer');
  await page.getByRole('tabpanel').getByLabel('Email').fill(freshEmail());
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByLabel('I accept the terms').check();
  return page;
}

const ABOUT = 'I grew up with two beagles.';

/** A new sitter who has filled in the introduction before a claim, with a hello to the owner. */
async function introduceTo(people: People) {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner);
  const page = await people.open(sitter, `/jobs/${job.id}`);
  const claim = page.getByRole('button', { name: 'Claim This Job' });
  const panel = page.getByRole('dialog', { name: 'Introduce yourself' });
  await claim.click();
  await panel.getByLabel('Location').fill('old twn');
  await page.getByRole('option', { name: 'Old Town, Maine' }).click();
  await panel.getByLabel('About you').fill(ABOUT);
  await panel.getByLabel('Say hello to Olive').fill('When shall I come by?');
  return { owner, sitter, job, page, claim, panel };
}

/** The messages about a job that have reached its owner. */
async function readBy(owner: Member, job: { id: string }): Promise<string[]> {
  const read = await owner.api.get('/rest/v1/messages', { params: { job_id: job.id } });
  return (await read.json()).items.map(({ content }: { content: string }) => content);
}

test('an owner without a network keeps the form, is told why, and posts when it is back [J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  const title = freshTitle('Posted from a tunnel');
  await fillJobForm(page, title);
  await expect(toastsStand(page)).toBeAttached();
  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(toast(page, 'Failed to post job. Please try again.')).toBeVisible();
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.context().setOffline(false);
  await expect(page.getByText('You’re offline.')).toBeHidden();
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
  await expect(toast(page, 'Failed to post job. Please try again.')).toBeHidden();
});

test('an error without a network before the first touch is shown immediately, and later in its place [P9]', async ({
  people,
}) => {
  const page = await people.open(null, '/join?tab=signin');
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByRole('button', { name: 'Sign In' }).waitFor();
  await page.context().setOffline(true);
  await form.getByLabel('Email').fill('olive@example.org');
  await form.getByLabel('Password', { exact: true }).fill('Walkies-4-all');
  await form.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert').getByText(UNREACHABLE)).toBeVisible();
  await expect(toastsStand(page)).toBeHidden();
  await page.context().setOffline(false);
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await expect(form.getByLabel('Email')).toHaveValue('olive@example.org');
});

/** Built files have no names: those that contain a text, such as a class of the part they draw. */
function builtFilesWith(text: string): string[] {
  const assets = join(import.meta.dirname, '../web/build/client/assets');
  const files = readdirSync(assets).filter((file) => file.endsWith('.js'));
  const found = files.filter((file) => readFileSync(join(assets, file), 'utf8').includes(text));
  expect(found).not.toEqual([]);
  return found;
}

test('if the code of the toasts cannot load, an error disappears with its page and a success after its time [P9]', async ({
  people,
}) => {
  const page = await people.open(null, '/about');
  for (const file of builtFilesWith('data-[front=false]')) {
    await page.route(`**/assets/${file}`, (route) => route.abort());
  }
  await page.route('**/auth/v1/token*', (route) => route.abort());
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign In', exact: true }).first().click();
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill('olive@example.org');
  await form.getByLabel('Password', { exact: true }).fill('Walkies-4-all');
  await form.getByRole('button', { name: 'Sign In' }).click();
  const told = page.getByRole('alert').getByText(UNREACHABLE);
  await expect(told).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(told).toBeHidden();

  await page.goForward();
  await form.getByRole('button', { name: 'Forgot Password?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('olive@example.org');
  await dialog.getByRole('button', { name: /^Send/ }).click();
  const sent = page.getByRole('alert').getByText('Reset email sent');
  await expect(sent).toBeVisible();
  await expect(sent).toBeHidden();
});

test('being offline is shown below the bar, where it covers no heading, on a phone as well', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/about');
  for (const path of ['/dashboard', '/post-job', '/jobs']) {
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1 });
      const before = await heading.boundingBox();
      await page.context().setOffline(true);
      const line = page.getByText('You’re offline.');
      await expect(line).toBeVisible();
      const said = await line.boundingBox();
      expect(await heading.boundingBox(), `${path} at ${width} px`).toEqual(before);
      expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(before?.y ?? 0);
      await page.context().setOffline(false);
    }
  }
  await test.step('a chat fills a phone up to the bar, and makes room for the line', async () => {
    const sitter = await people.join('Sam Sitter', 'pet_sitter');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`/chat/${sitter.id}`);
    const heading = page.getByRole('heading', { level: 1, name: sitter.name });
    await expect(heading).toBeVisible();
    await page.context().setOffline(true);
    const line = page.getByText('You’re offline.');
    await expect(line).toBeVisible();
    const said = await line.boundingBox();
    const below = await heading.boundingBox();
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await page.context().setOffline(false);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  // A list without data says why, before it gives up.
  await leaveOutAnswers(page, '**/pet-sitters');
  await page.route(/\/rest\/v1\/users(\?|$)/, (route) => route.abort('internetdisconnected'));
  await page.goto('/pet-sitters');
  await expect(page.getByText('You seem to be offline. Retrying…')).toBeVisible();
});

test('an owner whose response was lost posts again, and the job exists once [J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  const title = freshTitle('Posted, but nobody said so');
  await fillJobForm(page, title);
  await loseAnswer(page, '**/rest/v1/jobs');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: title })).toHaveCount(1);
});

test('an owner who corrects the job after a lost response learns that the first version is posted, and posts this one too [J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  const title = freshTitle('First version');
  await fillJobForm(page, title);
  await loseAnswer(page, '**/rest/v1/jobs');
  const post = page.getByRole('button', { name: 'Post Job' });
  await post.click();
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await page.getByLabel('Title').fill('Corrected version');
  await post.click();
  await expect(toast(page, 'An earlier version is posted already')).toBeVisible();
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto('/post-job');
  await expect(page.getByLabel('Title')).toHaveValue('Corrected version');
  await post.click();
  await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
  const posted = await owner.api.get('/rest/v1/jobs', { params: { owner_id: owner.id } });
  const { items } = await posted.json();
  expect(items.map((job: { title: string }) => job.title)).toEqual(['Corrected version', title]);
});

test('health notes that an owner corrects after a lost response are the ones that are stored [X2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/edit-profile');
  await page.getByRole('button', { name: 'Add a Pet' }).click();
  await page.getByLabel('Pet name').fill('Biscuit');
  await page.getByLabel('Breed').fill('Beagle');
  const notes = page.getByLabel('Medical conditions');
  await notes.fill('Insulin: 2 units');
  await loseAnswer(page, '**/rest/v1/pet_profiles');
  const save = page.getByRole('button', { name: 'Save Pet' });
  await save.click();
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await notes.fill('Insulin: 12 units');
  await save.click();
  await expect(toast(page, 'Biscuit is in')).toBeVisible();
  const { items } = await (await owner.api.get('/rest/v1/pet_profiles')).json();
  expect(items).toMatchObject([{ name: 'Biscuit', medical_conditions: 'Insulin: 12 units' }]);
});

test('a newcomer whose browser itself repeated the request is signed in to the account that exists [U1]', async ({
  people,
}) => {
  await people.letIn(async (code) => {
    const page = await openFilledSignUp(people, code);
    await page.route('**/auth/v1/signup', async (route) => {
      await route.fetch();
      await route.continue();
    });
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Nora');
    return page;
  });
});

test('a newcomer whose response was lost presses again, and is signed in to the account that exists [U1]', async ({
  people,
}) => {
  await people.letIn(async (code) => {
    const page = await openFilledSignUp(people, code);
    await loseAnswer(page, '**/auth/v1/signup');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(toast(page, UNREACHABLE)).toBeVisible();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Nora');
    return page;
  });
});

test('an owner of a site without https posts a job, and the page names its view [J2 S3]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/about');
  // Browsers leave it out there.
  await page.addInitScript('delete Crypto.prototype.randomUUID');
  await page.goto('/post-job');
  const title = freshTitle('Over plain http');
  await fillJobForm(page, title);
  const isPosted = page.waitForRequest('**/rest/v1/jobs');
  await page.getByRole('button', { name: 'Post Job' }).click();
  expect((await isPosted).headers()['x-kindpal-view']).toMatch(/^[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
});

test('an owner who reloads in the middle of a form finds the input again [J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  const title = freshTitle('Reloaded');
  await fillJobForm(page, title);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Pet size')).toHaveValue('small');
});

test('an impatient member presses twice, and posts, claims and sends once [J2 J5 M1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  await introduce(sitter);
  const page = await people.open(owner, '/post-job');
  const posts = countRequests(page, 'POST', '/rest/v1/jobs');
  const title = freshTitle('Pressed twice');
  await fillJobForm(page, title);
  await page.getByRole('button', { name: 'Post Job' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
  expect(posts()).toBe(1);
  await page.getByRole('link', { name: 'View Job' }).click();

  const theirs = await people.open(sitter, new URL(page.url()).pathname);
  await theirs.getByRole('button', { name: 'Claim This Job' }).dblclick();
  await expect(theirs.getByRole('heading', { name: 'This job is yours' })).toBeVisible();
  await expect(toast(theirs, 'Job No Longer Available')).toBeHidden();
  const claims = await sitter.api.get('/rest/v1/job_claims', { params: { live: 'true' } });
  expect((await claims.json()).items).toHaveLength(1);

  const sent = countRequests(theirs, 'POST', '/rest/v1/messages');
  await theirs.getByLabel('Message about').fill('I will bring treats.');
  await theirs.getByRole('button', { name: 'Send message' }).dblclick();
  await expect(page.getByRole('log').getByText('I will bring treats.')).toHaveCount(1);
  expect(sent()).toBe(1);
});

test('a sitter whose first claim fails without a network finds what they wrote about themselves again [J5]', async ({
  people,
}) => {
  const { owner, sitter, job, page, claim, panel } = await introduceTo(people);
  await expect(toastsStand(page)).toBeAttached();
  await page.context().setOffline(true);
  await panel.getByRole('button', { name: 'Save and claim' }).click();
  const failure = toastsStand(page).getByRole('listitem');
  await expect(failure).toContainText('Failed to claim job');
  await expect(failure).toContainText('Your profile wasn’t saved either');
  await expect(failure).toHaveCount(1);

  await page.context().setOffline(false);
  await claim.click();
  await expect(panel.getByLabel('About you')).toHaveValue(ABOUT);
  await expect(panel.getByLabel('Location')).toHaveValue('Old Town, Maine');
  await expect(panel.getByLabel('Say hello to Olive')).toHaveValue('When shall I come by?');
  // The job is theirs even if the message is lost, which then waits in the chat.
  await page.route('**/rest/v1/messages', (route) => route.abort());
  await panel.getByRole('button', { name: 'Save and claim' }).click();
  await expect(page.getByRole('heading', { name: 'This job is yours' })).toBeVisible();
  await expect(toast(page, 'Your message wasn’t sent')).toBeVisible();
  await page.unroute('**/rest/v1/messages');
  await page.getByRole('log').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('log').getByText('Not sent')).toHaveCount(0);
  const sent = { params: { job_id: job.id } };
  await expect
    .poll(async () => (await owner.api.get('/rest/v1/messages', sent)).text())
    .toContain('When shall I come by?');
  await expect
    .poll(async () => (await (await sitter.api.get(`/rest/v1/users/${sitter.id}`)).json()).bio)
    .toBe(ABOUT);
});

test('a hello to the owner waits for the claim, also if only the profile was saved, and is shown before it is sent [J5] [M1]', async ({
  people,
}) => {
  const { owner, job, page, claim, panel } = await introduceTo(people);
  await page.route('**/rest/v1/job_claims', (route) => route.abort());
  await panel.getByRole('button', { name: 'Save and claim' }).click();
  await expect(toast(page, 'Failed to claim job')).toBeVisible();
  await page.unroute('**/rest/v1/job_claims');
  await page.reload();
  await claim.click();
  const kept = page.getByRole('dialog', { name: 'Send your message too?' });
  await expect(kept.getByLabel('Say hello to Olive')).toHaveValue('When shall I come by?');
  await expect(kept.getByLabel('About you')).toHaveCount(0);
  await kept.getByLabel('Say hello to Olive').fill('Shall I come by at six?');
  await kept.getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByRole('heading', { name: 'This job is yours' })).toBeVisible();
  await expect(page.getByRole('log').getByText('Shall I come by at six?')).toHaveCount(1);
  await expect.poll(() => readBy(owner, job)).toEqual(['Shall I come by at six?']);
});

test('a hello that the sitter dismissed is not sent, and one that they deleted neither [J5] [M1]', async ({
  people,
}) => {
  const { owner, sitter, job, page, claim, panel } = await introduceTo(people);
  await panel.getByLabel('Say hello to Olive').fill('I am not sure that');
  await panel.getByRole('button', { name: 'Not now' }).click();
  await introduce(sitter);
  await page.reload();
  await claim.click();
  const kept = page.getByRole('dialog', { name: 'Send your message too?' });
  await kept.getByLabel('Say hello to Olive').fill('');
  await kept.getByRole('button', { name: 'Claim' }).click();
  await expect(page.getByRole('heading', { name: 'This job is yours' })).toBeVisible();
  await expect(page.getByRole('log').getByText('No messages yet.')).toBeVisible();
  await expect(page.getByLabel('Message about')).toHaveValue('');
  expect(await readBy(owner, job)).toEqual([]);
});

test('a sitter whose claim was stored, but not answered, finds their hello in the box of the chat [J5] [M1]', async ({
  people,
}) => {
  const { owner, job, page, panel } = await introduceTo(people);
  await page.route('**/rest/v1/job_claims', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await panel.getByRole('button', { name: 'Save and claim' }).click();
  await expect(page.getByRole('heading', { name: 'This job is yours' })).toBeVisible();
  await expect(toast(page, 'Your first message isn’t sent yet.')).toBeVisible();
  const box = page.getByLabel('Message about');
  await expect(box).toHaveValue('When shall I come by?');
  await page.reload();
  await expect(box).toHaveValue('When shall I come by?');
  await expect(page.getByRole('log').getByText('No messages yet.')).toBeVisible();
  expect(await readBy(owner, job)).toEqual([]);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect.poll(() => readBy(owner, job)).toEqual(['When shall I come by?']);
});

test('a hello that is being sent cannot be discarded, and the unsaved profile is kept [J5] [M1]', async ({
  people,
}) => {
  const { owner, job, page, claim, panel } = await introduceTo(people);
  const { release } = await hold(page, '**/rest/v1/messages');
  await page.route('**/rest/v1/users/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  );
  await panel.getByRole('button', { name: 'Save and claim' }).click();
  const log = page.getByRole('log');
  await expect(log.getByText('When shall I come by?')).toHaveCount(1);
  await expect(log.getByText('Sending...')).toBeVisible();
  await expect(log.getByRole('button', { name: 'Discard' })).toHaveCount(0);
  // A sitter who leaves the page and comes back sees the same.
  await page.getByRole('link', { name: 'Sitters', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Your Pet Pal');
  await page.goBack();
  await expect(log.getByText('Sending...')).toBeVisible();
  release();
  await expect(log.getByText('Sending...')).toHaveCount(0);
  await expect(log.getByText('When shall I come by?')).toHaveCount(1);
  await expect(log.getByText('Not sent')).toHaveCount(0);
  expect(await readBy(owner, job)).toEqual(['When shall I come by?']);

  const next = await postJob(owner);
  await page.goto(`/jobs/${next.id}`);
  await claim.click();
  await expect(panel.getByLabel('About you')).toHaveValue(ABOUT);
  await expect(panel.getByLabel('Say hello to Olive')).toHaveValue('');
});

test('a sitter who cancels again, because the answer was lost, is told that the job is no longer theirs [J6]', async ({
  people,
}) => {
  const { sitter, job } = await bookJob(people);
  const page = await people.open(sitter, `/jobs/${job.id}`);
  await page.route('**/rest/v1/rpc/move_job', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Cancel my claim' }).click();
  const ask = page.getByRole('alertdialog');
  await ask.getByRole('button', { name: 'Cancel my claim' }).click();
  await expect(toast(page, UNREACHABLE)).toBeVisible();
  await page.unroute('**/rest/v1/rpc/move_job');
  await ask.getByRole('button', { name: 'Cancel my claim' }).click();
  await expect(toast(page, 'You no longer have this job.')).toBeVisible();
  await expect(ask).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Claim This Job' })).toBeVisible();
});

test('a message written without a network waits to be sent again, and arrives once [M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const theirs = await people.open(sitter, `/jobs/${job.id}`);
  const page = await people.open(owner, `/jobs/${job.id}`);
  await expect(page.getByText('No messages yet.')).toBeVisible();

  await page.getByLabel('Message about').fill('   ');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await page.getByLabel('Message about').click();
  await expect(toastsStand(page)).toBeAttached();
  await page.context().setOffline(true);
  await page.getByLabel('Message about').fill('  Where is the lead?  ');
  await page.getByLabel('Message about').press('Enter');
  await expect(toast(page, `Failed to send message. ${UNREACHABLE}`)).toBeVisible();
  const retry = page.getByRole('button', { name: 'Not sent. Try again' });
  await expect(retry).toBeVisible();
  // Back online it goes out by itself.
  await page.context().setOffline(false);
  await expect(retry).toBeHidden();
  await expect(
    theirs.getByRole('log').getByText('Where is the lead?', { exact: true }),
  ).toHaveCount(1);

  // Messages sent while the other side was offline are there when they are back.
  await theirs.context().setOffline(true);
  await page.getByLabel('Message about').fill('Found it.');
  await page.getByLabel('Message about').press('Enter');
  await expect(page.getByRole('log').getByText('Found it.')).toBeVisible();
  await theirs.context().setOffline(false);
  await expect(theirs.getByRole('log').getByText('Found it.')).toHaveCount(1);
});

test('a message that a restarting server did not get is sent once the live stream is back [M1 X4]', async ({
  people,
}) => {
  const { owner, job } = await bookJob(people);
  const page = await people.open(owner, '/about');
  // Each of these streams ends at once, and the browser opens the next.
  await page.route('**/realtime/v1*', (route) =>
    route.fulfill({
      contentType: 'text/event-stream',
      body: `retry: 500\nevent: ready\ndata: ${JSON.stringify({ member_id: owner.id })}\n\n`,
    }),
  );
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  const sending = '**/rest/v1/messages';
  await page.route(sending, (route) => route.abort(), { times: 1 });
  const hasFailed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/rest/v1/messages'),
  );
  await page.getByLabel('Message about').fill('Where is the lead?');
  await page.getByLabel('Message about').press('Enter');
  await hasFailed;
  const arrived = async () => {
    const thread = await owner.api.get('/rest/v1/messages', { params: { job_id: job.id } });
    const { items } = (await thread.json()) as { items: { content: string }[] };
    return items.map(({ content }) => content);
  };
  await expect.poll(arrived).toEqual(['Where is the lead?']);
  await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toHaveCount(0);
});

test('a page whose first responses are lost retries by itself [P12 J4]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, '/about');
  await leaveOutAnswers(page, `**/jobs/${job.id}`);
  await page.route(`**/rest/v1/jobs/${job.id}`, (route) => route.abort(), { times: 2 });
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title);
});

test('a job that fails to load says so, and loads on retry [J4]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, '/about');
  const address = `/rest/v1/jobs/${job.id}`;
  const asked = countRequests(page, 'GET', address);
  await leaveOutAnswers(page, `**/jobs/${job.id}`);
  await page.route(`**${address}`, (route) => route.fulfill(serverError()));
  await leaveOutEvents(page);
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByRole('heading', { name: 'Could not load job details' })).toBeVisible();
  expect(asked()).toBe(2);
  await page.unroute(`**${address}`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title);
  expect(asked()).toBe(3);
});

test('a job opened from the list starts with the list’s data while the rest loads [J4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner);
  const page = await people.open(sitter, '/jobs');
  const { release } = await hold(page, `**/rest/v1/jobs/${job.id}`);
  await page.getByRole('link', { name: job.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading the job' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Claim This Job' })).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Claim This Job' })).toBeVisible();
});

test('an owner who opens a job to confirm from a list never reads that it is completed [J4 J9]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  await moveJob(sitter, job.id, 'start');
  await moveJob(sitter, job.id, 'complete');
  const page = await people.open(owner, '/my-jobs?as=owner');
  const { release } = await hold(page, `**/rest/v1/jobs/${job.id}`);
  await page.getByRole('link', { name: job.title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading the job' })).toBeAttached();
  await expect(page.getByText('Completed', { exact: true })).toHaveCount(0);
  release();
  await expect(page.getByText('To confirm', { exact: true })).toBeVisible();
});

test('a list that fails to load tries three times, says so, and reports when it is back [J1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  await postJob(owner);
  const page = await people.open(owner, '/about');
  const asked = countRequests(page, 'GET', '/rest/v1/jobs');
  await leaveOutAnswers(page, '**/jobs');
  await page.route('**/rest/v1/jobs?*', (route) => route.abort());
  await leaveOutEvents(page);
  await page.goto('/jobs');
  await expect(page.getByText('An unexpected error occurred while loading jobs.')).toBeVisible();
  await expect(toast(page, 'Something went wrong. Please try refreshing the page.')).toBeVisible();
  expect(asked()).toBe(4);
  await page.unroute('**/rest/v1/jobs?*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  // Other journeys may have posted a page of newer jobs meanwhile.
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(toast(page, /^Found \d+ available jobs$/)).toBeVisible();
});

test('a member whose session cannot be checked is told, and continues when it can [U7]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/about');
  await page.context().addCookies((await member.api.storageState()).cookies);
  await leaveOutSession(page, '**/dashboard');
  await page.route('**/auth/v1/session', (route) => route.abort(), { times: 2 });
  await page.goto('/dashboard');
  await expect(
    page.getByRole('heading', { name: "We can't reach Kindpal right now" }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Hello, Molly' })).toBeVisible();
});

test('a job’s page and My Day keep what they show while a proxy answers in place of the server [J4 M1]', async ({
  people,
}) => {
  const { sitter, job } = await bookJob(people);
  const page = await people.open(sitter, '/my-day');
  await expect(page.getByText(/^Saved at [^.]+\.$/)).toBeVisible();
  const address = `**/rest/v1/jobs/${job.id}`;
  const proxy = { status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' };
  await page.route(address, (route) => route.fulfill(proxy));
  await page.reload();
  await expect(page.getByText('Changes since then aren’t shown.')).toBeVisible();
  await expect(page.getByRole('heading', { name: job.title })).toBeVisible();

  await page.unroute(address);
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title);
  await page.route(address, (route) => route.fulfill(proxy));
  const isAnswered = page.waitForResponse(address);
  await moveJob(sitter, job.id, 'start');
  await isAnswered;
  await page.unroute(address);
  await expect(page.getByText('In progress').first()).toBeVisible();
});

test('My Day tries again by itself until the server answers, and then stops [P12]', async ({
  people,
}) => {
  const { sitter, job } = await bookJob(people);
  const page = await people.open(sitter, '/my-day');
  await expect(page.getByText(/^Saved at [^.]+\.$/)).toBeVisible();

  const agenda = '/rest/v1/rpc/my_agenda';
  const asked = countRequests(page, 'GET', agenda);
  await leaveOutEvents(page);
  await page.route(`**${agenda}`, (route) => route.abort());
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('heading', { name: job.title })).toBeVisible();
  // The clock stands still until the page has asked for the first time.
  await expect.poll(asked).toBeGreaterThan(0);
  await page.clock.runFor(30_000);
  await expect(page.getByText('Changes since then aren’t shown.')).toBeVisible();

  await page.unroute(`**${agenda}`);
  await page.clock.runFor(15_000);
  await expect(page.getByText(/^Saved at [^.]+\.$/)).toBeVisible();
  // A try that was due while another was running follows it once.
  await expect(async () => {
    const last = asked();
    await page.clock.runFor(60_000);
    expect(asked()).toBe(last);
  }).toPass();
});

test('a picture that is invalid, too large or not received is refused with the reason [J2 X5]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  const photo = page.getByLabel('Choose a photo of your pet');
  await photo.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('woof') });
  await expect(page.getByText('Invalid file type').first()).toBeVisible();
  await photo.setInputFiles({
    name: 'a.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  });
  await expect(page.getByText('File too large').first()).toBeVisible();
  await photo.setInputFiles({ name: 'b.png', mimeType: 'image/png', buffer: Buffer.from('woof') });
  await expect(page.getByText('Invalid file type').first()).toBeVisible();
});

test('a job is not posted without the photo that was chosen for it: it is sent again, or removed [J2 X5]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  await fillJobForm(page, freshTitle('With a picture'));
  const uploads = '**/storage/v1/object/**';
  const wait = { code: 'TOO_MANY_REQUESTS', status: 429, data: { retry_after_seconds: 40 } };
  await page.route(uploads, (route) => route.fulfill({ status: 429, json: wait }));
  const file = page.locator('input[type=file]');
  await file.setInputFiles(PET_PHOTO);
  const why = page.getByText('Rate limit exceeded. Please try again in 40 seconds.');
  await expect(why).toHaveCount(2);

  await test.step('posting leads to the photo, and says what to do', async () => {
    await page.getByRole('button', { name: 'Post Job' }).click();
    await expect(file).toBeFocused();
    const error = 'The photo wasn’t uploaded. Try again or remove it.';
    await expect(file).toHaveAccessibleDescription(error);
    await expect(page).toHaveURL('/post-job');
  });

  await test.step('a second try ends the message about the first', async () => {
    await page.route(uploads, (route) => route.abort());
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(file).toHaveAccessibleDescription(
      'Upload failed - Failed to upload image. Please try again.',
    );
    await expect(why).toHaveCount(0);
  });

  await test.step('where a second try would not help, the field still says what is wrong', async () => {
    await file.setInputFiles({
      name: 'a.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
    });
    await expect(file).toHaveAccessibleDescription('File too large');
    await page.getByRole('button', { name: 'Post Job' }).click();
    await expect(file).toBeFocused();
    await expect(file).toHaveAccessibleDescription('File too large');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  });

  await test.step('an upload that stalls can be ended', async () => {
    await page.unroute(uploads);
    await page.route(uploads, () => undefined);
    await file.setInputFiles(PET_PHOTO);
    await expect(page.getByLabel('Uploading').first()).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByLabel('Uploading')).toHaveCount(0);
    await expect(file).toBeFocused();
    await page.unroute(uploads);
    await page.route(uploads, (route) => route.abort());
    await file.setInputFiles(PET_PHOTO);
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  await test.step('without the photo it is posted', async () => {
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Upload failed')).toHaveCount(0);
    await page.getByRole('button', { name: 'Post Job' }).click();
    await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
  });
});

test('a member who opens the menu or an invite without a network keeps page and input, and gets both when it is back [P2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByLabel('Title').fill('Typed in a tunnel');
  const menu = page.getByRole('button', { name: 'Open menu', exact: true });
  await menu.waitFor();
  await page.context().setOffline(true);
  await menu.click();
  await expect(page.getByText('You’re offline.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Typed in a tunnel');
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  await page.context().setOffline(false);
  await page.keyboard.press('Escape');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  // If its code was loaded before, only its data is missing.
  const waits = panel
    .getByText('This hasn’t loaded yet.')
    .or(panel.getByLabel('Loading your invite'))
    .or(panel.getByText('Your invite couldn’t be loaded'));
  await expect(waits.first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(panel.getByRole('region', { name: 'More codes' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Title')).toHaveValue('Typed in a tunnel');
});

test('a page whose script is missing is loaded again, without reloading the current one [P2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/dashboard');
  const loads = countRequests(page, 'GET', '/dashboard');
  const { script } = await builtFiles(page, 'routes/invited');
  expect(script).toMatch(/\.js$/);
  await page.route(`**${script}`, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.getByRole('link', { name: 'Invite a Kindpal' }).click();
  await expect(page.getByText('A part of Kindpal couldn’t be loaded.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(loads()).toBe(0);
  await page.unroute(`**${script}`);
  await expect(page).toHaveURL(/\/invited$/);
  await expect(page.getByText('A part of Kindpal couldn’t be loaded.')).toBeHidden();
});

test('after a new release the next page is loaded completely, once [P2]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/dashboard');
  const { manifest, script } = await builtFiles(page, 'routes/invited');
  // What a server with the next release answers at this release's addresses.
  let isGone = true;
  for (const path of [manifest, script]) {
    await page.route(`**${path}`, (route) =>
      isGone ? route.fulfill({ status: 404, body: 'Not found' }) : route.continue(),
    );
  }
  const loads = countRequests(page, 'GET', '/invited');
  page.on('framenavigated', () => {
    isGone = false;
  });
  await page.getByRole('link', { name: 'Invite a Kindpal' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/invited$/);
  expect(loads()).toBe(1);
});

test('a phone shows why a report was not sent above the reasons that send it [S4]', async ({
  people,
}) => {
  const [reporter, reported] = await Promise.all([
    people.join('Robin Reporter', 'pet_owner'),
    people.join('Sam Sitter', 'pet_sitter'),
  ]);
  const page = await people.open(reporter, `/profile/${reported.id}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.route('**/rest/v1/reports', (route) => route.abort());
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report to our team' });
  await dialog.getByRole('button', { name: 'Something else' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(UNREACHABLE);
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
});
