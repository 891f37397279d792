import type { Page } from '@playwright/test';
import { expect, test, toast } from './support/fixtures.ts';
import { bookJob, claimJob, moveJob, postJob } from './support/jobs.ts';

const EMAIL = /[\w.+-]+@[\w-]+(\.[\w-]+)+/g;
const SUPPORT = 'support@kindpal.example';

/** Collects every response with text that reaches a page from now on. */
function listen(page: Page): { bodies(): Promise<string> } {
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    const kind = response.headers()['content-type'] ?? '';
    if (kind.includes('json')) answers.push(response.text().catch(() => ''));
  });
  return { bodies: async () => (await Promise.all(answers)).join('\n') };
}

const addressesIn = (text: string) =>
  (text.match(EMAIL) ?? []).filter((address) => address !== SUPPORT);

test('a visitor sees a job’s area, type, week, pay and pet, and nobody’s address [J1 J4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Ownerson', 'pet_owner');
  const job = await postJob(owner, { pet_details: { name: 'Waffles', size: 'large' } });
  const page = await people.open(null, '/about');
  const responses = listen(page);
  await page.goto('/jobs');
  await expect(page.getByRole('link', { name: 'Pet sitting for Waffles' }).first()).toBeVisible();
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByRole('heading', { name: 'Pet sitting for Waffles' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Old Town')).toBeVisible();
  await expect(page.getByText('$80')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Claim This Job' })).toHaveCount(0);
  await page.goto(`/profile/${owner.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olive O.');

  const bodies = await responses.bodies();
  expect(bodies).toContain('Waffles');
  expect(addressesIn(bodies)).toEqual([]);
  for (const secret of ['Ownerson', '12 Acorn Lane', job.title, 'Two walks a day']) {
    expect(bodies).not.toContain(secret);
  }
  const shared = await (await page.request.get(`/jobs/${job.id}`)).text();
  expect(shared).not.toContain('Waffles');
  const seen = await (await page.request.get(`/rest/v1/jobs/${job.id}`)).json();
  expect(Object.keys(seen).sort()).toEqual([
    'can',
    'created_at',
    'hourly_rate',
    'id',
    'job_type',
    'location',
    'pet_details',
    'status',
    'total_amount',
    'view',
    'week',
  ]);
});

test('a visitor finds no trace of a claimed job, nor which jobs belong to a member [J1 J4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner, { pet_details: { name: 'Pancake', size: 'large' } });
  const page = await people.open(null, `/jobs/${job.id}`);
  await expect(page.getByRole('heading', { name: 'Pet sitting for Pancake' })).toBeVisible();
  await claimJob(sitter, job);
  const responses = listen(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Job not found');
  await expect(page.getByText('This job is no longer available')).toBeVisible();
  await expect(page).not.toHaveTitle(/Pancake/);
  expect(await responses.bodies()).not.toContain('Pancake');
  await page.getByRole('link', { name: 'Browse Jobs' }).click();
  await expect(page).toHaveURL('/jobs');
  expect((await page.request.get(`/rest/v1/jobs?owner_id=${owner.id}`)).status()).toBe(401);
});

test('a member sees no address but their own, in lists, jobs, chats and profiles [J1 J4 M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  await postJob(owner);
  await owner.api.post('/rest/v1/messages', {
    data: { job_id: job.id, client_id: crypto.randomUUID(), content: 'Hello!' },
  });
  const page = await people.open(sitter, '/about');
  const responses = listen(page);
  await page.goto('/jobs');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto('/pet-sitters');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByText('Hello!')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'My Jobs in Progress' })).toContainText(job.title);
  await page.goto(`/profile/${owner.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olive Owner');
  const addresses = new Set(addressesIn(await responses.bodies()));
  addresses.delete(sitter.email);
  expect([...addresses]).toEqual([]);
  const own = await people.open(owner, '/security');
  await own.getByRole('link', { name: 'Who viewed your data' }).click();
  await expect(own.getByRole('list', { name: 'Who viewed your data' })).toContainText(
    'Sam Sitter saw your exact address',
  );
});

test('the next sitter never reads the chat of the owner and the previous sitter [M1 J6]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const first = await people.join('Sam Sitter', 'pet_sitter');
  const second = await people.join('Sal Sitter', 'pet_sitter');
  const job = await postJob(owner);
  await claimJob(first, job);
  await owner.api.post('/rest/v1/messages', {
    data: { job_id: job.id, client_id: crypto.randomUUID(), content: 'The code is 4711.' },
  });
  await moveJob(owner, job.id, 'release');
  await claimJob(second, job);
  const page = await people.open(second, '/about');
  const responses = listen(page);
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  expect(await responses.bodies()).not.toContain('4711');
});

test('an unsent message from an owner to one sitter never reaches the next [M1 J6]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const first = await people.join('Sam Sitter', 'pet_sitter');
  const second = await people.join('Sal Sitter', 'pet_sitter');
  const job = await postJob(owner);
  await claimJob(first, job);
  const page = await people.open(owner, `/jobs/${job.id}`);
  const theirs = await people.open(first, `/jobs/${job.id}`);
  const box = page.getByLabel(`Message about ${job.title}`);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await page.context().setOffline(true);
  await box.fill('The door code is 4711.');
  await box.press('Enter');
  await expect(page.getByText('Not sent. Try again')).toBeVisible();
  await box.fill('And the alarm is 08');

  await theirs.getByRole('button', { name: 'More' }).click();
  await theirs.getByRole('menuitem', { name: 'Cancel my claim' }).click();
  await theirs.getByRole('alertdialog').getByRole('button', { name: 'Cancel my claim' }).click();
  await expect(toast(theirs, 'Your claim is canceled. The job is open again.')).toBeVisible();
  await claimJob(second, job);
  const next = await people.open(second, `/jobs/${job.id}`);
  await expect(next.getByText('No messages yet.')).toBeVisible();
  const responses = listen(next);

  await page.context().setOffline(false);
  await expect(page.getByRole('region', { name: 'Sitter', exact: true })).toContainText(
    'Sal Sitter',
  );
  const chat = page.getByRole('region', { name: 'Chat', exact: true });
  await expect(chat.getByText('No messages yet.')).toBeVisible();
  await expect(box).toHaveValue('');
  await expect(chat).not.toContainText('4711');
  const earlier = page.getByRole('region', { name: 'Earlier chat with Sam Sitter' });
  await expect(earlier.getByText('The door code is 4711.')).toBeVisible();
  await expect(earlier.getByText('And the alarm is 08')).toBeVisible();
  await expect(earlier.getByText('Not sent. The claim ended.')).toHaveCount(2);
  await expect(earlier.getByText('Try again')).toHaveCount(0);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await earlier.getByRole('button', { name: 'Copy' }).first().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('The door code is 4711.');
  await earlier.getByRole('button', { name: 'Discard' }).first().click();
  await expect(earlier.getByText('4711')).toHaveCount(0);
  await expect(earlier.getByRole('log')).toBeFocused();
  await page.reload();
  await expect(earlier.getByText('And the alarm is 08')).toBeVisible();
  await earlier.getByRole('button', { name: 'Discard' }).click();
  await page.reload();
  await expect(chat.getByText('No messages yet.')).toBeVisible();
  await expect(earlier).toHaveCount(0);

  await box.fill('Welcome, Sal.');
  await box.press('Enter');
  await expect(next.getByRole('log')).toContainText('Welcome, Sal.');
  expect(await responses.bodies()).not.toMatch(/4711|alarm/);
});
