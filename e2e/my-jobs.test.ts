import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, hold, serverError, test, toast } from './support/fixtures.ts';
import { freshWord } from './support/fresh-word.ts';
import { bookJob, claimJob, moveJob, postJob } from './support/jobs.ts';

const state = (page: Page, name: RegExp) => page.getByRole('radio', { name });
const cards = (page: Page) => page.getByRole('main').getByRole('article');

test('an owner of 29 jobs is one press from the seventh, and reaches the last by keyboard, live [D1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const jobs = [];
  for (let n = 0; n < 29; n += 1) jobs.push(await postJob(owner));
  const page = await people.open(owner, '/dashboard');
  await page.getByRole('link', { name: 'All jobs (29) posted by you' }).click();
  await expect(page).toHaveURL('/my-jobs?as=owner');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Jobs');
  await expect(cards(page)).toHaveCount(20);
  await expect(cards(page).nth(6)).toContainText(jobs[22]?.title ?? '');
  await expect(state(page, /^All 29$/)).toBeChecked();
  await expect(state(page, /^Open 29$/)).not.toBeChecked();
  const more = page.getByRole('button', { name: 'Load more' });
  // Another one is posted while the next page is loading: both appear.
  const nextPage = await hold(page, '**/*cursor=*');
  const asked = page.waitForRequest('**/*cursor=*');
  await more.focus();
  await page.keyboard.press('Enter');
  await asked;
  await postJob(owner);
  await expect(state(page, /^All 30$/)).toBeVisible();
  nextPage.release();
  await expect(cards(page)).toHaveCount(30);
  await expect(page.getByText('These are all your jobs.')).toBeVisible();
  // By keyboard to another state and then to a job.
  await state(page, /^All/).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL('/my-jobs?as=owner&state=open');
  await page.getByLabel('Search my jobs').fill(jobs[3]?.title ?? '');
  await expect(cards(page)).toHaveCount(1);
  await cards(page).getByRole('link').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/jobs/${jobs[3]?.id}`);
  // Back shows the same list.
  await page.goBack();
  await expect(page.getByLabel('Search my jobs')).toHaveValue(jobs[3]?.title ?? '');
  await expect(cards(page)).toHaveCount(1);
});

test('a job moves through its states in both lists, live, and its sitter finds it when it is over [D3 J9]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await people.open(owner, '/my-jobs?state=upcoming');
  const theirs = await people.open(sitter, '/my-jobs?state=upcoming');
  await expect(cards(page)).toContainText('Sitter: Sam Sitter');
  await expect(cards(theirs)).toContainText(job.title);
  await moveJob(sitter, job.id, 'start');
  for (const one of [page, theirs]) {
    await expect(state(one, /^In progress 1$/)).toBeVisible();
    await expect(one.getByText('No jobs here right now')).toBeVisible();
    await one.getByText('In progress', { exact: true }).click();
    await expect(cards(one)).toContainText(job.title);
  }
  await moveJob(sitter, job.id, 'complete');
  for (const one of [page, theirs]) {
    await one.getByText('To confirm', { exact: true }).first().click();
    await expect(cards(one)).toContainText('To confirm');
  }
  // The same word on the job's page, in the list of chats and in the chat, for both sides.
  for (const who of [owner, sitter]) {
    const one = await people.open(who, `/jobs/${job.id}`);
    const said = (word: string) =>
      // Beside an open chat, a phone hides the list of chats.
      one.getByRole('main').getByText(word, { exact: true }).filter({ visible: true });
    await expect(said('To confirm')).toHaveCount(1);
    await one.goto('/chat');
    await expect(said('To confirm').first()).toBeVisible();
    await one.getByRole('link', { name: job.title }).first().click();
    await expect(one).toHaveURL(/\/chat\/job\//);
    await expect(said('To confirm').first()).toBeVisible();
    await expect(said('Completed')).toHaveCount(0);
  }
  await moveJob(owner, job.id, 'confirm');
  await expect(state(theirs, /^Past 1$/)).toBeVisible();
  await theirs.getByText('Past', { exact: true }).click();
  await expect(cards(theirs)).toContainText('Done and confirmed');
});

test('a sitter cancels a claim from the dashboard, and can still read the chat [D3 J6]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  await sitter.api.post('/rest/v1/messages', {
    data: { job_id: job.id, client_id: crypto.randomUUID(), content: 'The key is with Ann.' },
  });
  const theirs = await people.open(owner, '/dashboard');
  await expect(theirs.getByText('Sitter: Sam Sitter')).toBeVisible();
  const page = await people.open(sitter, '/dashboard');
  const running = page.getByRole('region', { name: 'My Jobs in Progress' });
  await running.getByRole('button', { name: `More for ${job.title}` }).click();
  await page.getByRole('menuitem', { name: 'Cancel my claim' }).click();
  const dialog = page.getByRole('alertdialog');
  const reason = `I broke my leg ${'on the stairs, and then again '.repeat(8)}yesterday`;
  await dialog.getByLabel('Why?').fill(reason);
  await dialog.getByRole('button', { name: 'Cancel my claim' }).click();
  await expect(toast(page, 'Your claim is canceled. The job is open again.')).toBeVisible();
  // It does not disappear without a message, here or there.
  await expect(running.getByRole('article')).toHaveCount(0);
  await expect(running).toContainText('You canceled your claim');
  await expect(running).toContainText(`“${reason}”`);
  await expect(running.getByRole('heading', { name: 'My Jobs in Progress' })).toBeFocused();
  await expect(theirs.getByText('Sam Sitter canceled')).toBeVisible();
  await page.getByRole('link', { name: 'All jobs (1) claimed by you' }).click();
  // The dashboard's cards stay until the page has loaded.
  await expect(page.getByRole('heading', { name: 'My Jobs', level: 1 })).toBeVisible();
  await expect(cards(page)).toContainText('Claim canceled');
  // The whole reason, not its first lines.
  const cut = await cards(page)
    .getByText(reason)
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(cut).toBeLessThanOrEqual(1);
  await page.getByRole('link', { name: `Chat about ${job.title}` }).click();
  await expect(page.getByRole('log').getByText('The key is with Ann.')).toBeVisible();
  await expect(page.getByLabel('Message about')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/my-jobs/);
});

test('an owner removes a sitter from the dashboard, and the sitter is told there [D3 J6]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const theirs = await people.open(sitter, '/dashboard');
  const running = theirs.getByRole('region', { name: 'My Jobs in Progress' });
  await expect(running.getByRole('article')).toHaveCount(1);
  const page = await people.open(owner, '/dashboard');
  await page.getByRole('button', { name: `More for ${job.title}` }).click();
  await page.getByRole('menuitem', { name: 'Remove this sitter' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByLabel('Why?').fill('My sister can come');
  await dialog.getByRole('button', { name: 'Remove this sitter' }).click();
  await expect(page.getByText('You removed Sam Sitter')).toBeVisible();
  await expect(running).toContainText('The owner removed you');
  await expect(running).toContainText('“My sister can come”');
  await expect(running.getByRole('article')).toHaveCount(0);
});

test('a sitter viewing upcoming jobs is told why one left them [D3 J6]', async ({ people }) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await people.open(sitter, '/my-jobs?as=sitter&state=upcoming');
  await expect(cards(page)).toContainText(job.title);
  await moveJob(owner, job.id, 'cancel', 'We stay at home');
  await expect(cards(page)).toHaveCount(0);
  const left = page.getByRole('list', { name: 'No longer in this list' });
  await expect(left).toContainText(job.title);
  await expect(left).toContainText('Olive Owner canceled the job: “We stay at home”');
});

test('a member of both roles switches from the jobs they posted to those they claimed [D1 D3 D4]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const owner = await people.join('Olive Owner', 'pet_owner');
  const own = await postJob(member);
  const claimed = await postJob(owner);
  await claimJob(member, claimed);
  const page = await people.open(member, '/my-jobs');
  await expect(cards(page)).toContainText(own.title);
  await page.getByText('Jobs I claimed').click();
  await expect(cards(page)).toContainText(claimed.title);
  await expect(page).toHaveURL('/my-jobs?as=sitter');
  await expect(state(page, /^Open/)).toHaveCount(0);
  await page.reload();
  await expect(cards(page)).toContainText(claimed.title);
});

test('a filter that matches none of the member’s jobs can be removed, and one without jobs sees what to do first [D1 D3]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const owner = await people.join('Olive Owner', 'pet_owner');
  const claimed = await postJob(owner);
  await claimJob(member, claimed);
  const page = await people.open(member, '/my-jobs?as=sitter&state=past&search=parrot');
  await expect(page.getByText('Try another word or another status.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all my jobs' }).click();
  await expect(page).toHaveURL('/my-jobs?as=sitter');
  await expect(cards(page)).toContainText(claimed.title);
  // As owner they have no job: an address with a filter has nothing to filter.
  await page.goto('/my-jobs?as=owner&state=past&search=parrot');
  await expect(page.getByRole('heading', { name: 'Nothing posted yet' })).toBeVisible();
  await expect(page.getByLabel('Search my jobs')).toHaveCount(0);
});

test('a sitter browses pet owners, and sees all open jobs of one of them [D1]', async ({
  people,
}) => {
  const word = freshWord();
  const name = `Olive ${word}`;
  const owner = await people.join(name, 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const jobs = [];
  for (let n = 0; n < 5; n += 1) jobs.push(await postJob(owner));
  const page = await people.open(sitter, '/dashboard');
  await page.getByRole('link', { name: 'Browse Pet Owners' }).click();
  await expect(page).toHaveURL('/pet-owners');
  const box = page.getByRole('searchbox', { name: 'Search pet owners by name or area' });
  await box.fill('nobody of this name');
  await expect(page.getByText('No pet owners match')).toBeVisible();
  await page.getByRole('button', { name: 'Show all pet owners' }).click();
  await box.fill(word);
  await expect(page).toHaveURL(`/pet-owners?search=${word}`);
  const group = page.getByRole('article', { name: `Jobs of ${name}` });
  await expect(group).toContainText('5 open jobs');
  await expect(group.getByRole('article')).toHaveCount(3);
  await group.getByRole('button', { name: `Show 2 more of ${name}` }).click();
  await expect(group.getByRole('article')).toHaveCount(5);
  await test.step('jobs that are posted and claimed meanwhile appear and disappear [X4]', async () => {
    const posted = await postJob(owner);
    await expect(group).toContainText('6 open jobs');
    await claimJob(await people.join('Sal Sitter', 'pet_sitter'), posted);
    await expect(group).toContainText('5 open jobs');
  });
  await group.getByRole('link', { name: jobs[4]?.title ?? '' }).click();
  await expect(page).toHaveURL(`/jobs/${jobs[4]?.id}`);
});

test('pet owners of the same name are no landmarks that sound alike [D1]', async ({ people }) => {
  const word = freshWord();
  for (const place of [1, 2]) {
    const owner = await people.join(`Olive ${word}`, 'pet_owner');
    for (let n = 0; n < place; n += 1) await postJob(owner);
  }
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sitter, `/pet-owners?search=${word}`);
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(2);
  expect(await findBarriers(page, { rules: ['landmark-unique'] })).toEqual([]);
});

test('statuses stand without a gap when their counts cannot be loaded [D1]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, '/dashboard');
  await page.route('**/rest/v1/rpc/count_my_jobs', (route) => route.fulfill(serverError()));
  await page.goto('/my-jobs?as=owner');
  await expect(cards(page)).toContainText(job.title);
  const chip = page.getByRole('group', { name: 'Status' }).locator('label').first();
  await expect(chip.locator('span')).toHaveText(['All']);
});

test('statuses keep their size when their counts arrive [D1 P8]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  const page = await people.open(owner, '/dashboard');
  const { release } = await hold(page, '**/rest/v1/rpc/count_my_jobs');
  await page.goto('/my-jobs?as=owner');
  await expect(cards(page)).toContainText(job.title);
  const chip = page.getByRole('group', { name: 'Status' }).locator('label').first();
  const before = await chip.boundingBox();
  await expect(chip).not.toContainText('1');
  release();
  await expect(chip).toContainText('1');
  expect(await chip.boundingBox()).toEqual(before);
});
