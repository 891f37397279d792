import type { Locator, Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, serverError, test, toast } from './support/fixtures.ts';
import { PET_PHOTO, postJob } from './support/jobs.ts';
import { endSessionElsewhere } from './support/people.ts';

/** No findings by axe, and no horizontal overflow. */
async function expectSound(page: Page): Promise<void> {
  // Transitions are not judged.
  await expect(async () => {
    const violations = await findBarriers(page);
    expect(violations).toEqual([]);
  }).toPass();
  const sideways = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(sideways).toBeLessThanOrEqual(0);
}

test('an owner does both steps on a phone and is congratulated [O1 O4 D2]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/dashboard');
  await page.setViewportSize({ width: 390, height: 844 });
  const prompt = page.getByRole('region', { name: 'Tell us about your pet' });
  await prompt.getByRole('link', { name: 'Begin' }).click();
  await expect(page).toHaveURL('/pet-onboarding');
  await expect(page.getByRole('heading', { name: 'Pet Information' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Step 1 of 2' })).toBeVisible();
  await expectSound(page);
  const next = page.getByRole('button', { name: 'Next' });
  // Continuing before both are there leads to what is missing, and says so.
  await next.click();
  const fix = page.getByRole('region', { name: 'What to fix' });
  await expect(fix.getByRole('button')).toHaveText(['Pet name is required', 'Breed is required']);
  await expect(page.getByLabel('Pet name')).toBeFocused();
  await page.getByLabel('Pet name').fill('Miso');
  await next.click();
  await expect(page.getByLabel('Breed')).toBeFocused();
  await expect(page.getByText('Breed is required')).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Breed').fill('Tabby');
  await page.getByLabel('Age in years').fill('-2');
  await next.click();
  await expect(page.getByText('Age cannot be negative')).toBeVisible();
  await page.getByLabel('Age in years').fill('3.5');
  const file = page.locator('input[type=file]');
  const uploads = '**/storage/v1/object/**';
  await page.route(uploads, (route) => route.fulfill({ status: 503, json: {} }));
  await file.setInputFiles(PET_PHOTO);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await next.click();
  await expect(file).toBeFocused();
  await expect(page.getByText('The photo wasn’t uploaded. Try again or remove it.')).toBeVisible();
  await page.unroute(uploads);
  await again.click();
  await expect(page.getByText('Image uploaded successfully!').first()).toBeVisible();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Your Information' })).toBeFocused();
  await expect(page.getByRole('img', { name: 'Step 2 of 2' })).toBeVisible();
  const complete = page.getByRole('button', { name: 'Complete Setup' });
  await expect(page.getByLabel('Full name')).toHaveValue('Olive Owner');
  await complete.click();
  await expect(page.getByLabel('Location')).toBeFocused();
  await expect(page.getByText('Location is required')).toBeVisible();
  await page.getByLabel('Location').fill('maplewod, nj');
  await page.getByRole('option', { name: 'Maplewood, New Jersey' }).click();
  await page.getByLabel('Address').fill('12 Elm Street');
  await page.locator('input[type=file]').setInputFiles(PET_PHOTO);
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expectSound(page);
  await page.route('**/complete_pet_onboarding', (route) => route.fulfill(serverError()));
  await complete.click();
  await expect(
    toast(page, 'Setup failed - Failed to complete setup. Please try again.'),
  ).toBeVisible();
  await page.unroute('**/complete_pet_onboarding');
  await complete.click();
  await expect(page).toHaveURL('/onboarding-success');
  await expect(toast(page, 'Welcome to Kindpal!')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Congratulations!' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Post a Job' })).toHaveAttribute('href', '/post-job');
  await expect(page.getByRole('main').getByRole('link', { name: 'FAQ' })).toHaveAttribute(
    'href',
    '/faq',
  );
  await expectSound(page);
  await page.getByRole('link', { name: 'View Dashboard' }).click();
  await expect(page.getByRole('region', { name: /^Your profile is/ })).toBeVisible();
  await expect(prompt).toHaveCount(0);
  const draft = await owner.api.get('/rest/v1/form_drafts?form_type=pet_onboarding');
  expect(draft.status()).toBe(404);
  const profile = await (await owner.api.get(`/rest/v1/users/${owner.id}`)).json();
  expect(profile).toMatchObject({ pet_onboarding_completed: true, onboarding_completed: true });
  expect(profile.profile_image_url).toContain(`${owner.id}-owner-`);
  const pets = await (await owner.api.get('/rest/v1/pet_profiles')).json();
  expect(pets.items).toMatchObject([{ name: 'Miso', breed: 'Tabby', age: 3.5 }]);
  // A member who has done the steps is not asked again.
  await page.goto('/pet-onboarding');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/edit-profile#pets');
  await expect(
    page.getByRole('region', { name: 'Pets' }).getByText('Tabby · 3.5 years'),
  ).toBeVisible();
});

test('no step is left before its photo is stored: its tabs and the way back wait like Next [O1 O2 X5]', async ({
  people,
}) => {
  const member = await people.join('Bea Beagle', 'both');
  const page = await people.open(member, '/pet-sitter-onboarding');
  const main = page.getByRole('main');
  const photo = main.locator('input[type=file]');
  const uploads = '**/storage/v1/object/**';
  const isSending = main.getByText('The photo is still uploading. Wait until it’s done, or remove');
  const hasFailed = main.getByText('The photo wasn’t uploaded. Try again or remove it.');
  const staysUntilStored = async (leave: Locator, next: string) => {
    await page.route(uploads, () => undefined);
    await photo.setInputFiles(PET_PHOTO);
    await leave.click();
    await expect(isSending).toBeVisible();
    await expect(photo).toBeFocused();
    await expectSound(page);
    await page.route(uploads, (route) => route.fulfill({ status: 503, json: {} }));
    await photo.setInputFiles(PET_PHOTO);
    const again = main.getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await leave.click();
    await expect(hasFailed).toBeVisible();
    await expect(photo).toBeFocused();
    await page.unroute(uploads);
    await again.click();
    await expect(hasFailed).toBeHidden();
    await expect(page.getByLabel('Uploading')).toHaveCount(0);
    await leave.click();
    await expect(main.getByRole('heading', { name: next })).toBeFocused();
  };
  await staysUntilStored(main.getByRole('button', { name: 'Availability' }), 'Availability');
  const saved = await (await member.api.get(`/rest/v1/users/${member.id}`)).json();
  expect(saved.profile_image_url).toContain(member.id);

  await page.goto('/pet-onboarding');
  await main.getByLabel('Pet name').fill('Miso');
  await main.getByLabel('Breed').fill('Tabby');
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(main.getByRole('heading', { name: 'Your Information' })).toBeFocused();
  await staysUntilStored(
    main.getByRole('button', { name: 'Back', exact: true }),
    'Pet Information',
  );
});

test('an owner’s input is saved, retried, and found on another day [O3]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'both');
  const page = await people.open(owner, '/pet-onboarding');
  await expect(page.getByText('What you type is saved automatically.')).toBeVisible();
  await page.getByLabel('Pet name').fill('Miso');
  await page.getByLabel('Breed').fill('Tabby');
  await expect(page.getByText('Saving...')).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Location').fill('Maplewood, NJ');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Information' })).toBeVisible();
  await expect(page.getByLabel('Location')).toHaveValue('Maplewood, NJ');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Pet name')).toHaveValue('Miso');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  let tries = 0;
  await page.route('**/form_drafts*', (route) => {
    tries += 1;
    return route.fulfill(serverError());
  });
  await page.getByLabel('Breed').fill('Tabby, mostly');
  await expect(toast(page, 'Save Error')).toBeVisible();
  await expect(toast(page, /Click retry to try again\./)).toBeVisible();
  expect(tries).toBe(4);
  await page.unroute('**/form_drafts*');
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored = await (
    await owner.api.get('/rest/v1/form_drafts?form_type=pet_onboarding')
  ).json();
  expect(stored.form_data.pet.breed).toBe('Tabby, mostly');
  // A member with both roles still has the sitter's steps to do.
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page).toHaveURL('/onboarding-success');
  await expect(page.getByRole('link', { name: 'Set up your sitter profile' })).toBeVisible();
});

test('onboarding is for members, and the steps of each role are for members with that role [O1 P1]', async ({
  people,
}) => {
  const visitor = await people.open(null, '/pet-onboarding');
  await expect(visitor).toHaveURL(/\/join/);
  await visitor.goto('/onboarding-success');
  await expect(visitor).toHaveURL(/\/join/);
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sitter, '/pet-onboarding');
  await expect(page).toHaveURL('/dashboard');
});

test('a sitter does the four steps, each saved when continuing [O2 O3 D2]', async ({ people }) => {
  const owner = await people.join('Nora Near', 'pet_owner');
  const near = await postJob(owner, { location: 'Maplewood, New Jersey' });
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sitter, '/dashboard');
  await page.setViewportSize({ width: 390, height: 844 });
  await page
    .getByRole('region', { name: 'Get ready to sit' })
    .getByRole('link', { name: 'Begin' })
    .click();
  await expect(page).toHaveURL('/pet-sitter-onboarding');
  const main = page.getByRole('main');
  const next = main.getByRole('button', { name: 'Next' });
  const bar = main.getByRole('progressbar', { name: 'Step 1 of 4' });
  await expect(bar).toHaveAttribute('aria-valuenow', '25');
  await expect(main.getByText('25%')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Previous' })).toBeDisabled();
  await expectSound(page);
  await main.getByLabel('Last Name').fill(' ');
  await next.click();
  await expect(main.getByLabel('Last Name')).toBeFocused();
  await expect(main.getByText('Last name is required')).toBeVisible();
  await main.getByLabel('Last Name').fill('Vale');
  await main.getByLabel('Location').fill('maplewood, nj');
  await main.getByRole('option', { name: 'Maplewood, New Jersey' }).click();
  await main
    .getByLabel('Bio')
    .fill('Former vet nurse, at ease with very large dogs and very shy cats.');
  const uploads = '**/storage/v1/object/**';
  await page.route(uploads, (route) => route.fulfill({ status: 503, json: {} }));
  await main.locator('input[type=file]').setInputFiles(PET_PHOTO);
  const again = main.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await next.click();
  await expect(main.locator('input[type=file]')).toBeFocused();
  await expect(main.getByText('The photo wasn’t uploaded. Try again or remove it.')).toBeVisible();
  await page.unroute(uploads);
  await again.click();
  await expect(main.getByRole('button', { name: 'Remove' })).toBeVisible();
  await next.click();
  await expect(main.getByRole('heading', { name: 'Payment Preferences' })).toBeFocused();
  const saved = await (await sitter.api.get(`/rest/v1/users/${sitter.id}`)).json();
  expect(saved).toMatchObject({ full_name: 'Sam Vale', onboarding_completed: false });
  await next.click();
  await expect(main.getByText('Please choose a payment preference')).toBeVisible();
  await expect(main.getByRole('radio', { name: 'Hourly rate' })).toBeFocused();
  await main.getByText('Hourly rate', { exact: true }).click();
  await main.getByLabel('Hourly rate amount').fill('18.50');
  await expectSound(page);
  await next.click();
  await expect(main.getByRole('heading', { name: 'Payment Methods' })).toBeFocused();
  await main.getByLabel('Link, $cashtag or @name').fill('$sam-walks');
  await main.getByRole('button', { name: 'Add Payment Method' }).click();
  await expect(main.getByRole('link', { name: '$sam-walks' })).toBeVisible();
  await expectSound(page);
  // Any step is one press away, and going back keeps everything.
  await main.getByRole('button', { name: 'Personal Information' }).click();
  await expect(main.getByLabel('Last Name')).toHaveValue('Vale');
  await main.getByRole('button', { name: 'Availability' }).click();
  await main.getByRole('switch', { name: 'Available for jobs' }).click();
  await expectSound(page);
  await main.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page).toHaveURL('/dashboard');
  const ready = page.getByRole('region', { name: /^You’re ready: \d+ jobs? near you$/ });
  await expect(ready.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(ready.getByRole('link', { name: near.title })).toBeVisible();
  await expect(ready.getByRole('link', { name: 'See jobs near you' })).toHaveAttribute(
    'href',
    '/jobs?sort=nearest&within=25',
  );
  await expectSound(page);
  await expect(page.getByRole('region', { name: 'Get ready to sit' })).toHaveCount(0);
  const through = await (await sitter.api.get(`/rest/v1/users/${sitter.id}`)).json();
  expect(through).toMatchObject({
    onboarding_completed: true,
    hourly_rate_amount: 18.5,
    availability_enabled: false,
  });
});

test('a sitter who skips finds their input again, and nothing is lost to a failing save [O2 O3]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'both');
  const page = await people.open(sitter, '/pet-sitter-onboarding');
  const main = page.getByRole('main');
  await main.getByLabel('Bio').fill('I have two cats');
  await main.getByRole('link', { name: 'Skip for now' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/pet-sitter-onboarding');
  await expect(main.getByLabel('Bio')).toHaveValue('I have two cats');
  // Leaving a page in the middle of a word loses none of it.
  await main.getByLabel('Bio').fill('I have two cats and a pa');
  await page.goto('/about');
  await page.goto('/pet-sitter-onboarding');
  await expect(main.getByLabel('Bio')).toHaveValue('I have two cats and a pa');
  await main.getByLabel('Bio').fill('I have two cats');
  await page.route('**/rest/v1/users/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(serverError()) : route.continue(),
  );
  await main.getByRole('button', { name: 'Next' }).click();
  await expect(toast(page, /^Failed to update profile information/)).toBeVisible();
  await expect(main.getByLabel('Bio')).toHaveValue('I have two cats');
  await page.unroute('**/rest/v1/users/*');
  // The end can't be reached past an incomplete step.
  await main.getByRole('button', { name: 'Availability' }).click();
  await main.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(main.getByRole('heading', { name: 'Payment Preferences' })).toBeFocused();
  const missing = main.getByText('Please choose a payment preference');
  await expect(missing).toBeVisible();
  await main.getByRole('button', { name: 'Payment Methods' }).click();
  await main.getByRole('button', { name: 'Payment Preferences' }).click();
  for (let presses = 0; presses < 2; presses += 1) {
    await main.getByRole('button', { name: 'Next' }).click();
    await expect(missing).toBeVisible();
  }
  await main.getByText('Negotiable', { exact: true }).click();
  await main.getByRole('button', { name: 'Availability' }).click();
  await page.route('**/complete_pet_sitter_onboarding', (route) => route.fulfill(serverError()));
  await main.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(toast(page, 'Failed to complete onboarding')).toBeVisible();
  await page.unroute('**/complete_pet_sitter_onboarding');
  await main.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('an owner whose session ends in the middle signs in there, and loses nothing [O1 O3 U7]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/pet-onboarding');
  await page.getByLabel('Pet name').fill('Miso');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.route('**/form_drafts*', (route) => route.abort());
  await page.getByLabel('Breed').fill('Tabby');
  await endSessionElsewhere(page);
  const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(owner.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await page.unroute('**/form_drafts*');
  await expect(page.getByLabel('Pet name')).toHaveValue('Miso');
  await expect(page.getByLabel('Breed')).toHaveValue('Tabby');
  await page.getByLabel('Breed').fill('Tabby cat');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Breed')).toHaveValue('Tabby cat');
});

test('an owner’s unsaved answers never become the draft of the member who signs in next on this screen [O3 U6]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const next = await people.join('Ned Next', 'pet_owner');
  const page = await people.open(owner, '/pet-onboarding');
  await expect(page.getByLabel('Pet name')).toBeVisible();
  await page.route('**/form_drafts*', (route) => route.abort());
  await page.getByLabel('Pet name').fill('Miso, whose key is under the mat');
  await expect(page.getByText('Saving...')).toBeVisible();
  await endSessionElsewhere(page);
  const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
  await dialog.getByLabel('Email').fill(next.email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(next.password);
  await page.unroute('**/form_drafts*');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Hello, Ned' })).toBeVisible();
  await page.goto('/pet-onboarding');
  await expect(page.getByLabel('Pet name')).toHaveValue('');
  const kept = await next.api.get('/rest/v1/form_drafts?form_type=pet_onboarding');
  expect(kept.status()).toBe(404);
});
