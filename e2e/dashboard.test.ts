import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { runInDatabase } from './support/database.ts';
import { expect, test } from './support/fixtures.ts';
import { bookJob, claimJob, moveJob, postJob } from './support/jobs.ts';

test('an owner sees the six newest of their jobs, with a link to post another [D1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/dashboard');
  await expect(page.getByRole('region', { name: 'Post your first job' })).toBeVisible();
  const jobs = [];
  for (let n = 0; n < 7; n += 1) jobs.push(await postJob(owner));
  const own = page.getByRole('region', { name: 'Your Jobs' });
  await expect(own.getByRole('link', { name: jobs[6]?.title ?? '' })).toBeVisible();
  await expect(own.getByRole('article')).toHaveCount(6);
  await expect(own.getByRole('link', { name: jobs[0]?.title ?? '' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Post a Job', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Post a New Job' })).toBeVisible();
});

test('a new member sees three next steps that fit their role, and no empty lists [D1 D2]', async ({
  people,
}) => {
  const steps = (page: Page) =>
    page.getByRole('list', { name: 'First steps' }).getByRole('heading').allTextContents();
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/dashboard');
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
  expect(await steps(page)).toEqual([
    'Tell us about your pet',
    'Post your first job',
    'Meet the sitters',
  ]);
  await expect(page.getByRole('region', { name: 'Your Jobs' })).toHaveCount(0);
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const theirs = await people.open(sitter, '/dashboard');
  await expect(theirs.getByRole('list', { name: 'First steps' })).toBeVisible();
  expect(await steps(theirs)).toEqual([
    'Get ready to sit',
    'Show who you are',
    'Claim your first job',
  ]);
  // The first job that they claim replaces the steps.
  await claimJob(sitter, await postJob(owner));
  await expect(theirs.getByRole('region', { name: 'Needs you' })).toContainText('Ready to start?');
  await expect(theirs.getByRole('list', { name: 'First steps' })).toHaveCount(0);
});

test('a member reads the guidelines that changed, agrees, and is not asked again [U1]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/dashboard');
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('Our community guidelines')).toHaveCount(0);

  const olderVersion = `UPDATE guideline_consents SET version = '2020-01-01' WHERE member_id = $1`;
  await runInDatabase(member.community, olderVersion, [member.id]);
  await page.goto('/dashboard');
  await expect(page.getByText('Our community guidelines')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('link', { name: 'read them' }).click();
  await expect(page.getByRole('heading', { name: 'Community guidelines' })).toBeVisible();
  await page.goBack();
  await page.getByRole('button', { name: 'I Agree' }).click();
  await expect(page.getByText('Our community guidelines')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('list', { name: 'First steps' })).toBeVisible();
  await expect(page.getByText('Our community guidelines')).toHaveCount(0);
});

test('an owner learns on any page who claimed their job, and says hello from the dashboard [D1 J5]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner);
  const page = await people.open(owner, '/dashboard');
  await expect(page.getByRole('region', { name: 'Your Jobs' })).toContainText(job.title);
  await claimJob(sitter, job);
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Sam Sitter claimed your job' }),
  ).toHaveCount(2);
  const needed = page.getByRole('region', { name: 'Needs you' });
  await needed.getByRole('link', { name: `Say hello: ${job.title}` }).click();
  await page.getByLabel('Message about').fill('Hello Sam!');
  await page.getByLabel('Message about').press('Enter');
  await expect(page.getByRole('log')).toContainText('Hello Sam!');
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Your Jobs' })).toContainText(job.title);
  await expect(page.getByText('Sam Sitter claimed your job')).toHaveCount(0);
});

test('what waits for an owner comes first on the dashboard: one press confirms tonight’s visit [D1 J9]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  for (let n = 0; n < 4; n += 1) await postJob(owner);
  const job = await postJob(owner);
  await claimJob(sitter, job);
  await moveJob(sitter, job.id, 'start');
  await moveJob(sitter, job.id, 'complete');
  await owner.api.post('/rest/v1/messages', {
    data: { job_id: job.id, client_id: crypto.randomUUID(), content: 'Thank you!' },
  });
  const theirs = await people.open(sitter, '/dashboard');
  await expect(theirs.getByText('Message from Olive Owner')).toBeVisible();
  const page = await people.open(owner, '/dashboard');
  const first = page.getByRole('main').getByRole('region').first();
  await expect(first).toContainText('Needs you');
  await expect(first).toContainText('Sam Sitter says it’s done');
  await first.getByRole('button', { name: `Confirm it’s done: ${job.title}` }).click();
  await expect(page).toHaveURL(`/jobs/${job.id}`);
  await page
    .getByRole('link', { name: 'Home' })
    .or(page.getByRole('link', { name: 'Kindpal, home' }))
    .first()
    .click();
  await expect(page.getByRole('region', { name: 'Your Jobs' })).toContainText('Past');
  await expect(page.getByText('Sam Sitter says it’s done')).toHaveCount(0);
});

test('a sitter sees four open jobs beside the owners, and the ones in progress [D1 D3]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  for (let n = 0; n < 5; n += 1) await postJob(owner);
  const job = await postJob(owner);
  await claimJob(sitter, job);
  const page = await people.open(sitter, '/dashboard');
  const open = page.getByRole('region', { name: 'Available Jobs' });
  await expect(open.getByRole('article')).toHaveCount(4);
  await expect(open.getByRole('region', { name: 'Pet owners' })).toBeVisible();
  const running = page.getByRole('region', { name: 'My Jobs in Progress' });
  await expect(running.getByRole('link', { name: job.title, exact: true })).toBeVisible();
  await expect(running.getByText('Claimed', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'View Available Jobs' }).click();
  await expect(page).toHaveURL('/jobs');
});

test('a new member is told what the profile is missing, optional parts too, until it is added [D2]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sitter, '/dashboard');
  const card = page.getByRole('region', { name: /^Your profile is \d+% complete$/ });
  await expect(card).toContainText(
    'Still missing: a bio of at least 50 characters, your location, a payment method, your payment preference, your rate, a photo, your phone number, your availability.',
  );
  await card.getByRole('link', { name: 'Complete your profile' }).click();
  await expect(page).toHaveURL('/edit-profile');
  await page
    .getByLabel('Bio')
    .fill('I have walked dogs of every size for ten years, in all weathers.');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(page.getByText('Profile information updated successfully').first()).toBeVisible();
  await page.goto('/dashboard');
  await expect(card).toContainText('Still missing: your location, a payment method,');
  // The profile counts as complete, but optional parts are missing.
  const required = {
    location: 'Old Town, Maine',
    payment_links: { a: { url: '$sam' } },
    payment_preference: 'negotiable',
  };
  const saved = await sitter.api.patch(`/rest/v1/users/${sitter.id}`, { data: required });
  expect((await saved.json()).completeness.is_complete).toBe(true);
  await expect(card).toContainText('Still missing: a photo, your phone number, your availability.');
});

test('owner and sitter chat from their dashboards, and go back to them [D3 M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const pages = await Promise.all([
    people.open(owner, '/dashboard'),
    people.open(sitter, '/dashboard'),
  ]);
  const [page, theirs] = pages;
  for (const one of pages) await one.getByRole('link', { name: `Chat about ${job.title}` }).click();
  await page.getByLabel('Message about').fill('He likes the red ball.');
  await page.getByLabel('Message about').press('Shift+Enter');
  await page.getByLabel('Message about').pressSequentially('And naps.');
  await page.getByLabel('Message about').press('Enter');
  await expect(
    theirs.getByRole('log').getByText('He likes the red ball.\nAnd naps.'),
  ).toBeVisible();
  await expect(theirs.getByRole('log')).toHaveCSS('height', '320px');
  await expect(page.getByRole('link', { name: 'Sam Sitter' })).toHaveAttribute(
    'href',
    `/profile/${sitter.id}`,
  );
  for (const one of pages) {
    await one.getByRole('button', { name: 'Back to Dashboard' }).click();
    await expect(one.getByRole('heading', { level: 1 })).toHaveText(/^Hello, /);
  }
});

test('a newer message is shown at the end of a long thread [M1]', async ({ people }) => {
  const { owner, sitter, job } = await bookJob(people);
  const say = (content: string) =>
    sitter.api.post('/rest/v1/messages', {
      data: { job_id: job.id, client_id: crypto.randomUUID(), content },
    });
  for (let n = 1; n <= 15; n += 1) await say(`Day ${n} went well.`);
  const page = await people.open(owner, `/jobs/${job.id}`);
  await page.getByRole('log').scrollIntoViewIfNeeded();
  await expect(page.getByText('Day 15 went well.')).toBeInViewport();
  await expect(page.getByText('Day 1 went well.')).not.toBeInViewport();
  await say('Day 16 went well.');
  await expect(page.getByText('Day 16 went well.')).toBeInViewport();
});

test('a member of both roles switches the dashboard, and finds it switched later [D1 D4]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/dashboard');
  await expect(page.getByRole('link', { name: 'Post a Job', exact: true })).toBeVisible();
  await page.getByText('Pet Sitter', { exact: true }).click();
  await expect(page.getByRole('link', { name: 'View Available Jobs' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'View Available Jobs' })).toBeVisible();
});

test('the data of the dashboard and a job’s page come with the page; none of it is requested [D1] [J4]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, '/about');
  // Records for each call whether a page was rendered when it was made.
  await page.addInitScript(`{
    window.asked = [];
    const { fetch } = window;
    window.fetch = (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      window.asked.push([url.replace(/^.*\\/v1/, ''), document.querySelector('main') !== null]);
      return fetch(input, init);
    };
  }`);
  // A live event of the job just posted may make the page refetch later. The page's code is
  // fetched as well.
  const askedBefore = async () =>
    ((await page.evaluate('window.asked')) as Array<[string, boolean]>)
      .filter(([path, isDrawn]) => !isDrawn && !path.startsWith('/assets/'))
      .map(([path]) => path);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: job.title, exact: true })).toBeVisible();
  expect(await askedBefore()).toEqual([]);
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByRole('heading', { name: job.title })).toBeVisible();
  expect(await askedBefore()).not.toContain(`/jobs/${job.id}`);
});
