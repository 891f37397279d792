import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { DEMO_DOMAIN } from '../../server/src/seed/demo/plan-members.ts';
import { DEMO_PASSWORD } from '../../server/src/seed/demo/seed-demo.ts';
import { type KeptMail, linkIn } from '../support/mail.ts';
import { isPhone, press, type Screen } from './screen.ts';
import { answerOf, type Demo, jobsOf, type Person } from './screens-people.ts';

const signInAs =
  ({ email }: Person) =>
  async (page: Page) => {
    const form = page.getByRole('tabpanel', { name: 'Sign In' });
    await form.getByRole('textbox', { name: 'Email' }).fill(email);
    await form.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await form.getByRole('button', { name: 'Sign In', exact: true }).click();
  };

/** An open job and the profile of its owner and of a sitter, without what only members see. */
export async function seenByVisitors(owner: Person, sitter: Person): Promise<string[]> {
  const open = (await jobsOf(owner, 'owner')).find(({ job }) => job.status === 'open');
  return [`/jobs/${open?.job.id}`, `/profile/${owner.id}`, `/profile/${sitter.id}`];
}

export function windowsOfVisitors({ guarded, code }: { guarded: Person; code: string }): Screen[] {
  const signInForm = '/join?tab=signin';
  const refusedToken = (path: string, button: string): Screen => ({
    path: `${path}?token=guess`,
    name: `${path.slice(1).replace('/', '-')}-refused`,
    open: press(button),
  });
  return [
    { path: '/join#code=0000-0000-0000', name: 'join-refused-code' },
    {
      path: `/join#code=${code}`,
      name: 'join-invited',
      async open(page) {
        // Shows the rules.
        await page.getByRole('textbox', { name: 'Password' }).fill('Walkies');
      },
    },
    {
      path: '/',
      name: 'newsletter-asked',
      async open(page) {
        const form = page.getByRole('form', { name: 'Newsletter' });
        await form.getByLabel('Newsletter').fill(`news@${DEMO_DOMAIN}`);
        await form.getByRole('button').click();
        await page.getByText('Confirm there to start').waitFor();
      },
    },
    {
      path: '/',
      name: 'waitlist-asked',
      async open(page) {
        const form = page.getByRole('form', { name: 'Waitlist' });
        await form.getByLabel('Name').fill('Wanda Waiting');
        await form.getByLabel('Email').fill(`wanda@${DEMO_DOMAIN}`);
        await form.getByRole('button').click();
        await page.getByText('Confirm there within').waitFor();
      },
    },
    { path: '/', name: 'waitlist-errors', open: press('Join the Waitlist') },
    {
      path: signInForm,
      name: 'sign-in-refused',
      async open(page) {
        const form = page.getByRole('tabpanel', { name: 'Sign In' });
        await form.getByRole('textbox', { name: 'Email' }).fill(`nobody@${DEMO_DOMAIN}`);
        await form.getByLabel('Password', { exact: true }).fill('Walkies-4-none');
        await form.getByRole('button', { name: 'Sign In', exact: true }).click();
      },
    },
    {
      path: signInForm,
      name: 'window-sign-in-code',
      async open(page) {
        await press('Email me a code')(page);
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Email').fill(`nobody@${DEMO_DOMAIN}`);
        await dialog.getByRole('button', { name: 'Send Code' }).click();
        await page.getByRole('dialog', { name: 'Enter your code' }).waitFor();
      },
    },
    { path: '/join', name: 'join-with-errors', open: press('Create Account') },
    { path: signInForm, name: 'window-forgot-password', open: press('Forgot Password?') },
    { path: signInForm, name: 'sign-in-by-code', open: press('Email me a code') },
    {
      path: signInForm,
      name: 'window-second-factor',
      async open(page) {
        await signInAs(guarded)(page);
        await page.getByRole('dialog').waitFor();
      },
    },
    {
      path: signInForm,
      name: 'window-recovery-code',
      async open(page) {
        await signInAs(guarded)(page);
        await press('Use a recovery code')(page);
      },
    },
    { path: '/', name: 'menu', open: async (page) => isPhone(page) && (await press('Menu')(page)) },
    refusedToken('/newsletter/confirm', 'Subscribe'),
    refusedToken('/newsletter/unsubscribe', 'Unsubscribe'),
    refusedToken('/confirm-email', 'Confirm this email'),
    refusedToken('/undo-email-change', 'Undo the change'),
    refusedToken('/not-me', 'It wasn’t me'),
  ];
}

/** The pages of mailed links, which work once: opened, and after the press. */
export async function mailed(
  demo: Demo,
  { newcomer, written }: { newcomer: Person; written: Person },
): Promise<Screen[]> {
  const { api, email } = newcomer;
  const news = `news-${email}`;
  await answerOf(api.post('/rest/v1/newsletter_subscriptions', { data: { email: news } }));
  const to = { ...newcomer, email: news };
  const confirm = await mailedPath(demo, to, /newsletter\/confirm/);
  const moved = `moved-${email}`;
  const change = { email: moved, current_password: DEMO_PASSWORD };
  await answerOf(api.put('/auth/v1/user', { data: change }));
  const confirmEmail = await mailedPath(demo, { ...newcomer, email: moved }, /confirm-email/);
  const waits = `waits-${email}`;
  const entry = { email: waits, full_name: 'Wanda Waiting', note: 'I have two old greyhounds.' };
  await answerOf(api.post('/rest/v1/waitlist_entries', { data: entry }));
  const place = await mailedPath(demo, { ...newcomer, email: waits }, /waitlist\/confirm/);
  await answerOf(api.post('/auth/v1/recover', { data: { email: written.email } }));
  const reset = await mailedPath(demo, written, /reset-password/);
  await answerOf(api.post('/auth/v1/otp', { data: { email: written.email } }));
  return [
    { path: place, name: 'waitlist-confirm-asked' },
    { path: place, name: 'waitlist-confirm-done', open: press('Confirm my place'), once: true },
    { path: reset, name: 'reset-password-by-link', open: press('Update Password') },
    { path: await mailedPath(demo, written, /sign-in-link/), name: 'sign-in-link-elsewhere' },
    { path: confirm, name: 'newsletter-confirm-done', open: press('Subscribe'), once: true },
    {
      path: confirmEmail,
      name: 'confirm-email-done',
      open: press('Confirm this email'),
      once: true,
    },
    {
      path: '/about',
      name: 'undo-email-change-done',
      once: true,
      async open(page) {
        await page.goto(await mailedPath(demo, newcomer, /undo-email-change/));
        await press('Undo the change')(page);
      },
    },
    {
      path: '/about',
      name: 'mailed-settings',
      async open(page) {
        await page.goto(await mailedPath(demo, written, /notifications\/unsubscribe/));
      },
    },
    {
      path: '/about',
      name: 'mailed-settings-stopped',
      async open(page) {
        await page.goto(await mailedPath(demo, written, /notifications\/unsubscribe/));
        const undo = page.getByRole('button', { name: 'Undo' });
        const stop = page.getByRole('button', { name: 'Stop these emails' });
        await stop.or(undo).waitFor();
        if (await stop.isVisible()) await stop.click();
        await undo.waitFor();
      },
    },
  ];
}

/**
 * A suspended member's page, and that of the link emailed from there, which first asks a member
 * with a second factor for its code.
 */
export async function ofSuspended(
  demo: Demo,
  { member, locked }: { member: Person; locked: Person },
): Promise<Screen[]> {
  const suspended = await mailedPath(demo, member, /suspended/);
  const account = await suspendedAccountPath(demo, member);
  return [
    { path: '/join?tab=signin', name: 'suspended-sign-in', open: signInAs(member) },
    { path: suspended, name: 'suspended' },
    { path: suspended, name: 'suspended-link-sent', open: press('Email me a link'), once: true },
    { path: suspended, name: 'suspended-appeal-errors', open: press('Send appeal') },
    { path: suspended, name: 'suspended-appeal-sent', open: appeal, once: true },
    { path: await suspendedAccountPath(demo, locked), name: 'suspended-second-factor' },
    { path: account, name: 'suspended-account' },
    { path: account, name: 'window-suspended-delete', open: press('Delete my account') },
    {
      path: account,
      name: 'suspended-data-requested',
      open: press('Request a copy of your data'),
      once: true,
    },
  ];
}

async function appeal(page: Page): Promise<void> {
  await page.getByLabel('Your appeal').fill('I only asked whether gift cards are allowed.');
  await press('Send appeal')(page);
  await page.getByRole('heading', { name: 'Your appeal was sent' }).waitFor();
}

async function suspendedAccountPath(demo: Demo, member: Person): Promise<string> {
  const suspended = await mailedPath(demo, member, /suspended/);
  const token = new URL(suspended, demo.origin).searchParams.get('token');
  await member.api.post('/rest/v1/rpc/mail_suspended_account_link', { data: { token } });
  return mailedPath(demo, member, /suspended\/account/);
}

/** The first such link in a member's mails. Notification mails are sent once a minute. */
async function mailedPath({ dataDir }: Demo, { email }: Person, which: RegExp): Promise<string> {
  const folder = join(dataDir, 'mail');
  for (let waited = 0; waited < 90; waited += 1) {
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
      const mail = JSON.parse(readFileSync(join(folder, name), 'utf8')) as KeptMail;
      const links = mail.to === email ? (mail.text.match(/https?:\/\/\S+/g) ?? []) : [];
      const link = links.find((one) => which.test(one));
      if (link) return linkIn({ ...mail, text: link });
    }
    await setTimeout(1_000);
  }
  throw new Error(`No mail to ${email} leads to ${which}`);
}
