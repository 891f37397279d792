import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { startEmptyCommunity } from './support/community.ts';
import {
  expect,
  hold,
  leaveOutEvents,
  serverError,
  test,
  toast,
  toastsStand,
} from './support/fixtures.ts';
import {
  bookJob,
  claimJob,
  fillJobForm,
  freshTitle,
  moveJob,
  PET_PHOTO,
  postJob,
} from './support/jobs.ts';
import { freshEmail, introduce, PASSWORD } from './support/people.ts';

async function fillSignUp(page: Page, { name, role }: { name: string; role: string }) {
  await page.getByLabel('Full Name').fill(name);
  await page.getByRole('tabpanel').getByLabel('Email').fill(freshEmail());
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByText(role, { exact: true }).click();
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Hello, ${name.split(' ')[0]}`);
}

async function send(page: Page, text: string) {
  await page.getByLabel('Message about').fill(text);
  await page.getByLabel('Message about').press('Enter');
}

const messages = (page: Page) => page.getByRole('log');
const statusPanel = (page: Page) => page.getByRole('region', { name: 'Where this job stands' });
const address = (page: Page) => page.getByRole('region', { name: 'Address' });

test('a founder, a neighbor and a stranger do the main job from an empty community to the end [U1 I1 I2 I3 S5 J1 J2 J3 J4 J5 J9 M1 X4 X5]', async ({
  people,
}) => {
  test.slow();
  const community = await startEmptyCommunity();
  try {
    const owner = await people.open(community, community.founderLink);
    await test.step('the founder joins with the link, and its code is removed from the address', async () => {
      await expect(owner.getByLabel('Invite Code')).toHaveValue(/^(\w{4}-){2}\w{4}$/);
      await expect(owner).toHaveURL('/join');
      await fillSignUp(owner, { name: 'Founding Owner', role: 'Pet owner' });
    });

    await test.step('and becomes super admin with the token that the server printed', async () => {
      await owner.goto('/super-admin-setup');
      await owner.getByRole('textbox', { name: 'Setup Token' }).fill('not-the-token');
      await owner.getByRole('button', { name: 'Become Super Admin' }).click();
      await expect(toast(owner, 'This setup token isn’t right.')).toBeVisible();
      await owner.getByRole('textbox', { name: 'Setup Token' }).fill(community.setupToken);
      await owner.route('**/rest/v1/super_admins', (route) => route.fulfill(serverError()));
      await owner.getByRole('button', { name: 'Become Super Admin' }).click();
      await expect(toast(owner, 'Failed to create super admin. Please try again.')).toBeVisible();
      await owner.unrouteAll();

      // A second device without live events still offers it, and gets the error.
      const late = await people.openBeside(owner, '/about');
      await leaveOutEvents(late);
      await late.goto('/super-admin-setup');
      await late.getByRole('textbox', { name: 'Setup Token' }).fill(community.setupToken);
      await owner.getByRole('button', { name: 'Become Super Admin' }).click();
      await expect(owner).toHaveURL('/dashboard');
      await late.getByRole('button', { name: 'Become Super Admin' }).click();
      await expect(toast(late, 'Already a Super Admin')).toBeVisible();
      await late.context().close();
      await owner.goto('/super-admin-setup');
      await expect(
        owner.getByRole('heading', { name: 'Super admin setup needs your second factor' }),
      ).toBeVisible();
      await owner.goto('/dashboard');
    });

    const code = await test.step('and generates the one invite code', async () => {
      await owner.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await owner.getByRole('button', { name: 'Invite', exact: true }).click();
      await owner.getByRole('button', { name: 'Generate Invite Code' }).click();
      await expect(toast(owner, 'Invite code generated!')).toBeVisible();
      await expect(owner.getByLabel('Your invite code')).toHaveAttribute('readonly', '');
      await owner.getByRole('button', { name: 'Copy invite code' }).click();
      await expect(toast(owner, 'Invite code copied to clipboard')).toBeVisible();
      const copied = await owner.evaluate<string>('navigator.clipboard.readText()');
      await expect(owner.getByLabel('Your invite code')).toHaveValue(copied);
      await owner.getByRole('button', { name: 'Close' }).click();
      return copied;
    });

    const sitter = await people.open(community, '/join');
    await test.step('a neighbor joins with the code, typed carelessly', async () => {
      await sitter.getByLabel('Invite Code').fill(` ${code.toLowerCase().replaceAll('-', ' ')}`);
      await fillSignUp(sitter, { name: 'Second Sitter', role: 'Pet sitter' });
      await owner.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(owner.getByText('Your invite code was used successfully!')).toBeVisible();
      await expect(owner.getByRole('link', { name: /Contact support/ })).toHaveAttribute(
        'href',
        /subject=Request%20for%20Additional%20Invite%20Codes/,
      );
      await owner.getByRole('button', { name: 'Close' }).click();
    });

    await sitter.getByRole('button', { name: 'Invite', exact: true }).click();
    await sitter.getByRole('button', { name: 'Generate Invite Code' }).click();
    const secondCode = await sitter.getByLabel('Your invite code').inputValue();
    await sitter.getByRole('button', { name: 'Close' }).click();
    const stranger = await people.signUp(community, {
      name: 'Third Sitter',
      role: 'both',
      code: secondCode,
    });
    const other = await people.open(stranger, '/jobs');
    await expect(other.getByText('No open jobs right now')).toBeVisible();
    await sitter.getByRole('link', { name: 'View Available Jobs' }).click();
    await expect(sitter.getByText('No open jobs right now')).toBeVisible();

    const title = freshTitle('Weekend with Biscuit');
    await test.step('the owner posts a job with a picture of the pet', async () => {
      await owner.getByRole('link', { name: 'Post a Job', exact: true }).click();
      await fillJobForm(owner, title);
      await owner.getByLabel('Choose a photo of your pet').setInputFiles(PET_PHOTO);
      await expect(owner.getByText('Image uploaded successfully!')).toBeVisible();
      await owner.getByRole('button', { name: 'Post Job' }).click();
      await expect(owner.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
      await expect(owner.getByText('What happens next')).toBeVisible();
      await owner.getByRole('link', { name: 'View Job' }).click();
      await expect(statusPanel(owner)).toContainText('Waiting for a sitter');
      const picture = owner.getByRole('article').getByRole('img').first();
      await expect(picture).toHaveJSProperty('complete', true);
    });

    await test.step('both sitters see it appear by itself, and open it', async () => {
      for (const page of [sitter, other]) {
        await page.getByRole('link', { name: title }).click();
        await expect(statusPanel(page)).toContainText('First come, first served!');
        await expect(page.getByRole('button', { name: 'Claim This Job' })).toBeVisible();
        await expect(address(page)).toHaveCount(0);
      }
    });

    await test.step('the first claims it; the other is told immediately and keeps their place', async () => {
      await statusPanel(other).scrollIntoViewIfNeeded();
      await expect(statusPanel(other)).toBeInViewport();
      const place = await other.evaluate('scrollY');
      await sitter.getByRole('button', { name: 'Claim This Job' }).click();
      // Owners should see more than initials: asked before the first claim.
      const panel = sitter.getByRole('dialog', { name: 'Introduce yourself' });
      await panel.getByRole('button', { name: 'Save and claim' }).click();
      await expect(panel.getByText('Please choose your town from the list')).toBeVisible();
      await panel.getByLabel('Location').fill('old twn');
      await sitter.getByRole('option', { name: 'Old Town, Maine' }).click();
      await panel.getByLabel('About you').fill('I grew up with two beagles.');
      await panel.getByRole('button', { name: 'Save and claim' }).click();
      await expect(statusPanel(sitter)).toContainText('This job is yours');
      await expect(statusPanel(other)).toContainText('already been claimed by someone else');
      await expect(other.getByRole('heading', { level: 1 })).toHaveText(title);
      await expect(other.getByRole('button', { name: 'Claim This Job' })).toHaveCount(0);
      await expect(other.getByRole('log')).toHaveCount(0);
      expect(await other.evaluate('scrollY')).toBe(place);
      await expect(statusPanel(owner)).toContainText('Second Sitter is booked');
      await expect(owner.getByRole('region', { name: 'Sitter' })).toContainText('Second Sitter');
      await expect(address(sitter)).toContainText('12 Acorn Lane');
      await expect(address(sitter)).toContainText('Only you and the owner see this');
      await expect(address(owner)).toContainText('Only you and your sitter see this');
      await expect(address(other)).toHaveCount(0);
    });

    await test.step('owner and sitter chat', async () => {
      await send(owner, 'The key is with the baker.');
      await expect(messages(sitter)).toContainText('The key is with the baker.');
      await send(sitter, 'Thank you, see you at six.');
      await expect(messages(owner)).toContainText('Thank you, see you at six.');
      await expect(messages(owner).getByText('Thank you, see you at six.')).toBeInViewport();
    });

    await test.step('the sitter starts and finishes, the owner confirms', async () => {
      // On a phone the bottom bar returns when the keyboard is gone.
      for (const page of [sitter, owner]) await page.getByRole('heading', { level: 1 }).click();
      const ask = sitter.getByRole('alertdialog');
      await sitter.getByRole('button', { name: 'Start the job' }).click();
      await expect(ask).toContainText('Start early?');
      await ask.getByRole('button', { name: 'Start the job' }).click();
      await expect(statusPanel(owner)).toContainText('Second Sitter is with your pet');
      // Pressed by mistake: the toast undoes it.
      await toastsStand(sitter).getByRole('button', { name: 'Undo' }).click();
      await expect(statusPanel(owner)).toContainText('Second Sitter is booked');
      await sitter.getByRole('button', { name: 'Start the job' }).click();
      await ask.getByRole('button', { name: 'Start the job' }).click();
      await expect(statusPanel(sitter).getByRole('link', { name: '911' })).toBeVisible();
      await sitter.getByRole('button', { name: 'Mark as done' }).click();
      await expect(ask).toContainText('Done early?');
      await ask.getByRole('button', { name: 'Mark as done' }).click();
      await expect(statusPanel(owner)).toContainText('Second Sitter says it’s done');
      await addPaymentMethods(sitter.request);
      await owner.getByRole('button', { name: 'Confirm it’s done' }).click();
      await expect(statusPanel(owner)).toContainText('If you haven’t paid Second Sitter yet');
      await owner.getByRole('button', { name: 'Copy Venmo handle' }).click();
      await expect
        .poll(() => owner.evaluate<string>('navigator.clipboard.readText()'))
        .toBe('@second-walks');
      await expect(owner.getByRole('button', { name: 'Copy Cash App handle' })).toBeVisible();
      await expect(statusPanel(sitter)).toContainText(
        'Founding Owner confirmed it’s done and pays you directly.',
      );
      // Nothing is left to undo.
      await expect(toastsStand(sitter).getByRole('button', { name: 'Undo' })).toHaveCount(0, {
        timeout: 1_000,
      });
    });

    await test.step('and books the sitter again with the form filled in, who is asked first', async () => {
      const asked = owner.getByRole('checkbox', { name: 'Second Sitter' });
      await owner.getByRole('button', { name: 'Book Second again' }).click();
      await expect(owner).toHaveURL(/\/post-job\?ask=[\w-]+$/);
      await expect(asked).toBeChecked();
      await expect(owner.getByLabel('Title')).toHaveValue(title);
      await expect(owner.getByLabel('Pet name')).toHaveValue('Biscuit');
      await expect(owner.getByLabel('Total amount')).toHaveValue('80');

      // A post that was left unfinished stays, and asks them as well.
      await owner.getByLabel('Title').fill('Half a title');
      await asked.uncheck();
      await owner.goBack();
      await owner.getByRole('button', { name: 'Book Second again' }).click();
      await expect(toast(owner, 'Your unfinished post is still here')).toBeVisible();
      await expect(owner.getByLabel('Title')).toHaveValue('Half a title');
      await expect(asked).toBeChecked();
    });
  } finally {
    await community.stop();
  }
});

/** Two payment services, as the sitter would add them on Edit Profile. */
async function addPaymentMethods(api: APIRequestContext): Promise<void> {
  const { session } = await (await api.get('/auth/v1/session')).json();
  const payment_links = {
    venmo: { service: 'Venmo', url: '@second-walks' },
    cashapp: { service: 'Cash App', url: '$second-walks' },
  };
  const answer = await api.patch(`/rest/v1/users/${session.user.id}`, { data: { payment_links } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a sitter adds a claimed job to the calendar, and owner and sitter are one press from each other [J4]', async ({
  people,
}) => {
  const { owner, job } = await bookJob(people);
  const page = await people.open(owner, `/jobs/${job.id}`);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const download = page.waitForEvent('download');
  if (isPhone) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Add to calendar' }).click();
  } else {
    await page.getByRole('button', { name: 'Add to calendar' }).click();
  }
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain(`SUMMARY:${job.title}`);
  expect(file).toContain('LOCATION:12 Acorn Lane');
  await page.getByRole('button', { name: 'Message Sam' }).click();
  await expect(page).toHaveURL(/\/chat\/job\//);
  await expect(page.getByLabel('Message about')).toBeVisible();
});

test('a sitter cancels their claim with a reason, and the next one can claim it immediately [J6]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const first = await people.join('Sam Sitter', 'pet_sitter');
  const second = await people.join('Sal Sitter', 'both');
  const job = await postJob(owner);
  await introduce(second);
  const waiting = await people.open(second, `/jobs/${job.id}`);
  await expect(statusPanel(waiting)).toContainText('Free to claim');
  await claimJob(first, job);
  await expect(statusPanel(waiting)).toContainText('already been claimed');

  const page = await people.open(first, `/jobs/${job.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Cancel my claim' }).click();
  await page.getByLabel('Why?').fill('My own dog fell ill.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel my claim' }).click();
  await expect(toast(page, 'Your claim is canceled. The job is open again.')).toBeVisible();
  await expect(statusPanel(page)).toContainText('Free to claim');

  await waiting.getByRole('button', { name: 'Claim This Job' }).click();
  await expect(statusPanel(waiting)).toContainText('This job is yours');
  await expect(waiting.getByText('No messages yet.')).toBeVisible();
});

test('a reason that a sitter is writing stays when the rest of the page comes late [J6]', async ({
  people,
}) => {
  const { sitter, job } = await bookJob(people);
  const page = await people.open(sitter, '/jobs');
  let answer = () => {};
  const isWritten = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/rest/v1/job_events*', async (route) => {
    await isWritten;
    await route.continue();
  });
  await page.goto(`/jobs/${job.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Cancel my claim' }).click();
  await page.getByLabel('Why?').fill('My own dog fell ill.');
  const history = page.waitForResponse('**/rest/v1/job_events*');
  answer();
  await history;
  // The open window hides the page from roles, not from the eye.
  await expect(page.getByText('claimed it').first()).toBeVisible();
  await expect(page.getByLabel('Why?')).toHaveValue('My own dog fell ill.');
});

test('a menu that a sitter opens right after claiming stays open while the page refetches [J5 J6]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner);
  await introduce(sitter);
  const page = await people.open(sitter, `/jobs/${job.id}`);
  await expect(statusPanel(page)).toContainText('Free to claim');
  const { release } = await hold(page, '**/rest/v1/rpc/count_unread_messages');
  await page.getByRole('button', { name: 'Claim This Job' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  const item = page.getByRole('menuitem', { name: 'Cancel my claim' });
  await item.hover();
  const counted = page.waitForResponse('**/rest/v1/rpc/count_unread_messages');
  release();
  await counted;
  // By now everything is refetched; then the focus moves to the heading, unless it is in a menu.
  await page.waitForTimeout(1_500);
  await item.click();
  await page.getByLabel('Why?').fill('My own dog fell ill.');
  await expect(page.getByLabel('Why?')).toBeFocused();
});

test('the button to finish a job does not move under the finger of a sitter who has just started it [J9]', async ({
  people,
  isMobile,
}) => {
  test.skip(isMobile, 'On a phone the buttons are in the bar.');
  const { sitter, job } = await bookJob(people);
  const page = await people.open(sitter, `/jobs/${job.id}`);
  await page.getByRole('button', { name: 'Start the job' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  const { release } = await hold(page, '**/assets/*.js');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start the job' }).click();
  const button = page.getByRole('button', { name: 'Mark as done' });
  await expect(button).toBeVisible();
  await expect(statusPanel(page)).not.toContainText('Call first');
  const place = await button.boundingBox();
  release();
  await expect(statusPanel(page)).toContainText('Call first');
  expect(await button.boundingBox()).toEqual(place);
});

test('an owner removes the sitter, and the job is open to all again [J6]', async ({ people }) => {
  const { owner, sitter, job } = await bookJob(people);
  const theirs = await people.open(sitter, `/jobs/${job.id}`);
  await expect(statusPanel(theirs)).toContainText('This job is yours');
  await expect(address(theirs)).toContainText('12 Acorn Lane');
  const page = await people.open(owner, `/jobs/${job.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove this sitter' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove this sitter' }).click();
  await expect(statusPanel(page)).toContainText('Waiting for a sitter');
  await expect(statusPanel(theirs)).toContainText('Free to claim');
  await expect(theirs.getByRole('log')).toHaveCount(0);
  await expect(theirs.getByText('12 Acorn Lane')).toHaveCount(0);
});

test('the second sitter to claim, with an outdated page, is told the job is gone [J5]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const first = await people.join('Sam Sitter', 'pet_sitter');
  const second = await people.join('Sal Sitter', 'pet_sitter');
  const job = await postJob(owner);
  await introduce(second);
  const page = await people.open(second, '/jobs');
  await leaveOutEvents(page.context());
  await page.goto(`/jobs/${job.id}`);
  await expect(page.getByRole('button', { name: 'Claim This Job' })).toBeVisible();
  await claimJob(first, job);
  await page.getByRole('button', { name: 'Claim This Job' }).click();
  await expect(
    toast(page, 'Job No Longer Available: This job has already been claimed by someone else.'),
  ).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(job.title);
  await expect(statusPanel(page)).toContainText('already been claimed by someone else');
  // They wait for it; once it reopens, they may claim it before others.
  await page.getByRole('button', { name: 'Notify me if it reopens' }).click();
  await expect(statusPanel(page)).toContainText('You’re in line.');
  await page.waitForLoadState('networkidle');
  await expect(page.getByText('The history didn’t load')).toHaveCount(0);
  await moveJob(first, job.id, 'release');
  await page.goto('/jobs');
  await page.getByRole('region', { name: 'For you first' }).getByRole('link').click();
  await expect(statusPanel(page)).toContainText('It’s your turn to claim it until');
  await page.getByRole('button', { name: 'Claim This Job' }).click();
  await expect(statusPanel(page)).toContainText('This job is yours');
});

test('a sitter whose page shows a job that was canceled is not offered a line for it [J5]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const job = await postJob(owner);
  await introduce(sitter);
  const page = await people.open(sitter, `/jobs/${job.id}`);
  await expect(page.getByRole('button', { name: 'Claim This Job' })).toBeVisible();
  await moveJob(owner, job.id, 'cancel');
  await expect(statusPanel(page)).toContainText('or it was withdrawn');
  const wait = page.getByRole('button', { name: 'Notify me if it reopens' });
  await wait.press('Enter');
  await expect(page.getByText('You can’t join a line for this job.')).toBeFocused();
  await expect(wait).toHaveCount(0);
});

test('what a block overtakes can be copied, sent or half typed, and is not sent again [M1]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  await moveJob(sitter, job.id, 'start');
  await moveJob(sitter, job.id, 'complete');
  await moveJob(owner, job.id, 'confirm');
  const page = await people.open(sitter, '/dashboard');
  await leaveOutEvents(page.context());
  await page.goto(`/jobs/${job.id}`);
  const chat = page.getByRole('log');
  await expect(chat).toContainText('No messages yet.');
  const blocked = await owner.api.post('/rest/v1/member_blocks', {
    data: { member_id: sitter.id },
  });
  expect(blocked.ok(), await blocked.text()).toBe(true);
  await page.getByLabel(`Message about ${job.title}`).fill('I have the key.');
  const sending = await hold(page, '**/rest/v1/messages');
  await page.getByLabel(`Message about ${job.title}`).press('Enter');
  await page.getByLabel(`Message about ${job.title}`).fill('Where shall I put');
  sending.release();
  for (const text of ['I have the key.', 'Where shall I put']) {
    const message = chat.getByRole('listitem').filter({ hasText: text });
    await expect(message).toContainText('Not sent. Chat closed.');
    await expect(message.getByRole('button', { name: 'Copy' })).toBeVisible();
    await expect(message.getByRole('button', { name: 'Not sent. Try again' })).toHaveCount(0);
    await message.getByRole('button', { name: 'Discard' }).click();
    await expect(chat.getByText(text)).toHaveCount(0);
  }
});

test('the result of a press is shown where it was pressed, for winner and loser, on a phone too [J5]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner, {
    description: 'Two walks a day, and company in the evening.\n'.repeat(20),
  });
  const [sam, sal] = [
    await people.join('Sam Sitter', 'pet_sitter'),
    await people.join('Sal Sitter', 'pet_sitter'),
  ];
  await Promise.all([introduce(sam), introduce(sal)]);
  const winner = await people.open(sam, '/jobs');
  const loser = await people.open(sal, '/jobs');
  await leaveOutEvents(loser.context());
  for (const page of [winner, loser]) {
    await page.goto(`/jobs/${job.id}`);
    await expect(statusPanel(page)).toContainText('Free to claim');
    await expect(statusPanel(page)).toBeInViewport({ ratio: 1 });
  }
  for (const { page, text } of [
    { page: winner, text: 'This job is yours' },
    { page: loser, text: 'already been claimed by someone else' },
  ]) {
    const box = await page.getByRole('button', { name: 'Claim This Job' }).boundingBox();
    if (!box) throw new Error('there is nothing to press');
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await expect(statusPanel(page)).toContainText(text);
    await expect(statusPanel(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate('scrollY')).toBe(0);
  }
});
