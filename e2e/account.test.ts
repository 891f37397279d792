import type { Page } from '@playwright/test';
import { expect, hold, test, toast } from './fixtures.ts';
import { claimJob, fillJobForm, freshTitle, minutesAhead, postJob } from './jobs.ts';
import { linkIn, receiveMail } from './mail.ts';
import { freshEmail, introduce, type Member, PASSWORD } from './people.ts';

const NEW_PASSWORD = 'Naptime-5-later';
const passwordBox = (page: Page, label = 'Password') =>
  page.getByRole('textbox', { name: label, exact: true });

async function signIn(page: Page, { email, password }: Pick<Member, 'email' | 'password'>) {
  const form = page.getByRole('tabpanel', { name: 'Sign In' });
  await form.getByLabel('Email').fill(email);
  await form.getByRole('textbox', { name: 'Password' }).fill(password);
  await form.getByRole('button', { name: 'Sign In' }).click();
}

async function signOut(page: Page, { name }: Member) {
  await page.getByRole('button', { name: `Menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

test('a newcomer is told what is wrong with email, password and code, and loses nothing typed [U1 U2 P13]', async ({
  people,
}) => {
  const page = await people.open(null, '/join');
  await page.getByLabel('Invite Code').fill('ABCD-EFGH-JKMN');
  await page.getByLabel('Full Name').fill('New <b>Neighbor');
  await expect(page.getByText(/New bNeighbor/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Email' }).fill('nowhere');
  await passwordBox(page).fill('abc');
  await page.getByLabel('I accept the terms').check();
  await page.getByLabel('I am 18 or over').check();
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
  // They signed out themselves and need not be told.
  await expect(page.getByText('You were signed out', { exact: true })).toBeHidden();
});

test('a sign-in that fails says so; while it takes its time the button says Signing In... and takes no second press [U3]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/join?tab=signin');
  let asked = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/auth/v1/token') asked += 1;
  });
  await page.route('**/auth/v1/token', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await signIn(page, member);
  await expect(toast(page, 'Something went wrong. Please try again.')).toBeVisible();
  asked = 0;
  const { release } = await hold(page, '**/auth/v1/token');
  await page.getByRole('tabpanel').getByRole('button', { name: 'Sign In' }).click();
  const busy = page.getByRole('button', { name: 'Signing In...' });
  await expect(busy).toBeVisible();
  await busy.press('Enter');
  release();
  await expect(page).toHaveURL('/dashboard');
  expect(asked).toBe(1);
});

test('a member whose sign-out is answered 401, 403 or 404 is signed out all the same, with both cookies and all drafts gone [U6]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  for (const status of [401, 403, 404]) {
    const page = await people.open(null, '/join?tab=signin');
    await signIn(page, member);
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/post-job');
    await page.getByLabel('Title').fill('The key is under the mat');
    await page.route('**/auth/v1/logout', (route) =>
      route.fulfill({ status, json: { code: 'GONE', status } }),
    );
    await signOut(page, member);
    await expect(page).toHaveURL('/');
    const left = (await page.context().cookies()).map(({ name }) => name);
    // The device, and for ten minutes the browser that may answer the form's question for a passkey.
    const ofBrowser = ['kindpal.device', 'kindpal.asker'];
    expect(left.filter((name) => !ofBrowser.includes(name))).toEqual([]);
    const kept = await page.evaluate(() => Object.keys({ ...sessionStorage, ...localStorage }));
    expect(kept.filter((key) => key.startsWith('kindpal.'))).toEqual([]);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/join?tab=signin');
  }
});

test('what a member left half-written is gone when another signs in at the same screen [U6 J2]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const next = await people.join('Ned Next', 'pet_owner');
  const page = await people.open(member, '/post-job');
  await page.getByLabel('Title').fill('The key is under the mat');
  const ended = await page.request.post('/auth/v1/logout', { data: {} });
  expect(ended.ok()).toBe(true);
  const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
  await dialog.getByLabel('Email').fill(next.email);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(next.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { name: 'Hello, Ned' })).toBeVisible();
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).not.toContain('under the mat');
  await page.goto('/post-job');
  await expect(page.getByLabel('Title')).toHaveValue('');
});

test('a member signed out in another tab in the middle of a form loses nothing and goes on [U7 J2]', async ({
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
  await dialog.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByLabel('Total amount')).toHaveValue('80');
  await page.getByRole('button', { name: 'Post Job' }).click();
  await expect(page.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
});

test('a sitter whose session ends over a job signs in there, and loses neither message nor place [U7 P1 M1]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  await introduce(sitter);
  // The second begins after the first: nothing stands in the way of claiming it.
  const later = { start_date: minutesAhead(2_000), end_date: minutesAhead(2_200) };
  const [held, free] = [await postJob(owner), await postJob(owner, later)];
  await claimJob(sitter, held);
  const page = await people.open(sitter, `/jobs/${held.id}`);

  await test.step('in the middle of a message it is renewed over the page', async () => {
    const message = page.getByRole('textbox', { name: /^Message about/ });
    await message.fill('I am at the door with the key.');
    const tab = await page.context().newPage();
    await tab.goto('/dashboard');
    await signOut(tab, sitter);
    await tab.close();
    const dialog = page.getByRole('dialog', { name: 'You were signed out.' });
    await dialog.getByRole('textbox', { name: 'Password' }).fill(sitter.password);
    await dialog.getByRole('button', { name: 'Sign In' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`/jobs/${held.id}`);
    await message.press('Enter');
    await expect(page.getByRole('log')).toContainText('I am at the door with the key.');
  });

  await test.step('over a job that is only read, the way leads back to it', async () => {
    await page.goto(`/jobs/${free.id}`);
    const claim = page.getByRole('button', { name: 'Claim This Job' });
    await expect(claim).toBeVisible();
    const ended = await page.request.post('/auth/v1/logout', { data: {} });
    expect(ended.ok(), await ended.text()).toBe(true);
    // The page hears of it by itself; there is nothing to press and to fail.
    await expect(page).toHaveURL('/join?tab=signin');
    await expect(page.getByText('You were signed out', { exact: true })).toBeVisible();
    await signIn(page, sitter);
    await expect(page).toHaveURL(`/jobs/${free.id}`);
    await claim.click();
    await expect(page.getByText('This job is yours')).toBeVisible();
  });
});

test('signing in in one tab takes the other tab along to the dashboard [U7]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/join?tab=signin');
  const tab = await page.context().newPage();
  await tab.goto('/');
  await signIn(page, member);
  await expect(page).toHaveURL('/dashboard');
  await expect(tab).toHaveURL('/dashboard');
});

test('a session close to its end is renewed without the member noticing [U7]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(null, '/about');
  await page.context().addCookies((await member.api.storageState()).cookies);
  await page.clock.install();
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Hello, Molly' })).toBeVisible();
  const { session } = await (await member.api.get('/auth/v1/session')).json();
  const renewed = page.waitForResponse('**/auth/v1/token');
  await page.clock.fastForward(session.expires_at * 1000 - Date.now() - 60_000);
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole('heading', { name: 'Hello, Molly' })).toBeVisible();
});

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
  await expect(dialog.getByText('This code is wrong, used or expired.')).toBeVisible();

  const elsewhere = await people.open(null, linkIn(mail));
  await expect(elsewhere.getByRole('heading', { name: 'Sign in here?' })).toBeVisible();
  await expect(elsewhere.getByText(member.email)).toBeVisible();

  await box.fill(`${code.slice(0, 3)} ${code.slice(3)}`);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/dashboard');

  // With the code the link beside it is used up.
  await elsewhere.getByRole('button', { name: 'Sign In Here' }).click();
  await expect(elsewhere.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});

test('a member who forgot the password gets a link by email and a new password with it [U4 U5]', async ({
  people,
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
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(425);
  await dialog.getByLabel('Email').fill(`  ${member.email} `);
  await page.route('**/auth/v1/recover', (route) => route.fulfill({ status: 500 }), { times: 1 });
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
  await expect(page.getByText(/^This link was sent 3 minutes ago/)).toBeVisible();
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

test('a person who asks for a reset learns nothing about who is a member [U4]', async ({
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
  await expect(
    contact.getByText('Please enter your current password to change your email.'),
  ).toBeVisible();
  await contact.getByRole('textbox', { name: 'Current Password' }).fill('Not-the-1-you-want');
  await contact.getByRole('button', { name: 'Save Contact Information' }).click();
  await expect(
    toast(page, 'Failed to update email: The current password is not right.'),
  ).toBeVisible();
  await contact.getByRole('textbox', { name: 'Current Password' }).fill(member.password);
  await contact.getByRole('button', { name: 'Save Contact Information' }).click();
  await expect(toast(page, 'Contact information updated successfully')).toBeVisible();
  await expect(contact.getByText(`${newEmail} is pending`)).toBeVisible();

  await receiveMail(member.community, { to: member.email, about: /about to change/ });
  const mail = await receiveMail(member.community, { to: newEmail, about: /./ });
  await page.goto(linkIn(mail));
  await page.getByRole('button', { name: 'Confirm this email' }).click();
  await expect(page.getByRole('heading', { name: 'Your new email is confirmed' })).toBeVisible();
  const elsewhere = await people.open(null, '/join?tab=signin');
  await signIn(elsewhere, { email: newEmail, password: member.password });
  await expect(elsewhere).toHaveURL('/dashboard');
});

test('the old mailbox takes an account back whose address somebody changed [U8]', async ({
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

test('a member changes the password with the one they have [U8]', async ({ people }) => {
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(member, '/security');
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByRole('textbox', { name: 'Current Password' }).fill('Not-the-1-you-want');
  await section.getByRole('textbox', { name: 'New Password', exact: true }).fill(NEW_PASSWORD);
  await section.getByRole('textbox', { name: 'Confirm New Password' }).fill(NEW_PASSWORD);
  await section.getByRole('button', { name: 'Update Password' }).click();
  await expect(section.getByText('The current password is not right.')).toBeVisible();
  await expect(section.getByRole('textbox', { name: 'Current Password' })).toBeFocused();
  await expect(toast(page, 'The current password is not right.')).toHaveCount(0);
  await section.getByRole('textbox', { name: 'Current Password' }).fill(member.password);
  await section.getByRole('button', { name: 'Update Password' }).click();
  await expect(toast(page, 'Password updated')).toBeVisible();
  const elsewhere = await people.open(null, '/join?tab=signin');
  await signIn(elsewhere, { email: member.email, password: NEW_PASSWORD });
  await expect(elsewhere).toHaveURL('/dashboard');
});
