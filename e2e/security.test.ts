import { readFile } from 'node:fs/promises';
import { unzip } from '../server/src/testing/unzip.ts';
import { findBarriers } from './support/axe.ts';
import { expect, serverError, test, toast } from './support/fixtures.ts';
import { signIn } from './support/people.ts';

test('a member signs out a lost phone, downloads their data, requests the deletion of the account, and cancels it [U6 X1]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const phone = await people.open(null, '/join?tab=signin');
  await signIn(phone, member);
  await expect(phone).toHaveURL('/dashboard');

  const page = await people.open(member, '/security');
  // Of all that the page offers, one step is highlighted.
  await expect(page.getByRole('main').locator('button.bg-brand')).toHaveText(
    'Set up an authenticator app',
  );
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByText('This device')).toHaveCount(1);
  await devices.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await expect(devices.getByRole('button', { name: /^Sign out/ })).toHaveCount(0);
  await expect(phone).toHaveURL('/join?tab=signin');
  await expect(phone.getByText('Your session expired or was ended.')).toBeVisible();
  const events = page.getByRole('region', { name: 'Recent activity' });
  await expect(events.getByText('Signed in on a new device')).toBeVisible();

  await test.step('they download their data', async () => {
    await page.getByRole('button', { name: 'Request a copy of your data' }).click();
    const asked = page.getByRole('dialog', { name: 'Get a copy of your data?' });
    await asked.getByRole('textbox', { name: 'Current Password' }).fill(member.password);
    expect(await findBarriers(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Request a copy' }).click();
    const link = page.getByRole('button', { name: /^Download your data \(/ });
    await expect(link).toBeVisible();
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const files = await unzip(await readFile(await download.path()));
    expect(JSON.parse(`${files['profile.json']}`)).toMatchObject([{ full_name: 'Molly Member' }]);
    await expect(page.getByText('The download has started')).toBeVisible();
  });

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await dialog.getByRole('textbox', { name: 'Current Password' }).fill('Not-the-1-you-want');
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog.getByText('The current password is not right.')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Current Password' }).fill(member.password);
  await dialog.getByRole('button', { name: 'Delete my account' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Your account will be deleted on /)).toBeInViewport();

  await page.goto('/dashboard');
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(toast(page, 'You keep your account')).toBeVisible();
  await expect(page.getByText(/^Your account will be deleted on /)).toHaveCount(0);
});

test('a dialog that can’t find out how a member may confirm says so, and tries again [U10]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/about');
  await page.route('**/auth/v1/security', (route) => route.fulfill(serverError()));
  await page.goto('/security');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByText('This didn’t load')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  expect(await findBarriers(page)).toEqual([]);
  await page.unroute('**/auth/v1/security');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Current Password' })).toBeVisible();
});

test('a refused password has the focus, and a closed dialog returns it to its button [U10 P8]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/security');
  const open = page.getByRole('button', { name: 'Delete my account' });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  const password = dialog.getByRole('textbox', { name: 'Current Password' });
  await expect(password).toBeFocused();
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  await confirm.click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription('Please enter your password.');
  await password.fill('Not-the-1-you-want');
  await confirm.click();
  await expect(dialog.getByText('The current password is not right.')).toBeVisible();
  await expect(password).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(open).toBeFocused();
});
