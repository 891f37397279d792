import type { Locator, Page } from '@playwright/test';
import { expect, hold, test, toast } from './support/fixtures.ts';
import { bookJob, PET_PHOTO } from './support/jobs.ts';

/** The first letter typed loads the code of the confirmation; leaving asks only from then on. */
const isGuarded = (page: Page) => expect(page.locator('html[data-guarded]')).toBeAttached();

/** Opens the member's menu, which is a panel on a phone, and presses an entry of it. */
async function pressInMenu(page: Page, name: string): Promise<void> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) {
    await page.getByRole('button', { name: 'Open menu', exact: true }).click();
    const panel = page.getByRole('dialog', { name: 'Menu' });
    await panel.getByRole('link', { name }).or(panel.getByRole('button', { name })).click();
  } else {
    await page.getByRole('button', { name: 'Menu of Bea Beagle' }).click();
    await page.getByRole('menuitem', { name }).click();
  }
}

test('a member who follows a link away from an unsaved bio is asked first, and stays, saves or leaves [R3]', async ({
  people,
}) => {
  const member = await people.join('Bea Beagle', 'both');
  const page = await people.open(member, '/dashboard');
  await pressInMenu(page, 'Profile Settings');
  const bio = page.getByRole('textbox', { name: 'Bio' });
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const jobs = page.getByRole('link', { name: 'Jobs', exact: true }).filter({ visible: true });
  const openJobs = async () => {
    // A phone's bar gives way to the keyboard while the box has the focus.
    await bio.blur();
    await jobs.first().click();
  };
  const typed = 'I grew up with two beagles.';

  await test.step('staying keeps what was typed', async () => {
    await bio.pressSequentially(typed);
    await isGuarded(page);
    await openJobs();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL('/edit-profile');
    await expect(bio).toHaveValue(typed);
  });

  await test.step('the way back and the menu ask as well', async () => {
    await page.evaluate('history.back()');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/edit-profile');
    await pressInMenu(page, 'My Jobs');
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(bio).toHaveValue(typed);
  });

  await test.step('nobody is asked about what is saved', async () => {
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await expect(toast(page, 'Profile information updated successfully')).toBeVisible();
    await openJobs();
    await expect(page).toHaveURL('/jobs');
    await page.goBack();
    await expect(bio).toHaveValue(typed);
  });

  await test.step('leaving drops it', async () => {
    await bio.fill(`${typed} And a cat.`);
    await openJobs();
    await question.getByRole('button', { name: 'Leave' }).click();
    await expect(page).toHaveURL('/jobs');
    await page.goBack();
    await expect(bio).toHaveValue(typed);
  });
});

test('a member who signs out over an unsaved bio is not asked about it [R3 U6]', async ({
  people,
}) => {
  const member = await people.join('Bea Beagle', 'both');
  const page = await people.open(member, '/edit-profile');
  await page.getByRole('textbox', { name: 'Bio' }).pressSequentially('I grew up with two beagles.');
  await isGuarded(page);
  await pressInMenu(page, 'Sign Out');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
});

test('a link away from a photo that is being sent, or was not stored, asks first [J2 O1 O2 R4 X5]', async ({
  people,
}) => {
  const member = await people.join('Bea Beagle', 'both');
  const page = await people.open(member, '/dashboard');
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  const jobs = page.getByRole('link', { name: 'Jobs', exact: true }).filter({ visible: true });
  const skip = page.getByRole('link', { name: 'Skip for now' });
  const photo = page.locator('input[type=file]').first();
  const uploads = '**/storage/v1/object/**';
  const stays = async (link: Locator) => {
    await isGuarded(page);
    await link.click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(question).toBeHidden();
  };
  const forms = {
    '/edit-profile': jobs.first(),
    '/post-job': jobs.first(),
    '/pet-onboarding': jobs.first(),
    '/pet-sitter-onboarding': skip,
  };
  for (const [path, link] of Object.entries(forms)) {
    await test.step(path, async () => {
      await page.goto(path);
      const sending = await hold(page, uploads);
      await photo.setInputFiles(PET_PHOTO);
      await stays(link);
      sending.release();
      await expect(page.getByText('Image uploaded successfully!').first()).toBeVisible();
      await page.unroute(uploads);

      await page.route(uploads, (route) => route.fulfill({ status: 503, json: {} }));
      await photo.setInputFiles(PET_PHOTO);
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await stays(link);
      await link.click();
      await question.getByRole('button', { name: 'Leave' }).click();
      await expect(page).toHaveURL(link === skip ? '/dashboard' : '/jobs');
      await page.unroute(uploads);
    });
  }
});

test('what a sitter is typing on a job’s page stays when the phone or the tablet is turned [J4 J6]', async ({
  people,
}) => {
  const { sitter, job } = await bookJob(people);
  const page = await people.open(sitter, `/jobs/${job.id}`);
  /** The bar of a phone, one column, and the column at the side. */
  const turn = async (dialog: Locator, text: string) => {
    for (const width of [844, 1100, 390, 1100, 844, 390]) {
      await page.setViewportSize({ width, height: 600 });
      await expect.poll(() => page.evaluate('innerWidth')).toBe(width);
      await expect(dialog.getByRole('textbox')).toHaveValue(text);
    }
  };

  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Cancel my claim' }).click();
  const cancel = page.getByRole('alertdialog');
  await cancel.getByLabel('Why?').fill('My own dog fell ill.');
  await turn(cancel, 'My own dog fell ill.');
  await cancel.getByRole('button', { name: 'Keep the job' }).click();

  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const report = page.getByRole('dialog');
  await report.getByText('Add details').click();
  await report.getByRole('textbox').fill('Nobody lives there.');
  await turn(report, 'Nobody lives there.');
});
