import type { CDPSession, Page } from '@playwright/test';
import { generate } from 'otplib';
import { findBarriers } from './support/axe.ts';
import { runInDatabase } from './support/database.ts';
import { expect, test, toast } from './support/fixtures.ts';
import { receiveMail } from './support/mail.ts';
import { addAuthenticator } from './support/passkeys.ts';
import { signIn } from './support/people.ts';

/** The same device with another browser: its passkeys, with automatic consent. */
async function moveAuthenticator(from: CDPSession, authenticatorId: string, to: CDPSession) {
  const { credentials } = await from.send('WebAuthn.getCredentials', { authenticatorId });
  const moved = await addAuthenticator(to);
  for (const credential of credentials) {
    await to.send('WebAuthn.addCredential', { authenticatorId: moved, credential });
  }
}

/** Another tab of the same browser, which collects the events of the session. */
async function openListener(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto('/about');
  await tab.evaluate(`{
    window.heard = [];
    new BroadcastChannel('kindpal-session').onmessage = ({ data }) => window.heard.push(data);
  }`);
  return tab;
}

const heardBy = (tab: Page) => tab.evaluate<string[]>('window.heard');

test('staff must set up an authenticator app before the admin area, and need it when they sign in [U7 U13 S6]', async ({
  people,
}) => {
  // Alone, this file would give a second factor to the first one, who appoints later ones without.
  await people.joinStaff('Fay First');
  const boss = await people.joinStaff('Bea Boss');
  const forget = 'UPDATE auth.session SET admits_staff = false WHERE user_id = $1';
  await runInDatabase(boss.community, forget, [boss.id]);
  const page = await people.open(boss, '/admin');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  const window = page.getByRole('dialog');
  const seconds = () => Math.floor(Date.now() / 1000);

  await test.step('they scan or copy the key, and keep ten recovery codes', async () => {
    await expect(section.getByText('Staff need a second factor')).toBeVisible();
    await section.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await expect(window.getByRole('img', { name: /^QR code/ })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
  });
  const listener = await openListener(page);
  const secret = (await window.locator('code').innerText()).replaceAll(' ', '');
  await window.getByLabel('6-digit code').fill(await generate({ secret, epoch: seconds() }));
  await window.getByRole('button', { name: 'Turn on' }).click();
  const codes = window.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expect.poll(() => heardBy(listener)).toContain('MFA_CHALLENGE_VERIFIED');
  await listener.close();
  const recovery = await codes.first().innerText();
  await window.getByRole('button', { name: 'I’ve saved them' }).click();
  await expect(section.getByRole('list', { name: 'Second factors' })).toContainText('last used');
  await expect(section).toContainText('10 of 10 left');
  expect(await findBarriers(page)).toEqual([]);
  await page.goto('/admin');
  await expect(page.getByRole('link', { name: 'Waitlist' })).toBeVisible();

  await test.step('at the next sign-in a wrong code is refused, the next one works', async () => {
    const next = await people.open(null, '/join?tab=signin');
    await signIn(next, boss);
    const asked = next.getByRole('dialog', { name: 'Enter the code from your app' });
    const code = await generate({ secret, epoch: seconds() + 30 });
    await asked.getByLabel('6-digit code').fill(code === '000000' ? '000001' : '000000');
    await asked.getByRole('button', { name: 'Sign In' }).click();
    await expect(asked.getByText('This code is not right, or was used before.')).toBeVisible();
    const tab = await openListener(next);
    await asked.getByLabel('6-digit code').fill(code);
    await asked.getByRole('button', { name: 'Sign In' }).click();
    await expect(next).toHaveURL('/dashboard');
    await expect.poll(() => heardBy(tab)).toEqual(['SIGNED_IN', 'MFA_CHALLENGE_VERIFIED']);
    await tab.close();
  });

  await test.step('a passkey is added, and is enough to sign in', async () => {
    const cdp = await page.context().newCDPSession(page);
    const authenticatorId = await addAuthenticator(cdp);
    await page.goto('/security');
    const keys = page.getByRole('region', { name: 'Passkeys' });
    await keys.getByRole('button', { name: 'Add a passkey' }).click();
    await expect(keys.getByRole('list', { name: 'Passkeys' })).toContainText(/Chrom.* on /);
    expect(await findBarriers(page)).toEqual([]);

    await page.getByRole('button', { name: 'Request a copy of your data' }).click();
    await expect(window.getByRole('textbox', { name: 'Current Password' })).toBeVisible();
    // A thief of the session could have added it.
    await expect(window.getByText(/it’s too new to confirm this/)).toBeVisible();
    await expect(window.getByRole('button', { name: 'Use a passkey' })).toBeHidden();
    expect(await findBarriers(page)).toEqual([]);
    await window.getByRole('button', { name: 'Cancel' }).click();
    const agePasskey =
      "UPDATE auth.passkey SET created_at = created_at - interval '73 hours' WHERE user_id = $1";
    await runInDatabase(boss.community, agePasskey, [boss.id]);
    await page.getByRole('button', { name: 'Request a copy of your data' }).click();
    await window.getByRole('button', { name: 'Use a passkey' }).click();
    await expect(window).toBeHidden();
    await expect(page.getByText(/^You can ask for another copy from /)).toBeVisible();

    const next = await people.open(null, '/join?tab=signin');
    const other = await next.context().newCDPSession(next);
    await other.send('WebAuthn.enable');
    const use = next.getByRole('button', { name: 'Use a passkey' });
    await use.waitFor();
    await moveAuthenticator(cdp, authenticatorId, other);
    // The browser may offer the passkey by autofill first, which this authenticator accepts
    // immediately.
    await use.click().catch(() => undefined);
    await expect(next).toHaveURL('/dashboard');
  });

  await test.step('without the phone, a recovery code works', async () => {
    const other = await people.open(null, '/join?tab=signin');
    await signIn(other, boss);
    await other.getByRole('button', { name: 'Use a recovery code' }).click();
    const asked = other.getByRole('dialog', { name: 'Enter a recovery code' });
    await asked.getByLabel('Recovery code').fill(recovery);
    await asked.getByRole('button', { name: 'Sign In' }).click();
    await expect(other).toHaveURL('/dashboard');
  });
});

test('a member signs in with a texted code, and a text is the second factor after a password [U9 U13]', async ({
  people,
}) => {
  const member = await people.join('Tessa Texter', 'pet_owner');
  const page = await people.open(member, '/security');
  const window = page.getByRole('dialog');
  const phone = `+1201555${String(Date.now()).slice(-4)}`;
  const receiveCode = async (before?: string) => {
    let code = before;
    await expect(async () => {
      const { subject } = await receiveMail(member.community, { to: phone, about: /code is \d/ });
      code = /code is (\d{6})/.exec(subject)?.[1];
      expect(code).not.toBe(before);
    }).toPass();
    return code as string;
  };

  await page.getByRole('button', { name: 'Add a phone number' }).click();
  await window.getByLabel('Mobile number').fill('12');
  await window.getByRole('button', { name: 'Text Me a Code' }).click();
  await expect(window.getByText('Enter a mobile number with its area code (US)')).toBeVisible();
  await window.getByLabel('Mobile number').fill(phone);
  await window.getByRole('button', { name: 'Text Me a Code' }).click();
  await expect(window.getByLabel('6-digit code')).toBeFocused();
  const proof = await receiveCode();
  await window.getByLabel('6-digit code').fill(proof);
  await window.getByRole('button', { name: 'Confirm' }).click();
  const own = page.getByRole('list', { name: 'Phone number' });
  await expect(own).toContainText(phone);
  expect(await findBarriers(page)).toEqual([]);

  await test.step('an empty field is an error, and does not remove the number', async () => {
    await own.getByRole('button', { name: 'Change' }).click();
    const number = window.getByLabel('Mobile number');
    await number.fill(' ');
    await window.getByRole('button', { name: 'Text Me a Code' }).click();
    await expect(number).toHaveAccessibleDescription('Enter your mobile number');
    await expect(number).toBeFocused();
    await window.getByRole('button', { name: 'Cancel' }).click();
    await expect(window).toBeHidden();
    await page.reload();
    await expect(own).toContainText(phone);
  });

  const next = await people.open(null, '/join?tab=signin');
  await next.getByRole('button', { name: 'Text me a code' }).click();
  const asked = next.getByRole('dialog');
  await asked.getByLabel('Mobile number').fill(phone);
  await asked.getByRole('button', { name: 'Send Code' }).click();
  const entering = await receiveCode(proof);
  await asked.getByLabel('6-digit code').fill(entering);
  await asked.getByRole('button', { name: 'Sign In' }).click();
  await expect(next).toHaveURL('/dashboard');

  await page.getByRole('button', { name: 'Use text messages' }).click();
  await window.getByLabel('Mobile number').fill(phone);
  await window.getByRole('button', { name: 'Text Me a Code' }).click();
  const enrolling = await receiveCode(entering);
  await window.getByLabel('6-digit code').fill(enrolling);
  await window.getByRole('button', { name: 'Confirm' }).click();
  await expect(window.getByRole('listitem')).toHaveCount(10);
  await window.getByRole('button', { name: 'I’ve saved them' }).click();

  const other = await people.open(null, '/join?tab=signin');
  await signIn(other, member);
  const second = other.getByRole('dialog');
  await second.getByRole('button', { name: 'Text Me a Code' }).click();
  await second.getByLabel('6-digit code').fill(await receiveCode(enrolling));
  await second.getByRole('button', { name: 'Sign In' }).click();
  await expect(other).toHaveURL('/dashboard');
});

test('a member without phone and recovery codes asks our team, and signs in once a super admin has reset the second factor [U13 S3]', async ({
  people,
}) => {
  const boss = await people.joinStaff('Bea Boss');
  const member = await people.join('Lou Lost', 'pet_owner');
  const own = await people.open(member, '/security');
  await own.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const window = own.getByRole('dialog');
  const secret = (await window.locator('code').innerText()).replaceAll(' ', '');
  const epoch = Math.floor(Date.now() / 1000);
  await window.getByLabel('6-digit code').fill(await generate({ secret, epoch }));
  await window.getByRole('button', { name: 'Turn on' }).click();
  await window.getByRole('button', { name: 'I’ve saved them' }).click();

  const next = await people.open(null, '/join?tab=signin');
  await test.step('the dialog for recovery codes leads to Contact, which says what to do', async () => {
    await signIn(next, member);
    await next.getByRole('button', { name: 'Use a recovery code' }).click();
    const asked = next.getByRole('dialog', { name: 'Enter a recovery code' });
    expect(await findBarriers(next)).toEqual([]);
    await asked.getByRole('link', { name: 'Contact us' }).click();
    await expect(next).toHaveURL('/contact#second-factor');
    await expect(next.getByRole('heading', { name: 'Lost your second factor?' })).toBeInViewport();
    const link = next.getByRole('link', { name: 'Reset my second factor' });
    await expect(link).toHaveAttribute('href', /^mailto:/);
  });

  await test.step('a super admin resets it with a reason, which the member is emailed', async () => {
    const page = await people.open(boss, `/admin/users/${member.id}`);
    await page.getByRole('button', { name: 'Reset second factors' }).click();
    const dialog = page.getByRole('dialog', { name: /^Reset second factors of Lou/ });
    await dialog.getByLabel('Reason').fill('You lost your phone and called us.');
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reset Factors' }).click();
    await expect(toast(page, 'Second factors reset')).toBeVisible();
    const mail = await receiveMail(member.community, { to: member.email, about: /were removed/ });
    expect(mail.text).toContain('You lost your phone and called us.');
  });

  await test.step('then the password alone signs in', async () => {
    await next.goto('/join?tab=signin');
    await signIn(next, member);
    await expect(next).toHaveURL('/dashboard');
  });
});
