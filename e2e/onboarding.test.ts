import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test, toast } from './fixtures.ts';
import { PET_PHOTO } from './jobs.ts';

/** Nothing for axe to object to, and nothing that runs out of the page sideways. */
async function expectSound(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations).toEqual([]);
  const sideways = await page.evaluate<number>(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(sideways).toBeLessThanOrEqual(0);
}

test('an owner takes both steps on a phone and is congratulated [O1 O4 D2]', async ({ people }) => {
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
  await expect(next).toBeDisabled();
  await page.getByLabel('Pet name').fill('Miso');
  await expect(next).toBeDisabled();
  await page.getByLabel('Breed').fill('Tabby');
  await page.getByLabel('Age in years').fill('-2');
  await next.click();
  await expect(page.getByText('Age cannot be negative')).toBeVisible();
  await page.getByLabel('Age in years').fill('3.5');
  await page.locator('input[type=file]').setInputFiles(PET_PHOTO);
  await expect(page.getByText('Image uploaded successfully!').first()).toBeVisible();
  await next.click();
  await expect(page.getByRole('heading', { name: 'Your Information' })).toBeFocused();
  await expect(page.getByRole('img', { name: 'Step 2 of 2' })).toBeVisible();
  const complete = page.getByRole('button', { name: 'Complete Setup' });
  await expect(page.getByLabel('Full name')).toHaveValue('Olive Owner');
  await expect(complete).toBeDisabled();
  await page.getByLabel('Location').fill('12 Elm Street, Maplewood');
  await page.locator('input[type=file]').setInputFiles(PET_PHOTO);
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expectSound(page);
  await page.route('**/complete_pet_onboarding', (route) =>
    route.fulfill({ status: 500, body: '{}' }),
  );
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
  const draft = await owner.api.get('/rest/v1/form_drafts/pet_onboarding');
  expect(draft.status()).toBe(404);
  const profile = await (await owner.api.get(`/rest/v1/users/${owner.id}`)).json();
  expect(profile).toMatchObject({ pet_onboarding_completed: true, onboarding_completed: true });
  expect(profile.profile_image_url).toContain(`${owner.id}-owner-`);
  const pets = await (await owner.api.get('/rest/v1/pet_profiles')).json();
  expect(pets.items).toMatchObject([{ name: 'Miso', breed: 'Tabby', age: 3.5 }]);
  // Whoever has taken the steps is not asked for them again.
  await page.goto('/pet-onboarding');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/edit-profile#pets');
  await expect(
    page.getByRole('region', { name: 'Pets' }).getByText('Tabby · 3.5 years'),
  ).toBeVisible();
});

test('what an owner has typed is kept, tried again, and found on another day [O3]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'both');
  const page = await people.open(owner, '/pet-onboarding');
  await expect(page.getByText('What you type is kept.')).toBeVisible();
  await page.getByLabel('Pet name').fill('Miso');
  await page.getByLabel('Breed').fill('Tabby');
  await expect(page.getByText('Saving...')).toBeVisible();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByLabel('Location').fill('Maplewood');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Information' })).toBeVisible();
  await expect(page.getByLabel('Location')).toHaveValue('Maplewood');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByLabel('Pet name')).toHaveValue('Miso');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  let tries = 0;
  await page.route('**/form_drafts/pet_onboarding', (route) => {
    tries += 1;
    return route.fulfill({ status: 500, body: '{}' });
  });
  await page.getByLabel('Breed').fill('Tabby, mostly');
  await expect(toast(page, 'Save Error')).toBeVisible({ timeout: 15_000 });
  await expect(toast(page, /Click retry to try again\./)).toBeVisible();
  expect(tries).toBe(4);
  await page.unroute('**/form_drafts/pet_onboarding');
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const stored = await (await owner.api.get('/rest/v1/form_drafts/pet_onboarding')).json();
  expect(stored.form_data.pet.breed).toBe('Tabby, mostly');
  // Whoever is both has the sitter's steps still before them.
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Complete Setup' }).click();
  await expect(page).toHaveURL('/onboarding-success');
  await expect(page.getByRole('link', { name: 'Set up sitting' })).toBeVisible();
});

test('the first steps are for members, each for those whom they concern [O1 P1]', async ({
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
