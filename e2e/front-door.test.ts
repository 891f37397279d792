import type { Page } from '@playwright/test';
import { expect, hold, serverError, test, toast } from './support/fixtures.ts';
import { linkIn, receiveMail } from './support/mail.ts';
import { freshEmail, PASSWORD } from './support/people.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const footer = (page: Page) => page.getByRole('contentinfo');

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a neighbor with an invite link reads what this is, and joins [P3 P4 P5 P7 I1 U1]', async ({
    people,
  }) => {
    const page = await people.open(null, '/');
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
    const entry = (name: string) => page.getByRole('banner').getByRole('link', { name }).last();
    await test.step('the landing page says what it is', async () => {
      await expect(heading(page)).toBeInViewport();
      await expect(page.getByRole('link', { name: 'Join Now' }).first()).toBeInViewport();
      await expect(page.getByRole('link', { name: 'I Have an Invite Code' })).toBeVisible();
      await expect(
        page.getByRole('list').filter({ hasText: 'Everyone was invited' }),
      ).toBeVisible();
      await expect(page.getByRole('heading', { name: 'How It Works' })).toBeVisible();
    });

    await test.step('the menu leads to About', async () => {
      await menu.tap();
      await entry('About').tap();
      await expect(page).toHaveURL('/about');
      await expect(page.getByRole('heading', { name: 'Why invite-only' })).toBeVisible();
      await expect(entry('About')).toBeHidden();
    });

    await test.step('the menu leads to the FAQ, which opens one question at a time', async () => {
      await menu.tap();
      await expect(entry('About')).toHaveAttribute('aria-current', 'page');
      await entry('FAQ').tap();
      await expect(page).toHaveURL('/faq');
      const cost = page.getByText('Joining is free and we take no commission.', { exact: false });
      const checks = page.getByText('There are no formal background checks.', { exact: false });
      await page.getByText('Do you run background checks?').tap();
      await expect(checks).toBeVisible();
      await page.getByText('What does it cost?').tap();
      await expect(cost).toBeVisible();
      await expect(checks).toBeHidden();
      await expect(page.locator('details[open]')).toHaveCount(1);
    });

    await people.letIn(async (code) => {
      await page.goto(`/join#code=${code}`);
      await expect(page.getByLabel('Invite Code')).toHaveValue(code);
      await expect(page).toHaveURL('/join');
      await expect(page.getByRole('tab')).toHaveText(['Sign Up', 'Sign In']);
      await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(page.getByLabel('Pet owner')).toBeChecked();
      await page.getByLabel('Full Name').fill('Nell Neighbor');
      await page.getByRole('tabpanel').getByLabel('Email').fill(freshEmail());
      await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await page.getByText('Both', { exact: true }).tap();
      await page.getByLabel('I accept the terms').check();
      const create = page.getByRole('button', { name: 'Create Account' });
      await page.route('**/auth/v1/signup', (route) => route.fulfill(serverError()), {
        times: 1,
      });
      await create.tap();
      await expect(toast(page, 'Error')).toBeVisible();
      await expect(toast(page, 'Something went wrong. Please try again.')).toBeVisible();
      const { release } = await hold(page, '**/auth/v1/signup');
      await create.tap();
      await expect(page.getByRole('button', { name: 'Creating Account...' })).toBeVisible();
      release();
      await expect(page).toHaveURL('/dashboard');
      await expect(heading(page)).toHaveText('Hello, Nell');
      // The code is used up for anybody else with the link.
      const late = await people.open(null, `/join#code=${code}`);
      await late.getByLabel('Full Name').fill('Too Late');
      await late.getByRole('tabpanel').getByLabel('Email').fill(freshEmail());
      await late.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
      await late.getByLabel('I accept the terms').check();
      await late.getByRole('button', { name: 'Create Account' }).tap();
      await expect(toast(late, 'Invalid or expired invite code')).toBeVisible();
      return page;
    });
  });
});

test('every link of the footer leads to a page, for visitors and for members [P6]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_owner');
  for (const who of [null, member]) {
    const page = await people.open(who, '/faq');
    const links = footer(page).getByRole('navigation', { name: 'Footer' }).getByRole('link');
    await expect(links).toHaveText([
      'Home',
      'About',
      'FAQ',
      'Terms',
      'Guidelines',
      'Privacy',
      who ? 'Invite a Kindpal' : 'Become a Kindpal',
      'Contact',
    ]);
    for (const name of await links.allTextContents()) {
      const link = links.filter({ hasText: name });
      const path = (await link.getAttribute('href')) ?? '';
      await link.click();
      const isLedOn = who && path === '/';
      await expect(page, name).toHaveURL(isLedOn ? '/dashboard' : path);
      await expect(heading(page), name).toBeVisible();
      await expect(heading(page), name).not.toHaveText('Oops! Page not found');
    }
  }
});

test('the footer does not move when the forms of the join page load [P1 U1]', async ({
  people,
}) => {
  const page = await people.open(null, '/faq');
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const { release } = await hold(page, '**/assets/*.js');
    await page.goto('/join', { waitUntil: 'commit' });
    const contact = footer(page).getByRole('link', { name: 'Contact' });
    await expect(contact).toBeVisible();
    const isDrawn = 'document.styleSheets.length > 0 && document.fonts.status === "loaded"';
    await expect.poll(() => page.evaluate(isDrawn)).toBe(true);
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveCount(0);
    const before = await contact.boundingBox();
    release();
    await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
    const after = await contact.boundingBox();
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0)), `at ${width} px`).toBeLessThan(8);
  }
});

test('no link on a public page is broken [P2 P3 P4 P5 P6]', async ({ people }) => {
  const page = await people.open(null, '/');
  const seen = new Set([
    '/',
    '/about',
    '/faq',
    '/terms',
    '/guidelines',
    '/privacy',
    '/contact',
    '/join',
  ]);
  // Links found on the way are visited as well: iterating a set includes what is added to it.
  for (const path of seen) {
    await page.goto(path);
    await expect(heading(page), path).toBeVisible();
    await expect(heading(page), path).not.toHaveText('Oops! Page not found');
    const { hash } = new URL(page.url());
    if (hash) await expect(page.locator(hash), path).toBeAttached();
    if (path.startsWith('/jobs')) continue;
    for (const link of await page.getByRole('link').all()) {
      const href = (await link.getAttribute('href')) ?? '';
      expect(href, `${await link.textContent()} on ${path}`).toMatch(/^(\/|#content|mailto:.+@)/);
      if (href.startsWith('/')) seen.add(href);
    }
  }
  expect(seen).toContain('/#waitlist');
});

test('a reader subscribes to the newsletter, confirms by email and unsubscribes with one click [P6]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const email = freshEmail();
  const page = await people.open(null, '/about');
  const form = footer(page).getByRole('form', { name: 'Newsletter' });
  await form.getByLabel('Newsletter').fill('nowhere');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(form.getByText('Please enter a valid email address')).toBeVisible();
  await form.getByLabel('Newsletter').fill(email);
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer(page).getByText('Check your mailbox')).toBeVisible();

  const desk = await people.open(staff, '/admin/invitations?tab=newsletter');
  const reader = desk.getByRole('listitem').filter({ hasText: email });
  await expect(reader.getByText('Not confirmed')).toBeVisible();

  const mail = await receiveMail(staff.community, { to: email, about: /newsletter/i });
  await page.goto(linkIn(mail));
  const confirm = page.getByRole('main').getByRole('button', { name: 'Subscribe' });
  await confirm.click();
  await expect(heading(page)).toHaveText('You’re on the list');
  await expect(reader.getByText('Subscribed', { exact: true })).toBeVisible();

  const [, unsubscribe = ''] = /Unsubscribe: (\S+)/.exec(mail.text) ?? [];
  await page.goto(unsubscribe);
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(heading(page)).toHaveText('You are unsubscribed');
  await expect(reader.getByText('Unsubscribed')).toBeVisible();
  await page.goto('/newsletter/confirm?token=made-up');
  await confirm.click();
  await expect(heading(page)).toHaveText('This link doesn’t work');
});

test('a visitor who knows no member joins the waiting list, gets an invite from staff, and joins with it [P4 P6 I1]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const email = freshEmail();
  const page = await people.open(null, '/about');
  await page.getByRole('link', { name: 'join the waitlist' }).click();
  await expect(page).toHaveURL('/#waitlist');
  const form = page.getByRole('form', { name: 'Waitlist' });
  await expect(form).toBeInViewport();
  await form.getByRole('button', { name: 'Join the Waitlist' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await form.getByLabel('Name').fill('Wanda Waiting');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('A few words about you').fill('Two cats, moved here in May.');
  await form.getByRole('button', { name: 'Join the Waitlist' }).click();
  await expect(page.getByText('Check your mailbox')).toBeVisible();

  const desk = await people.open(staff, '/admin/invitations?tab=waitlist');
  const entry = desk.getByRole('listitem').filter({ hasText: email });
  await expect(entry.getByText('Not confirmed')).toBeVisible();
  await expect(entry.getByText('Two cats, moved here in May.')).toBeVisible();
  await expect(entry.getByRole('button', { name: 'Send invite' })).toBeHidden();

  const asked = await receiveMail(staff.community, { to: email, about: /waitlist/i });
  // The connection is lost while the link opens.
  await page.route('**/rpc/own_waitlist_entry', (route) => route.abort());
  await page.goto(linkIn(asked));
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await page.unroute('**/rpc/own_waitlist_entry');
  await retry.click();
  await expect(page.getByText('Wanda Waiting')).toBeVisible();
  await expect(page.getByText('Two cats, moved here in May.')).toBeVisible();
  await page.getByRole('button', { name: 'Confirm my place' }).click();
  await expect(heading(page)).toHaveText('You’re on the waitlist');
  await entry.getByRole('button', { name: 'Send invite' }).click();
  await expect(toast(desk, `Wanda Waiting gets it at ${email}.`)).toBeVisible();
  await expect(entry.getByText(/^Invited /)).toBeVisible();
  await expect(entry.getByRole('button', { name: 'Send invite' })).toBeHidden();

  const invited = await receiveMail(staff.community, { to: email, about: /Your invite/ });
  await page.goto(linkIn(invited));
  await expect(page.getByLabel('Invite Code')).toHaveValue(/^(\w{4}-){2}\w{4}$/);
  await page.getByLabel('Full Name').fill('Wanda Waiting');
  await page.getByRole('tabpanel').getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(heading(page)).toHaveText('Hello, Wanda');
});
