import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect, leaveOutSession, serverError, test, toast } from './support/fixtures.ts';
import { type Job, minutesAhead, postJob } from './support/jobs.ts';
import { type Member, signIn } from './support/people.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const ADMIN = [
  '/admin',
  '/admin/users',
  '/admin/analytics',
  '/admin/content',
  '/admin/feedback',
  '/admin/invitations',
  '/admin/activity',
  '/admin/system',
  '/admin/database',
  '/admin/settings',
];

test('a visitor sees every public page, and is asked to sign in for the rest [P1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(null, '/');
  const open: Array<[path: string, heading: string | RegExp]> = [
    ['/', /./],
    ['/join', 'Welcome, neighbor'],
    ['/about', /./],
    ['/faq', /./],
    ['/terms', /./],
    ['/guidelines', /./],
    ['/privacy', /./],
    ['/contact', /./],
    ['/confirm-email', 'This email couldn’t be confirmed'],
    ['/undo-email-change', 'This link doesn’t work'],
    ['/not-me', 'This link doesn’t work'],
    ['/sign-in-link', 'This link doesn’t work'],
    ['/newsletter/confirm', 'This link doesn’t work'],
    ['/newsletter/unsubscribe', 'This link doesn’t work'],
    ['/waitlist/confirm', 'This link doesn’t work'],
    ['/jobs', 'Available Jobs'],
    ['/pet-sitters', 'Find Your Pet Pal'],
    [`/jobs/${job.id}`, 'Pet sitting for Biscuit'],
    [`/profile/${owner.id}`, 'Olive O.'],
  ];
  for (const [path, text] of open) {
    await page.goto(path);
    await expect(heading(page), path).toHaveText(text);
    await expect(page, path).toHaveURL(path);
  }
  const members = [
    '/dashboard',
    '/my-day',
    '/my-jobs',
    '/pet-owners',
    '/post-job',
    `/job-posted-success/${job.id}`,
    '/edit-profile',
    '/invited',
    '/my-requests',
    '/super-admin-setup',
    ...ADMIN,
  ];
  for (const path of members) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/join?tab=signin');
  }
  await page.goto('/reset-password');
  await expect(page).toHaveURL('/join?tab=signin');
});

test('a public page shows before the code of forms and members’ pages is loaded', async ({
  people,
}) => {
  const { request } = await people.open(null, '/');
  for (const path of ['/', '/join', '/about', '/faq', '/terms', '/privacy', '/contact']) {
    const html = await (await request.get(path)).text();
    let bytes = 0;
    for (const file of new Set(html.match(/\/assets\/[\w-]+\.js/g))) {
      bytes += gzipSync(await (await request.get(file)).body()).length;
    }
    // React and its router take 106 kB of it.
    expect(bytes, path).toBeGreaterThan(100_000);
    expect(bytes, path).toBeLessThan(130_000);
  }
});

test('a member is redirected from the landing and join pages, and kept out of the admin area [P1 U15]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/');
  await expect(page).toHaveURL('/dashboard');
  for (const path of ['/join', '/join?tab=signin', ...ADMIN]) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/dashboard');
    await expect(heading(page), path).toHaveText('Hello, Molly');
  }
  for (const path of ['/jobs', '/post-job', '/edit-profile', '/reset-password', '/about']) {
    await page.goto(path);
    await expect(heading(page), path).toBeVisible();
    await expect(page, path).toHaveURL(path);
  }
});

test('a visitor who was sent to sign in arrives where they wanted to go [P1]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/edit-profile');
  await signIn(page, member);
  await expect(page).toHaveURL('/edit-profile');
});

test('a member sees a loading state while the session loads [P1]', async ({ people }) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/about');
  await page.context().addCookies((await member.api.storageState()).cookies);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await leaveOutSession(page, '**/dashboard');
  await page.route('**/auth/v1/session', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading');
  answer();
  await expect(heading(page)).toHaveText('Hello, Molly');
});

test('an unknown address links to the home page [P2]', async ({ people }) => {
  const page = await people.open(null, '/there/is/nothing');
  await expect(heading(page)).toHaveText('Oops! Page not found');
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL('/');
});

test('a page that crashes says so, and links to the home page [P2]', async ({ people }) => {
  const page = await people.open(null, '/');
  const about = await page.evaluate<string>(
    "window.__reactRouterManifest.routes['routes/about'].module",
  );
  await page.route(`**${about}`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export const meta = () => []; export default () => { throw new Error('broken on purpose'); };",
    }),
  );
  await page.reload();
  await page.getByRole('banner').getByRole('link', { name: 'About' }).click();
  await expect(heading(page)).toHaveText('Unexpected Application Error!');
  people.crashes.length = 0;
  await page.unrouteAll();
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL('/');
  await expect(heading(page)).toBeVisible();
});

test('a job that does not exist is reported as missing, on each of its pages [J3 J4]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const unknown = '00000000-0000-4000-8000-000000000000';
  const page = await people.open(member, `/jobs/${unknown}`);
  for (const path of [
    `/jobs/${unknown}`,
    '/jobs/nonsense',
    `/job-posted-success/${unknown}`,
    '/job-posted-success/nonsense',
  ]) {
    await page.goto(path);
    await expect(heading(page), path).toHaveText('Job not found');
  }
});

test('the page after posting shares the job, and says so when it fails to load [J3]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, `/job-posted-success/${job.id}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  for (const text of [job.title, 'Old Town, Maine', '$80', 'Biscuit', 'Beagle']) {
    await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
  }
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  await page.evaluate('navigator.share = undefined');
  await page.getByRole('button', { name: 'Share Job' }).click();
  await expect(toast(page, 'Link copied to clipboard!')).toBeVisible();
  const link = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(new URL(link).pathname).toBe(`/jobs/${job.id}`);
  await page.getByRole('link', { name: 'Browse Jobs' }).click();
  await expect(page).toHaveURL('/jobs');

  await page.route(`**/rest/v1/jobs/${job.id}`, (route) => route.fulfill(serverError()));
  await page.goto(`/job-posted-success/${job.id}`);
  await expect(toast(page, 'Failed to load job details')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('an owner whose texts are too long is told which, and posts nothing [J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/post-job');
  const post = page.getByRole('button', { name: 'Post Job' });
  await page.getByLabel('Title').fill('x'.repeat(101));
  await post.click();
  await expect(toast(page, 'Invalid Title')).toBeVisible();
  await expect(toast(page, 'Title must be 100 characters or less')).toBeVisible();
  await page.getByLabel('Title').fill('A title');
  await page.getByLabel('Description').fill('See javascript:alert(1)');
  await post.click();
  await expect(toast(page, 'Invalid Description')).toBeVisible();
  await expect(toast(page, 'Description contains invalid characters')).toBeVisible();
  await page.getByLabel('Description').fill('Two walks a day.');
  await page.getByLabel('Special instructions').fill('x'.repeat(501));
  await post.click();
  await expect(toast(page, 'Invalid Special Instructions')).toBeVisible();
  await expect(page.getByText('Please enter an amount', { exact: true })).toBeVisible();
});

test('a sitter searches and filters the jobs, and sees others’ as available [J1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'both');
  const word = `Quokka${process.pid}`;
  const post = (job_type: string, nth: number): Promise<Job> =>
    postJob(owner, {
      ...{ title: `${word} ${job_type}`, job_type },
      start_date: minutesAhead(20 + nth),
    });
  const [sitting, walking, both] = await Promise.all(
    ['pet_sitting', 'dog_walking', 'both'].map(post),
  );
  const mine = await postJob(sitter, { title: `${word} of my own` });
  const page = await people.open(sitter, '/jobs');
  await page.getByLabel('Search jobs').fill(word);
  const link = (job: Job | undefined) => page.getByRole('link', { name: job?.title ?? '' });
  for (const job of [sitting, walking, both, mine]) await expect(link(job)).toBeVisible();
  const card = page.getByRole('article').filter({ has: link(mine) });
  await expect(card.getByText('Your Job')).toBeVisible();
  // In a list of open jobs, none is labeled as open.
  await expect(page.getByRole('article').getByText('Available')).toHaveCount(0);

  await page.getByLabel('Sort by').selectOption('Starts soonest');
  await expect(page).toHaveURL(/sort=soonest/);
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles.first()).toHaveText(sitting?.title ?? '');
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByLabel('Pays at least').selectOption('$100 or more');
  await expect(page.getByText('No jobs match')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
  await page.getByLabel('Pays at least').selectOption('Any amount');
  await expect(page.getByRole('link', { name: 'Add your area' })).toBeVisible();

  await page.getByLabel('Job type').selectOption({ index: 2 });
  await expect(link(sitting)).toBeHidden();
  for (const job of [walking, both]) await expect(link(job)).toBeVisible();
  await page.getByLabel('Job type').selectOption({ index: 3 });
  await expect(link(walking)).toBeHidden();
  await expect(link(both)).toBeVisible();
  await page.getByLabel('Search jobs').fill('no such animal anywhere');
  await expect(page.getByText('No jobs match')).toBeVisible();
  await page.getByRole('button', { name: 'Show all jobs' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText('Super admin', { exact: false })).toHaveCount(0);
});

test('a job posted meanwhile waits above the list until the reader asks for it [J1 X4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter: Member = await people.join('Sam Sitter', 'pet_sitter');
  await postJob(owner);
  const page = await people.open(sitter, '/jobs');
  await expect(page.getByRole('article').first()).toBeVisible();
  const late = await postJob(owner);
  const pill = page.getByRole('button', { name: /new jobs?$/ });
  await expect(pill).toBeVisible();
  await expect(page.getByRole('link', { name: late.title })).toBeHidden();
  await pill.click();
  await expect(page.getByRole('link', { name: late.title })).toBeVisible();
});

test('the job form starts with its owner’s area, and offers only places for the current text [J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const saved = await owner.api.patch(`/rest/v1/users/${owner.id}`, {
    data: { location: 'Old Town, Maine', address: '12 Acorn Lane' },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const page = await people.open(owner, '/post-job');
  await expect(page.getByText('Old Town, Maine')).toBeVisible();
  await page.getByRole('button', { name: 'Change the place of this job' }).click();
  await expect(page.getByLabel('Location')).toHaveValue('Old Town, Maine');
  await expect(page.getByLabel('Address')).toHaveValue('12 Acorn Lane');

  await page.context().setOffline(true);
  await page.getByLabel('Location').fill('old twn');
  await expect(page.getByText("We can't reach Kindpal right now.").first()).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('option', { name: 'Old Town, Maine' })).toBeVisible();
  // The response to the next text never arrives.
  await page.route('**/rest/v1/places?*', () => {});
  const asked = page.waitForRequest('**/rest/v1/places?*');
  await page.getByLabel('Location').fill('bangor');
  await asked;
  await expect(page.getByRole('listbox', { name: 'Places' })).toHaveCount(0);
  await page.getByLabel('Location').press('ArrowDown');
  await page.getByLabel('Location').press('Enter');
  await expect(page.getByLabel('Location')).toHaveValue('bangor');

  await page.getByLabel('Address').fill('9 Elm Street');
  await page.reload();
  await expect(page.getByLabel('Address')).toHaveValue('9 Elm Street');
  await expect(page.getByLabel('Location')).toHaveValue('bangor');
});

test('the search for a town waits by itself until the list of places is loaded [J2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/edit-profile');
  let isFilling = true;
  await page.route('**/rest/v1/places?*', (route) =>
    isFilling ? route.fulfill(serverError('PLACES_NOT_READY', 503)) : route.continue(),
  );
  await page.getByLabel('Location').fill('old twn');
  const places = page.getByRole('listbox', { name: 'Places' });
  await expect(page.getByText('We’re still loading our list of places.').first()).toBeVisible();
  isFilling = false;
  await expect(page.getByRole('option', { name: 'Old Town, Maine' })).toBeVisible();
  await expect(places).not.toContainText('still loading');
});
