import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, test, toast } from './support/fixtures.ts';
import { claimJob, fillJobForm, freshTitle, minutesAhead, postJob } from './support/jobs.ts';
import {
  endSessionElsewhere,
  freshEmail,
  introduce,
  PASSWORD,
  signIn,
  signOut,
} from './support/people.ts';

const passwordBox = (page: Page, label = 'Password') =>
  page.getByRole('textbox', { name: label, exact: true });

test('a newcomer is told what is wrong with email, password and code, and loses no input [U1 U2 P13]', async ({
  people,
}) => {
  const page = await people.open(null, '/join');
  await page.getByLabel('Invite Code').fill('ABCD-EFGH-JKMN');
  await page.getByLabel('Full Name').fill('New <b>Neighbor');
  await expect(page.getByText(/New bNeighbor/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('nowhere');
  await passwordBox(page).fill('abc');
  await page.getByLabel('I accept the terms').check();
  await expect(
    page.getByText(
      'At least 8 characters with uppercase, lowercase, number and special character.',
    ),
  ).toBeVisible();

  const create = page.getByRole('button', { name: 'Create Account' });
  await create.click();
  await expect(toast(page, 'Invalid Email')).toBeVisible();
  await expect(toast(page, 'Please enter a valid email address.')).toBeVisible();

  await page.getByRole('textbox', { name: 'Email' }).fill(freshEmail());
  await create.click();
  await expect(toast(page, 'Password Requirements')).toBeVisible();
  await expect(
    toast(
      page,
      'Password must be at least 8 characters long, Password must contain at least one uppercase letter, Password must contain at least one number, Password must contain at least one special character',
    ),
  ).toBeVisible();

  await passwordBox(page).fill(PASSWORD);
  await create.click();
  await expect(toast(page, 'Invalid or expired invite code')).toBeVisible();
  await expect(page.getByLabel('Invite Code')).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  await expect(page.getByLabel('Full Name')).toHaveValue('New <b>Neighbor');
  await expect(passwordBox(page)).toHaveValue(PASSWORD);
});

test('a member signs in after a wrong password, and out again, back to the landing page [U3 U6 P1]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/join?tab=signin');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
  await signIn(page, { email: member.email, password: 'Not-the-1-you-want' });
  await expect(toast(page, 'Invalid login credentials')).toBeVisible();
  await signIn(page, { email: ` ${member.email.toUpperCase()} `, password: member.password });
  await expect(page).toHaveURL('/dashboard');
  await signOut(page, member);
  await expect(page).toHaveURL('/');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/join?tab=signin');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  // They signed out themselves and need no message.
  await expect(page.getByText('You were signed out', { exact: true })).toBeHidden();
});

test('a member signed out in another tab in the middle of a form loses nothing and continues [U7 J2]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/post-job');
  const title = freshTitle('Left in the middle');
  await fillJobForm(page, title);

  const tab = await page.context().newPage();
  await tab.goto('/dashboard');
  await signOut(tab, member);

  const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel('Email')).toHaveValue(member.email);
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Total amount')).toHaveValue('80');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('a sitter whose session ends on a job page signs in there, and loses neither message nor place [U7 P1 M1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  await introduce(sitter);
  // The second starts after the first, so that it can be claimed.
  const later = { start_date: minutesAhead(2_000), end_date: minutesAhead(2_200) };
  const [held, free] = [await postJob(owner), await postJob(owner, later)];
  await claimJob(sitter, held);
  const page = await people.open(sitter, `/jobs/${held.id}`);

  await test.step('in the middle of a message it is renewed on the page', async () => {
    const message = page.getByRole('textbox', { name: /^Message about/ });
    await message.fill('I am at the door with the key.');
    const tab = await page.context().newPage();
    await tab.goto('/dashboard');
    await signOut(tab, sitter);
    // Closing the tab earlier could cancel the request.
    await expect(tab).toHaveURL('/');
    await tab.close();
    const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(sitter.password);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/jobs/${held.id}`);
    await message.press('Enter');
    await expect(page.getByRole('log')).toContainText('I am at the door with the key.');
  });

  await test.step('on a job that is only being read, signing in leads back to it', async () => {
    await page.goto(`/jobs/${free.id}`);
    const claim = page.getByRole('button', { name: 'Claim This Job' });
    await expect(claim).toBeVisible();
    await endSessionElsewhere(page);
    // The page notices this by itself, before any press fails.
    await expect(page).toHaveURL('/join?tab=signin');
    await expect(page.getByText('You were signed out', { exact: true })).toBeVisible();
    await signIn(page, sitter);
    await expect(page).toHaveURL(`/jobs/${free.id}`);
    await claim.click();
    await expect(page.getByText('This job is yours')).toBeVisible();
  });
});
