import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { freshWord } from './support/fresh-word.ts';
import {
  bookJob,
  freshTitle,
  halfHour,
  minutesAhead,
  moveJob,
  nextSaturday,
  postJob,
} from './support/jobs.ts';
import { freshEmail, introduce, type Member, PASSWORD, type People } from './support/people.ts';

/*
 * The tasks and numbers of docs/decisions/0025. Neither typing nor the tap into a text field counts
 * as a press; selecting from a list does.
 */
async function countPresses(page: Page): Promise<() => Promise<number>> {
  let presses = 0;
  await page.exposeFunction('notePress', () => {
    presses += 1;
  });
  await page.addInitScript(watchPresses);
  await page.evaluate(watchPresses);
  return async () => presses;
}

// As text, because this folder has Node's types only.
const watchPresses = `(() => {
  const typed = 'textarea, input:not([type=checkbox], [type=radio], [type=button], [type=submit])';
  addEventListener('pointerup', ({ target }) => target.matches?.(typed) || notePress(), true);
  addEventListener('change', ({ target }) => target.matches('select') && notePress(), true);
})()`;

async function savePet({ api }: Member, name: string): Promise<void> {
  const answer = await api.post('/rest/v1/pet_profiles', {
    data: { name, breed: 'Beagle', weight: 20 },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

for (const role of ['owner', 'sitter'] as const) {
  test(`a newcomer joins as ${role} with an invite link in three presses [U1 I1]`, async ({
    people,
  }) => {
    await people.letIn(async (code) => {
      const page = await people.open(null, `/join#code=${code}`);
      const presses = await countPresses(page);
      if (role === 'sitter') await page.getByText('Pet sitter', { exact: true }).click();
      await page.getByLabel('Full Name').fill('Nora Newcomer');
      await page.getByRole('tabpanel').getByLabel('Email').fill(freshEmail());
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByLabel('I accept the terms').check();
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello, Nora');
      expect(await presses()).toBeLessThanOrEqual(3);
      return page;
    });
  });
}

test('an owner with a saved pet posts a walk in seven presses [J2]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  await introduce(owner);
  await savePet(owner, 'Biscuit');
  const title = freshTitle('A walk at noon');
  const page = await people.open(owner, '/dashboard');
  const presses = await countPresses(page);
  await page.getByRole('link', { name: 'Post', exact: true }).click();
  const start = halfHour(60);
  await page.getByText('Biscuit', { exact: true }).click();
  await page.getByText('Dog walking', { exact: true }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Description').fill('Once around the pond.');
  await page.getByLabel('Date', { exact: true }).fill(start.day);
  await page.getByLabel('Start').selectOption(start.time);
  await page.getByLabel('Total amount').fill('16');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByText('Your job is posted').first()).toBeVisible();
  expect(await presses()).toBeLessThanOrEqual(7);
});

/** The owner's job, which the sitter finds on the dashboard and begins to claim. */
async function beginClaim(people: People, { owner, sitter }: Record<'owner' | 'sitter', Member>) {
  // Not about to start: starting it would come first.
  const later = { start_date: minutesAhead(2_000), end_date: minutesAhead(2_200) };
  const job = await postJob(owner, later);
  const page = await people.open(sitter, '/dashboard');
  const presses = await countPresses(page);
  await page.getByRole('link', { name: job.title }).click();
  await page.getByRole('button', { name: 'Claim this job' }).click();
  return { page, job, presses };
}

test('a sitter claims a job and says hello in five presses [J5 M1]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  await introduce(sitter);
  const { page, presses } = await beginClaim(people, { owner, sitter });
  await page.getByRole('button', { name: 'Message Olive' }).click();
  // The job's page has such an input as well.
  await expect(page).toHaveURL(/\/chat\/job\//);
  await page.getByLabel('Message about').fill('Hello! When shall I come by?');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log')).toContainText('When shall I come by?');
  expect(await presses()).toBeLessThanOrEqual(5);
});

test('a sitter without an introduction claims their first job and says hello in five presses [J5 M1 R7]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const { page, job, presses } = await beginClaim(people, { owner, sitter });
  const panel = page.getByRole('dialog', { name: 'Introduce yourself' });
  await panel.getByLabel('Location').fill('old twn');
  await page.getByRole('option', { name: 'Old Town, Maine' }).click();
  await panel.getByLabel('About you').fill('I grew up with two beagles.');
  await panel.getByLabel('Say hello to Olive').fill('Hello! When shall I come by?');
  await panel.getByRole('button', { name: 'Save and claim' }).click();
  await expect(page.getByRole('heading', { name: 'This job is yours' })).toBeVisible();
  await expect(page.getByRole('log')).toContainText('When shall I come by?');
  await expect(page.getByText('Not sent')).toHaveCount(0);
  expect(await presses()).toBeLessThanOrEqual(5);
  const theirs = await people.open(owner, `/jobs/${job.id}`);
  await expect(theirs.getByRole('log')).toContainText('When shall I come by?');
});

test('an owner finds a sitter who is free on Saturday in four presses [R8 V3]', async ({
  people,
}) => {
  const bio = freshWord();
  const saturday = nextSaturday();
  for (const [name, specificDates] of [
    ['Sadie Sitter', {}],
    ['Away Sitter', { [saturday.date]: [] }],
  ] as const) {
    const sitter = await people.join(name, 'pet_sitter');
    const weeklySchedule = { saturday: [{ start: '09:00', end: '17:00' }] };
    const answer = await sitter.api.patch(`/rest/v1/users/${sitter.id}`, {
      data: { bio, availability_data: { weeklySchedule, specificDates } },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  const page = await people.open(await people.join('Olive Owner', 'pet_owner'), '/dashboard');
  const presses = await countPresses(page);
  await page.getByRole('main').getByRole('link', { name: 'Find Pet Sitters' }).click();
  await page.getByText(saturday.label, { exact: true }).click();
  await page.getByRole('searchbox', { name: 'Search pet sitters' }).fill(bio);
  const found = page.getByRole('link', { name: 'View Profile' });
  // Until the search has answered, the list before it stays, which may have one sitter as well.
  await expect(page).toHaveURL(new RegExp(`search=${bio}`));
  await expect(page.getByRole('main').getByText(bio)).toHaveCount(1);
  await expect(found).toHaveCount(1);
  await found.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sadie Sitter');
  expect(await presses()).toBeLessThanOrEqual(4);
});

test('an owner confirms tonight’s visit in three presses [D1 J9]', async ({ people }) => {
  const { owner, sitter, job } = await bookJob(people);
  await moveJob(sitter, job.id, 'start');
  await moveJob(sitter, job.id, 'complete');
  const page = await people.open(owner, '/dashboard');
  const presses = await countPresses(page);
  await page.getByRole('button', { name: `Confirm it’s done: ${job.title}` }).click();
  await expect(page).toHaveURL(`/jobs/${job.id}`);
  await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
  // The next step: the review, without a reload.
  await expect(page.getByRole('heading', { name: 'How was it with Sam Sitter?' })).toBeVisible();
  expect(await presses()).toBeLessThanOrEqual(3);
});
