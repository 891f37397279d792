import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { bookJob, claimJob, moveJob, postJob } from './support/jobs.ts';
import type { Member } from './support/people.ts';

const bar = (page: Page) => page.getByRole('link', { name: /^Messages/ });
const rows = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('link');
const log = (page: Page) => page.getByRole('log');

async function post(from: Member, path: string, data: Record<string, unknown>): Promise<void> {
  const answer = await from.api.post(`/rest/v1/${path}`, {
    data: { client_id: crypto.randomUUID(), ...data },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

test('the number in the bar leads to the threads it counts, job chats and direct ones, live and ended [M1 M2 P7 J6]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const otto = await people.join('Otto Other', 'pet_sitter');
  const job = await postJob(olive, { title: 'A long walk for Biscuit' });
  await claimJob(sam, job);
  const job_id = job.id;
  await post(sam, 'messages', { job_id, content: 'I have the lead.' });
  await post(sam, 'messages', { job_id, content: 'On my way.' });
  await post(olive, 'conversation_messages', { member_id: otto.id, content: 'Are you free?' });
  await post(otto, 'conversation_messages', { member_id: olive.id, content: 'Do you need help?' });

  const page = await people.open(olive, '/dashboard');
  await expect(bar(page).first()).toHaveAccessibleName(/, 3 unread messages$/);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Messages ?, 3 unread messages$/ })
    .click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText('Otto Other');
  await expect(rows(page).nth(0)).toContainText(', 1 unread message');
  await expect(rows(page).nth(1)).toContainText('A long walk for Biscuit');
  await expect(rows(page).nth(1)).toContainText(', 2 unread messages');

  await test.step('opening a thread marks it as read, and the list stays next to it', async () => {
    await rows(page).nth(1).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A long walk for Biscuit');
    await expect(log(page).getByText('On my way.')).toBeVisible();
    await expect(bar(page).first()).toHaveAccessibleName(/, 1 unread message$/);
    await page.getByLabel('Message about').fill('See you at the gate.');
    await page.getByLabel('Message about').press('Enter');
    await expect(rows(page).nth(0)).toContainText('You:See you at the gate.');
    await expect(rows(page).nth(0)).toHaveAttribute('aria-current', 'page');
  });

  await test.step('the sitter’s messages and actions arrive without a reload', async () => {
    await post(otto, 'conversation_messages', { member_id: olive.id, content: 'Still there?' });
    await expect(rows(page).nth(0)).toContainText('Still there?');
    await moveJob(sam, job_id, 'release');
    await expect(
      page.getByText('This claim has ended. You can’t send messages here.'),
    ).toBeVisible();
    await expect(rows(page).nth(1)).toContainText('Claim ended');
    await expect(page.getByLabel('Message about')).toHaveCount(0);
  });

  await test.step('a search finds it by the other member’s name', async () => {
    await page.getByLabel('Search messages').fill('sam');
    await expect(rows(page)).toHaveCount(1);
    await expect(rows(page)).toContainText('Sam Sitter');
  });

  await test.step('its former sitter can read it too, and nobody else', async () => {
    const theirs = await people.open(sam, '/chat');
    await rows(theirs).first().click();
    await expect(log(theirs).getByText('See you at the gate.')).toBeVisible();
    await expect(theirs.getByText('This claim has ended.')).toBeVisible();
    const strange = await people.open(otto, new URL(theirs.url()).pathname);
    await expect(strange.getByRole('heading', { level: 1 })).toHaveText('Chat not found');
  });
});

test('on a phone a thread replaces the list, and going back returns to the same place [M1 P11]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  for (let n = 1; n <= 9; n += 1) {
    const other = await people.join(`Pal ${n}`, 'pet_sitter');
    await post(olive, 'conversation_messages', { member_id: other.id, content: 'Hello?' });
    await post(other, 'conversation_messages', { member_id: olive.id, content: `Hello ${n}` });
  }
  const page = await people.open(olive, '/chat');
  await page.setViewportSize({ width: 390, height: 600 });
  await expect(rows(page)).toHaveCount(9);
  await rows(page).filter({ hasText: 'Hello 1' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate<number>('scrollY');
  expect(before).toBeGreaterThan(100);
  await rows(page).filter({ hasText: 'Hello 1' }).click();
  await expect(log(page).getByText('Hello 1')).toBeVisible();
  await expect(rows(page).first()).toBeHidden();
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBe(before);
});

test('a long name leaves room for the time beside it, in the narrow list of a tablet [M1]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Bartholomew Featherstonehaugh', 'pet_sitter');
  await post(sam, 'conversation_messages', { member_id: olive.id, content: 'Hello!' });
  const page = await people.open(olive, '/chat?box=requests');
  await page.setViewportSize({ width: 768, height: 1024 });
  const name = await rows(page).getByText('Bartholomew').boundingBox();
  const time = await rows(page).getByRole('time').boundingBox();
  expect(time?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0));
});

test('a message counts as read once its chat is on the screen, not when it is far down the job’s page [M1 P7]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const page = await people.open(owner, `/jobs/${job.id}`);
  await page.setViewportSize({ width: 390, height: 700 });
  await page.reload();
  await expect(log(page)).toContainText('No messages yet.');
  await post(sitter, 'messages', { job_id: job.id, content: 'When shall I come by?' });
  await expect(log(page)).toContainText('When shall I come by?');
  await expect(bar(page).first()).toHaveAccessibleName(/, 1 unread message$/);
  await log(page).scrollIntoViewIfNeeded();
  await expect(bar(page).first()).toHaveAccessibleName(/^Messages\s*$/);
});
