import type { Page } from '@playwright/test';
import { expect, hold, loseAnswer, serverError, test, toast } from './support/fixtures.ts';
import { linkIn, receiveMail } from './support/mail.ts';
import { addAuthenticator } from './support/passkeys.ts';
import { freshEmail, PASSWORD, signIn } from './support/people.ts';

const NEW_PASSWORD = 'Naptime-5-later';
const passwordBox = (page: Page, label = 'Password') =>
  page.getByRole('textbox', { name: label, exact: true });

/** How far a page is wider than its window, in pixels. */
const OVERHANG = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Requests the deletion of the account in the session of a page. */
async function requestDeletion(page: Page, password: string): Promise<void> {
  const data = { current_password: password };
  const answer = await page.request.post('/auth/v1/deletion', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a member signs in with an emailed code, and with the link elsewhere after a click [U9]', async ({
  people,
}) => {
  const member = await people.join('Cody Coder', 'pet_owner');
  const page = await people.open(null, '/join?tab=signin');
  await page.getByRole('button', { name: 'Email me a code' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(member.email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your code' });
  await expect(dialog.getByText(member.email)).toBeVisible();
  const box = dialog.getByLabel('6-digit code');
  await expect(box).toBeFocused();
  await box.fill('12');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog.getByText('Enter the 6 digits')).toBeVisible();
  const mail = await receiveMail(member.community, { to: member.email, about: /sign-in code/ });
  const [code = ''] = /\d{6}/.exec(mail.subject) ?? [];
  await box.fill(code === '000000' ? '000001' : '000000');
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(
    dialog.getByText('This code is wrong, used, expired or for another browser.'),
  ).toBeVisible();

  const elsewhere = await people.open(null, linkIn(mail));
  await expect(elsewhere.getByRole('heading', { name: 'Sign in here?' })).toBeVisible();
  await expect(elsewhere.getByText(member.email)).toBeVisible();
  // All of it can be read, on a narrow screen with large text as well.
  await elsewhere.setViewportSize({ width: 320, height: 640 });
  await elsewhere.addStyleTag({ content: 'html { font-size: 200% }' });
  expect(await elsewhere.evaluate(OVERHANG)).toBeLessThanOrEqual(0);

  await box.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');

  // Using the code also uses up its link.
  await elsewhere.getByRole('button', { name: 'Sign in here' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});

test('after a code was sent again the button rests for 30 seconds and says so, for known and unknown addresses [U9]', async ({
  people,
}) => {
  const member = await people.join('Cody Coder', 'pet_owner');
  for (const email of [member.email, freshEmail()]) {
    const page = await people.open(null, '/join?tab=signin');
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByRole('dialog').getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send Code' }).click();
    const dialog = page.getByRole('dialog', { name: 'Enter your code' });
    await dialog.getByLabel('6-digit code').waitFor();
    await page.clock.install();
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/v1/otp')) requests += 1;
    });
    const again = dialog.getByRole('button', { name: 'Send it again' });
    await again.click();
    await expect(again).toHaveText(/^Send it again in \d+ s$/);
    await expect(again).toBeDisabled();
    await expect(again).toBeFocused();
    await again.press('Enter');
    // It must not reveal whether there is an account, nor whether its mailbox got three already.
    await expect(toast(page, 'New code requested')).toBeVisible();
    await expect(toast(page, 'We send at most three in 10 minutes.')).toBeVisible();
    expect(requests).toBe(1);
    await page.clock.fastForward(31_000);
    await expect(again).toHaveText('Send it again');
    await again.click();
    await expect.poll(() => requests).toBe(2);
  }
});

test('a member who forgot the password gets a link by email and a new password with it [U4 U5]', async ({
  people,
  isMobile,
}) => {
  const member = await people.join('Fay Forgetful', 'pet_owner');
  const elsewhere = await people.open(member, '/dashboard');
  const page = await people.open(null, '/join?tab=signin');

  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  const dialog = page.getByRole('dialog', { name: 'Forgot your password?' });
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await dialog.getByLabel('Email').fill('   ');
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(toast(page, 'Email required')).toBeVisible();
  await expect(toast(page, 'Please enter your email address.')).toBeVisible();
  const width = isMobile ? 390 : 425;
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(width);
  await dialog.getByLabel('Email').fill(`  ${member.email} `);
  await page.route('**/auth/v1/recover', (route) => route.fulfill(serverError()), { times: 1 });
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(toast(page, 'Failed to send reset email. Please try again.')).toBeVisible();
  const { release } = await hold(page, '**/auth/v1/recover');
  await dialog.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible();
  release();
  await expect(toast(page, 'Reset email sent')).toBeVisible();
  await expect(toast(page, 'Check your email for a link to reset your password.')).toBeVisible();
  await expect(dialog).toBeHidden();

  const mail = await receiveMail(member.community, { to: member.email, about: /reset/i });
  expect(linkIn(mail)).toMatch(/^\/reset-password\?/);
  await page.clock.setFixedTime(Date.now() + 3 * 60_000);
  await page.goto(linkIn(mail));
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByText(/^This link was sent 3\sminutes ago/)).toBeVisible();
  await page.clock.setFixedTime(Date.now());
  const update = page.getByRole('button', { name: 'Update Password' });
  await passwordBox(page, 'New Password').fill(NEW_PASSWORD);
  await passwordBox(page, 'Confirm New Password').fill('Something else');
  await update.click();
  await expect(toast(page, "Passwords don't match")).toBeVisible();
  await expect(toast(page, 'Please make sure both passwords are the same.')).toBeVisible();
  await passwordBox(page, 'New Password').fill('Ab1!');
  await passwordBox(page, 'Confirm New Password').fill('Ab1!');
  await update.click();
  await expect(toast(page, 'Password too short')).toBeVisible();
  await expect(toast(page, 'Password must be at least 6 characters long.')).toBeVisible();
  await passwordBox(page, 'New Password').fill(NEW_PASSWORD);
  await passwordBox(page, 'Confirm New Password').fill(NEW_PASSWORD);
  await update.click();
  await expect(page).toHaveURL('/dashboard');
  await expect(toast(page, 'Password updated')).toBeVisible();

  // All other sessions have ended with it, and the link is used up.
  await expect(elsewhere).toHaveURL('/join?tab=signin');
  await expect(elsewhere.getByText('You were signed out')).toBeVisible();
  const again = await people.open(null, linkIn(mail));
  await passwordBox(again, 'New Password').fill(PASSWORD);
  await passwordBox(again, 'Confirm New Password').fill(PASSWORD);
  await again.getByRole('button', { name: 'Update Password' }).click();
  await expect(toast(again, 'An error occurred on token verification.')).toBeVisible();
  await again.goto('/join?tab=signin');
  await signIn(again, member);
  await expect(toast(again, 'Invalid login credentials')).toBeVisible();
  await signIn(again, { email: member.email, password: NEW_PASSWORD });
  await expect(again).toHaveURL('/dashboard');
});

for (const [what, happensThen, text] of [
  ['without a response', 'abort', /^We can't reach Kindpal right now/],
  [
    'and whose browser repeated the request',
    'continue',
    'An error occurred on token verification.',
  ],
] as const) {
  test(`a member whose new password was stored ${what} is sent to sign in with it [U5]`, async ({
    people,
  }) => {
    const member = await people.join('Rita Reset', 'pet_owner');
    await member.api.post('/auth/v1/recover', { data: { email: member.email } });
    const mail = await receiveMail(member.community, { to: member.email, about: /reset/i });
    const page = await people.open(null, linkIn(mail));
    await passwordBox(page, 'New Password').fill(NEW_PASSWORD);
    await passwordBox(page, 'Confirm New Password').fill(NEW_PASSWORD);
    await page.route(
      '**/auth/v1/verify',
      async (route) => {
        await route.fetch();
        await route[happensThen]();
      },
      { times: 1 },
    );
    const update = page.getByRole('button', { name: 'Update Password' });
    await update.click();
    await expect(toast(page, text)).toBeVisible();
    await update.click();
    await expect(page).toHaveURL('/join?tab=signin');
    await expect(toast(page, 'Try your new password')).toBeVisible();
    await signIn(page, { email: member.email, password: NEW_PASSWORD });
    await expect(page).toHaveURL('/dashboard');
  });
}

test('a reset removes a passkey that was added in the last days and cancels a requested deletion, and says so [U5 U13 X1]', async ({
  people,
}) => {
  const member = await people.join('Paula Passkey', 'pet_owner');
  const page = await people.open(member, '/security');
  await addAuthenticator(await page.context().newCDPSession(page));
  const keys = page.getByRole('region', { name: 'Passkeys' });
  await keys.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(keys.getByRole('list', { name: 'Passkeys' })).toBeVisible();
  await requestDeletion(page, member.password);

  const next = await people.open(null, '/join?tab=signin');
  await next.request.post('/auth/v1/recover', { data: { email: member.email } });
  const mail = await receiveMail(member.community, { to: member.email, about: /^Reset/ });
  await next.goto(linkIn(mail));
  await passwordBox(next, 'New Password').fill(NEW_PASSWORD);
  await passwordBox(next, 'Confirm New Password').fill(NEW_PASSWORD);
  await next.getByRole('button', { name: 'Update Password' }).click();
  await expect(
    toast(next, /We removed a way to sign in that was added in the last 3 days/),
  ).toBeVisible();
  await expect(toast(next, /^Your requested account deletion was canceled\./)).toBeVisible();
  await next.goto('/security');
  await expect(next.getByRole('button', { name: 'Add a passkey' })).toBeVisible();
  await expect(next.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  await receiveMail(member.community, { to: member.email, about: /password was changed/ });
});

test('a visitor who asks for a reset learns nothing about who is a member [U4]', async ({
  people,
}) => {
  const page = await people.open(null, '/join?tab=signin');
  await page.getByRole('button', { name: 'Forgot Password?' }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(freshEmail());
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expect(toast(page, 'Reset email sent')).toBeVisible();
});

test('a member changes the email address, which waits for the new mailbox [U8]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const newEmail = freshEmail();
  const page = await people.open(member, '/edit-profile');
  const contact = page.getByRole('region', { name: 'Contact Information' });
  await contact.getByLabel('Email').fill(newEmail);
  await contact.getByRole('button', { name: 'Save Contact Information' }).click();
  const asked = page.getByRole('dialog', { name: 'Change your email?' });
  await asked.getByRole('button', { name: 'Change email' }).click();
  await expect(asked.getByText('Please enter your password.')).toBeVisible();
  await asked.getByRole('textbox', { name: 'Current Password' }).fill('Not-the-1-you-want');
  await asked.getByRole('button', { name: 'Change email' }).click();
  await expect(asked.getByText('The current password is not right.')).toBeVisible();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(contact.getByLabel('Email')).toHaveValue(newEmail);
  await contact.getByRole('button', { name: 'Save Contact Information' }).click();
  await asked.getByRole('textbox', { name: 'Current Password' }).fill(member.password);
  await asked.getByRole('button', { name: 'Change email' }).click();
  await expect(toast(page, 'Contact information updated successfully')).toBeVisible();
  await expect(toast(page, `Open the link we sent to ${newEmail}.`)).toBeVisible();
  await expect(contact.getByText(`${newEmail} is pending`)).toBeVisible();

  await test.step('a change whose answer is lost is shown as pending', async () => {
    await contact.getByRole('button', { name: 'Keep the current email' }).click();
    await expect(contact.getByText(`${newEmail} is pending`)).toBeHidden();
    await contact.getByLabel('Email').fill(newEmail);
    await loseAnswer(page, '**/auth/v1/user');
    await contact.getByRole('button', { name: 'Save Contact Information' }).click();
    await expect(asked).toContainText('We also email the one you have now.');
    await asked.getByRole('textbox', { name: 'Current Password' }).fill(member.password);
    await asked.getByRole('button', { name: 'Change email' }).click();
    await expect(contact.getByText(`${newEmail} is pending`)).toBeVisible();
    await expect(contact.getByText('nothing you typed is lost')).toHaveCount(0);
  });

  await receiveMail(member.community, { to: member.email, about: /about to change/ });
  const mail = await receiveMail(member.community, { to: newEmail, about: /./ });
  await page.goto(linkIn(mail));
  await page.getByRole('button', { name: 'Confirm this email' }).click();
  await expect(page.getByRole('heading', { name: 'Your new email is confirmed' })).toBeVisible();
  const elsewhere = await people.open(null, '/join?tab=signin');
  await signIn(elsewhere, { email: newEmail, password: member.password });
  await expect(elsewhere).toHaveURL('/dashboard');
});

test('the old mailbox recovers an account whose address somebody changed [U8]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const { api, community, email, password } = member;
  const thief = await people.open(member, '/dashboard');
  const newEmail = freshEmail();
  const data = { email: newEmail, current_password: password };
  expect((await api.put('/auth/v1/user', { data })).ok()).toBe(true);
  const confirm = linkIn(await receiveMail(community, { to: newEmail, about: /./ }));
  const token = new URLSearchParams(confirm.split('?')[1]).get('token');
  const redeemed = await thief.request.post('/auth/v1/verify', {
    data: { type: 'email_change', token },
  });
  expect(redeemed.ok()).toBe(true);

  const notice = await receiveMail(community, { to: email, about: /was changed/ });
  const owner = await people.open(null, linkIn(notice));
  await expect(owner.getByRole('heading', { name: 'Take your account back?' })).toBeVisible();
  expect((await thief.request.get('/auth/v1/user')).ok()).toBe(true);
  await owner.getByRole('button', { name: 'Undo the change' }).click();
  await expect(owner.getByRole('heading', { name: 'Your email is yours again' })).toBeVisible();
  await expect(thief).toHaveURL('/join?tab=signin');
  const reset = await receiveMail(community, { to: email, about: /^Reset/ });
  expect(linkIn(reset)).toMatch(/^\/reset-password\?/);
  await owner.goto(linkIn(notice));
  await owner.getByRole('button', { name: 'Undo the change' }).click();
  await expect(owner.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});

test('a member changes the password with the current one, which cancels a deletion that another device requested [U8 X1]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/security');
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByRole('textbox', { name: 'New Password', exact: true }).fill(NEW_PASSWORD);
  await section.getByRole('textbox', { name: 'Confirm New Password' }).fill(NEW_PASSWORD);
  await section.getByRole('button', { name: 'Update Password' }).click();
  const asked = page.getByRole('dialog', { name: 'Change your password?' });
  await asked.getByRole('textbox', { name: 'Current Password' }).fill('Not-the-1-you-want');
  await asked.getByRole('button', { name: 'Update Password' }).click();
  await expect(asked.getByText('The current password is not right.')).toBeVisible();
  await expect(toast(page, 'The current password is not right.')).toHaveCount(0);
  await asked.getByRole('textbox', { name: 'Current Password' }).fill(member.password);
  await asked.getByRole('button', { name: 'Update Password' }).click();
  await expect(toast(page, 'Password updated')).toBeVisible();
  const elsewhere = await people.open(null, '/join?tab=signin');
  await signIn(elsewhere, { email: member.email, password: NEW_PASSWORD });
  await expect(elsewhere).toHaveURL('/dashboard');

  // The page for mailed links also works for a signed-in member.
  await requestDeletion(page, NEW_PASSWORD);
  await elsewhere.goto('/reset-password');
  const form = elsewhere.getByRole('main');
  await form.getByRole('textbox', { name: 'New Password', exact: true }).fill(member.password);
  await form.getByRole('textbox', { name: 'Confirm New Password' }).fill(member.password);
  await form.getByRole('button', { name: 'Update Password' }).click();
  const again = elsewhere.getByRole('dialog', { name: 'Change your password?' });
  await again.getByRole('textbox', { name: 'Current Password' }).fill(NEW_PASSWORD);
  await again.getByRole('button', { name: 'Update Password' }).click();
  await expect(elsewhere).toHaveURL('/dashboard');
  await expect(toast(elsewhere, 'Your requested account deletion was canceled.')).toBeVisible();
  await expect(elsewhere.getByRole('button', { name: 'Keep my account' })).toHaveCount(0);
});
