import { findBarriers } from './support/axe.ts';
import { expect, serverError, test, toast } from './support/fixtures.ts';
import { freshWord } from './support/fresh-word.ts';
import { fillJobForm, freshTitle, PET_PHOTO } from './support/jobs.ts';
import { introduce } from './support/people.ts';

test('a sitter shows a photo, replaces it, and removes it [R3 R4 X5]', async ({ people }) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sitter, '/edit-profile');
  const information = page.getByRole('region', { name: 'Profile Information' });
  const photo = information.locator('input[type=file]');
  await photo.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('me') });
  await expect(information.getByText('Invalid file type')).toBeVisible();
  const heavy = Buffer.alloc(5 * 1024 * 1024);
  await photo.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: heavy });
  await expect(information.getByText('File too large')).toBeVisible();
  await page.route('**/profile-images/profile', (route) => route.abort());
  await photo.setInputFiles(PET_PHOTO);
  const failed = 'Upload failed - Failed to upload image. Please try again.';
  await expect(information.getByText(failed)).toBeVisible();
  await page.unroute('**/profile-images/profile');
  await information.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Image uploaded successfully!').first()).toBeVisible();
  // The errors of earlier tries are gone with the success.
  await expect(page.getByText('File too large')).toHaveCount(0);
  await expect(page.getByText(failed)).toHaveCount(0);
  const image = information.locator('img');
  await expect(image).toHaveAttribute('src', new RegExp(`/profile-images/${sitter.id}/`));
  const first = (await image.getAttribute('src')) ?? '';
  await photo.setInputFiles(PET_PHOTO);
  await expect(image).not.toHaveAttribute('src', first);
  await expect.poll(async () => (await sitter.api.get(first)).status()).toBe(404);
  await expect(page.locator('header img').first()).toBeVisible();
  await page.route('**/rest/v1/users/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(serverError()) : route.continue(),
  );
  await information.getByRole('button', { name: 'Remove' }).click();
  // Once, although title and reason are the same.
  await expect(toast(page, 'Failed to remove image. Please try again.')).toHaveCount(1);
  await page.unroute('**/rest/v1/users/*');
  await information.getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Photo removed')).toBeVisible();
  await expect(image).toHaveCount(0);
});

test('marks piled up on the letters of a bio cover nothing above or below it [R3]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const owner = await people.join('Olga Owner', 'pet_owner');
  const page = await people.open(owner, `/profile/${sitter.id}`);
  const heading = page.getByRole('heading', { name: 'About' });
  const show = async (bio: string) => {
    await sitter.api.patch(`/rest/v1/users/${sitter.id}`, { data: { bio } });
    await page.reload();
    await expect(page.getByText(bio)).toBeVisible();
    await page.evaluate('document.fonts.ready.then(() => null)');
    return heading.screenshot();
  };
  const marks = '\u0301\u0302\u0303'.repeat(13);
  // Either picture may be taken while the page is still being drawn.
  const areAlike = async () => (await show('Hi all')).equals(await show(`H${marks}i${marks} all`));
  await expect.poll(areAlike).toBe(true);
});

test('an error of a name replaces the toast about the error before [R3 P9]', async ({ people }) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/edit-profile');
  const profile = page.getByRole('region', { name: 'Profile Information' });
  const [first, last] = [profile.getByLabel('First Name'), profile.getByLabel('Last Name')];
  const save = profile.getByRole('button', { name: 'Save Profile' });
  const missing = toast(page, 'First name and last name are required');
  await first.fill('');
  await save.click();
  await expect(missing).toBeVisible();
  await first.fill('Molly');
  await last.fill('Support');
  await save.click();
  await expect(last).toHaveAccessibleDescription(/is reserved for the people who run/);
  await expect(last).toBeFocused();
  await expect(missing).toBeHidden();

  await first.fill('');
  await save.click();
  await expect(missing).toBeVisible();
  await first.fill('Molly');
  await profile.getByLabel('Username').fill('not a name');
  await save.click();
  await expect(profile.getByLabel('Username')).toBeFocused();
  await expect(missing).toBeHidden();
});

test('a sitter adds payment methods, and the form says what is invalid [R5]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sitter, '/edit-profile');
  const methods = page.getByRole('region', { name: 'Payment Methods' });
  const entry = methods.getByLabel('Link, $cashtag or @name');
  const add = methods.getByRole('button', { name: 'Add Payment Method' });
  await entry.fill('sam');
  await add.click();
  await expect(
    methods.getByText('Other services need a link that begins with https:// or http://'),
  ).toBeVisible();
  await expect(entry).toBeFocused();
  const service = methods.getByRole('combobox');
  await service.selectOption('Other');
  const name = methods.getByLabel('Name of the service');
  await name.fill('Kindpal Pay');
  await entry.fill('https://bank.example.org/sam');
  await add.click();
  await expect(methods.getByText('Service cannot have the name of Kindpal')).toBeVisible();
  await expect(name).toBeFocused();
  await expect(methods.getByText(/^Will be added as/)).toHaveCount(0);
  await service.selectOption('');
  await entry.fill('$sam-walks');
  await expect(
    methods.getByText('Will be added as Cash App: https://cash.app/$sam-walks'),
  ).toBeVisible();
  await add.click();
  await expect(toast(page, 'Payment method added')).toBeVisible();
  await expect(methods.getByRole('link', { name: '$sam-walks' })).toHaveAttribute(
    'href',
    'https://cash.app/$sam-walks',
  );
  await expect(entry).toHaveValue('');
  // A second tab that has not seen the first method adds another: both are there.
  const beside = await people.openBeside(page, '/edit-profile');
  const theirs = beside.getByRole('region', { name: 'Payment Methods' });
  await theirs.getByLabel('Service').selectOption('Venmo');
  await theirs.getByLabel('Link, $cashtag or @name').fill('@sam-walks');
  await theirs.getByRole('button', { name: 'Add Payment Method' }).click();
  await expect(methods.getByRole('listitem')).toHaveCount(2);
  await entry.fill('cash.app/$sam-walks');
  await add.click();
  await expect(methods.getByText('You have added this one already')).toBeVisible();
  await page.route('**/rest/v1/users/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(serverError()) : route.continue(),
  );
  await methods.getByRole('button', { name: 'Remove Cash App $sam-walks' }).click();
  await expect(toast(page, /^Failed to remove payment method/)).toBeVisible();
  await entry.fill('https://paypal.me/sam');
  await add.click();
  await expect(toast(page, /^Failed to add payment method/)).toBeVisible();
  await expect(entry).toHaveValue('https://paypal.me/sam');
  await page.unroute('**/rest/v1/users/*');
  await methods.getByRole('button', { name: 'Remove Cash App $sam-walks' }).click();
  await expect(methods.getByRole('listitem')).toHaveCount(1);
});

test('a sitter sets a rate, and each kind keeps only its own amount [R6]', async ({ people }) => {
  const sitter = await people.join('Sam Sitter', 'both');
  const page = await people.open(sitter, '/edit-profile');
  const preference = page.getByRole('region', { name: 'Payment Preference' });
  const save = preference.getByRole('button', { name: 'Save Payment Preferences' });
  await preference.getByText('Hourly rate', { exact: true }).click();
  await preference.getByLabel('Hourly rate amount').fill('18.25');
  await save.click();
  await expect(preference.getByText('Use steps of 0.50')).toBeVisible();
  await preference.getByLabel('Hourly rate amount').fill('18.5');
  await save.click();
  await expect(toast(page, 'Payment preferences updated successfully')).toBeVisible();
  await preference.getByText('Fixed rate', { exact: true }).click();
  await preference.getByLabel('Fixed rate amount').fill('40');
  await save.click();
  await page.reload();
  await expect(preference.getByLabel('Fixed rate amount')).toHaveValue('40');
  await preference.getByText('Hourly rate', { exact: true }).click();
  await expect(preference.getByLabel('Hourly rate amount')).toHaveValue('');
});

test('an owner has no rate, and one failing form leaves the others alone [R3 R6]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/edit-profile');
  await expect(page.getByRole('region', { name: 'Payment Methods' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payment Preference' })).toHaveCount(0);
  // As many emoji as characters fit, which a browser would count twice.
  await page.getByLabel('Bio').fill('🐶'.repeat(240));
  await page.getByLabel('Bio').press('End');
  await page.getByLabel('Bio').pressSequentially('🐶'.repeat(60));
  await expect(page.getByText('300/500')).toBeVisible();
  await page.getByLabel('Bio').fill('Two dogs and a garden.');
  await page.route('**/rest/v1/users/*', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(serverError()) : route.continue(),
  );
  await page.getByLabel('Phone').fill('+1 555 0100');
  await page.getByRole('button', { name: 'Save Contact Information' }).click();
  await expect(toast(page, /^Failed to update contact information/)).toBeVisible();
  await page.unroute('**/rest/v1/users/*');
  const username = freshWord();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Website').fill('olive.example.org');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast(page, 'Profile information updated successfully')).toBeVisible();
  await expect(page.getByLabel('Phone')).toHaveValue('+1 555 0100');
  const shown = await people.openBeside(page, `/profile/${owner.id}`);
  await expect(shown.getByText(`@${username}`)).toBeVisible();
  await expect(shown.getByRole('link', { name: 'Website' })).toHaveAttribute(
    'href',
    /^https:\/\/olive\.example\.org/,
  );
});

test('Edit Profile is accessible, on a phone too [R3]', async ({ people }) => {
  const sitter = await people.join('Sam Sitter', 'both');
  const page = await people.open(sitter, '/edit-profile');
  await page.getByLabel('Link, $cashtag or @name').fill('$sam');
  await page.getByRole('button', { name: 'Add Payment Method' }).click();
  await expect(page.getByRole('link', { name: '$sam' })).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    const violations = await findBarriers(page);
    expect(violations).toEqual([]);
    const sideways = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect(sideways).toBeLessThanOrEqual(0);
  }
});

test('an owner saves a pet, posts a job for it, and removes it [J2 R7 X2]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/edit-profile#pets');
  const pets = page.getByRole('region', { name: 'Pets' });
  await pets.getByRole('button', { name: 'Add a Pet' }).click();
  await expect(pets.getByRole('form', { name: 'Add a pet' })).toBeFocused();
  await pets.getByRole('button', { name: 'Save Pet' }).click();
  await expect(pets.getByText('Pet name is required')).toBeVisible();
  await pets.getByLabel('Pet name').fill('RㅣX');
  await pets.getByLabel('Breed').fill('Boxer');
  await pets.getByRole('button', { name: 'Save Pet' }).click();
  await expect(pets.getByText(/^Pet name mixes different alphabets in a word/)).toBeVisible();
  await pets.getByLabel('Pet name').fill('Rex');
  await pets.getByLabel('Weight in lbs').fill('62');
  await pets.getByLabel('Medical conditions').fill('Half a tablet of joint relief');
  await pets.getByRole('button', { name: 'Save Pet' }).click();
  await expect(toast(page, 'Rex is in')).toBeVisible();
  await pets.getByRole('button', { name: 'Edit Rex' }).click();
  await expect(pets.getByLabel('Medical conditions')).toHaveValue('Half a tablet of joint relief');
  await pets.getByLabel('Special instructions').fill('No grapes, ever.');
  await pets.getByRole('button', { name: 'Save Pet' }).click();
  await expect(toast(page, 'Rex is up to date')).toBeVisible();
  await page.goto('/post-job');
  await page.getByText('Rex', { exact: true }).click();
  await expect(page.getByText('Boxer · Large (61-100 lbs)')).toBeVisible();
  await page.getByRole('button', { name: /^Change the pet/ }).click();
  await expect(page.getByLabel('Pet name')).toHaveValue('Rex');
  await expect(page.getByLabel('Pet size')).toHaveValue('large');
  await expect(page.getByLabel('Special instructions')).toHaveValue('No grapes, ever.');
  await page.getByText('Another pet', { exact: true }).click();
  await expect(page.getByLabel('Pet name')).toHaveValue('');
  await page.goto('/edit-profile#pets');
  await pets.getByRole('button', { name: 'Remove Rex' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Rex was removed')).toBeVisible();
  await expect(pets.getByText('No pets yet.')).toBeVisible();
});

test('a sitter sees the health of the right pet after claiming, and not before [J2 J4 X2]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  await introduce(sitter);
  // Two with the same name and breed: only their health distinguishes them.
  for (const medical_conditions of ['Nothing at all', 'Half a tablet of joint relief']) {
    const rex = { name: 'Rex', breed: 'Boxer', weight: 62, emergency_phone: '+1 555 0100' };
    const created = await owner.api.post('/rest/v1/pet_profiles', {
      data: { ...rex, medical_conditions },
    });
    expect(created.status(), await created.text()).toBe(201);
  }
  const page = await people.open(owner, '/post-job');
  const title = freshTitle('A walk with Rex');
  await fillJobForm(page, title);
  const pictures = page.getByRole('group', { name: 'For which pet?' }).locator('[data-avatar]');
  await expect(pictures.first()).toHaveAttribute('data-letters', 'R');
  await page.getByText('Rex, Boxer, 62 lbs (2)', { exact: true }).click();
  await page.getByRole('button', { name: 'Post Job' }).click();
  await page.getByRole('link', { name: 'View Job' }).click();
  const notes = { name: 'Health and emergencies' };
  await expect(page.getByRole('region', notes).getByText('Half a tablet')).toBeVisible();
  const theirs = await people.open(sitter, new URL(page.url()).pathname);
  await expect(theirs.getByRole('heading', { name: title })).toBeVisible();
  await expect(theirs.getByRole('region', notes)).toHaveCount(0);
  await theirs.getByRole('button', { name: 'Claim This Job' }).click();
  await expect(theirs.getByRole('region', notes).getByText('Half a tablet')).toBeVisible();
  await expect(theirs.getByRole('link', { name: '+1 555 0100' })).toHaveAttribute(
    'href',
    'tel:+15550100',
  );
  const violations = await findBarriers(theirs);
  expect(violations).toEqual([]);
});
