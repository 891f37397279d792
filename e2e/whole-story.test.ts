import { expect, type Page } from '@playwright/test';
import ical from 'node-ical';
import { startPushService } from '../server/src/testing/outside/push-service.ts';
import { type SmtpSink, startSmtpSink } from '../server/src/testing/outside/smtp-sink.ts';
import { RUN_MINUTE_TASKS } from '../server/src/testing/run-minute-tasks.ts';
import { type Community, startEmptyCommunity } from './support/community.ts';
import { runInDatabase } from './support/database.ts';
import { test, toast } from './support/fixtures.ts';
import { fillJobForm, freshTitle, PET_PHOTO } from './support/jobs.ts';
import type { Member } from './support/people.ts';

const PATIENTLY = { timeout: 90_000, intervals: [1000] };
const AREA = { place_id: 4974231, location: 'Old Town, Maine' };

const panel = (page: Page) => page.getByRole('region', { name: 'Where this job stands' });

/** The emails to a member with this subject. */
function mailsTo(sink: SmtpSink, { email }: Member, subject: string): string[] {
  return sink.accepted.filter(
    (mail) => mail.includes(`To: ${email}`) && subjectOf(mail).includes(subject),
  );
}

function subjectOf(mail: string): string {
  const [, folded = ''] = /^Subject: ((?:.*)(?:\r?\n[ \t].*)*)/m.exec(mail) ?? [];
  return folded
    .replace(/\r?\n[ \t]+/g, ' ')
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/gi, (_, text: string) =>
      decodeURIComponent(text.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
    )
    .replace(/=\?UTF-8\?B\?(.*?)\?=/gi, (_, text: string) =>
      Buffer.from(text, 'base64').toString(),
    );
}

/**
 * Counts until there is one, and triggers the server's every-minute task instead of waiting for
 * it.
 */
function expectOne(community: Community, count: () => number): Promise<void> {
  return expect
    .poll(async () => {
      await runInDatabase(community, RUN_MINUTE_TASKS, []);
      return count();
    }, PATIENTLY)
    .toBe(1);
}

test('a post reaches a sitter by push, a claim on the phone reaches the owner by bell, email and calendar, and both get each later notification once [U1 J2 J5 J9]', async ({
  people,
  browser,
}) => {
  test.setTimeout(480_000);
  const sink = await startSmtpSink();
  const community = await startEmptyCommunity({ settings: { JOURNEYS_SMTP_URL: sink.url } });
  let vapidKey = '';
  const pushService = await startPushService(async () => vapidKey);
  try {
    const olive = await people.signUp(community, {
      name: 'Olive Owner',
      role: 'pet_owner',
      code: new URL(community.founderLink).hash.replace('#code=', ''),
    });
    const owner = await people.open(olive, '/dashboard');
    await test.step('the owner cannot invite anybody before the address is confirmed', async () => {
      const early = await olive.api.post('/rest/v1/rpc/generate_invite_code', { data: {} });
      expect((await early.json()).code).toBe('EMAIL_NOT_CONFIRMED');
    });
    await test.step('the settings and a test tell that emails start once the address is confirmed', async () => {
      await owner.goto('/notifications/settings');
      await expect(owner.getByText('Emails start once you confirm your email')).toBeVisible();
      await owner.getByRole('button', { name: 'Send me a test' }).click();
      await expect(
        owner.getByText('Sent. Check the bell and your devices.', { exact: true }),
      ).toBeVisible();
      await owner.getByRole('link', { name: 'Enter the code on your dashboard' }).click();
    });
    const setConfirmed = (isConfirmed: boolean) =>
      runInDatabase(community, 'UPDATE auth."user" SET email_verified = $1 WHERE id = $2', [
        isConfirmed,
        olive.id,
      ]);
    await test.step('an open page notices that the address was confirmed on another device', async () => {
      const enterCode = owner.getByRole('button', { name: 'Enter code' });
      const window = owner.getByRole('dialog', { name: 'Confirm your email' });
      const presses = [
        async () => {
          await window.getByLabel('6-digit code').fill('000000');
          await window.getByRole('button', { name: 'Confirm' }).click();
        },
        () => window.getByRole('button', { name: 'Send a new code' }).click(),
      ];
      for (const press of presses) {
        await owner.goto('/dashboard');
        await enterCode.click();
        await setConfirmed(true);
        await press();
        await expect(toast(owner, 'Email confirmed')).toBeVisible();
        await expect(window).toBeHidden();
        await expect(enterCode).toHaveCount(0);
        await setConfirmed(false);
      }
      await owner.goto('/dashboard');
    });
    await test.step('the code for another browser is refused with what to do, and one requested in this browser confirms the address', async () => {
      const sent = () => mailsTo(sink, olive, 'Confirm your email');
      await owner.getByRole('button', { name: 'Enter code' }).click();
      const window = owner.getByRole('dialog', { name: 'Confirm your email' });
      const enterCode = async (place: number) => {
        await expect.poll(() => sent().length).toBe(place + 1);
        const [code = ''] = /\d{6}/.exec(subjectOf(sent()[place] ?? '')) ?? [];
        await window.getByLabel('6-digit code').fill(code);
        await window.getByRole('button', { name: 'Confirm' }).click();
      };
      // The owner did not sign up in this browser.
      await enterCode(0);
      const isForAnother = window.getByText('used, expired or for another browser. You can ask');
      await expect(isForAnother).toBeVisible();
      await window.getByRole('button', { name: 'Send a new code' }).click();
      await expect(isForAnother).toBeHidden();
      await enterCode(1);
      await expect(window).toBeHidden();
      await expect(owner.getByRole('button', { name: 'Enter code' })).toHaveCount(0);
    });
    const made = await olive.api.post('/rest/v1/rpc/generate_invite_code', { data: {} });
    const sam = await people.signUp(community, {
      name: 'Sam Sitter',
      role: 'pet_sitter',
      code: await made.json(),
    });
    await runInDatabase(community, 'UPDATE auth."user" SET email_verified = true', []);
    for (const { api } of [olive, sam]) {
      const changed = await api.patch('/rest/v1/notification_settings', {
        data: { quiet_hours: null },
      });
      expect(changed.ok(), await changed.text()).toBe(true);
    }
    const introduced = await sam.api.patch(`/rest/v1/users/${sam.id}`, {
      data: { ...AREA, bio: 'I have walked dogs of every size for ten years.' },
    });
    expect(introduced.ok(), await introduced.text()).toBe(true);
    const device = pushService.openBrowser();
    vapidKey = (await (await sam.api.get('/rest/v1/push_subscriptions')).json()).public_key;
    const subscribed = await sam.api.post('/rest/v1/push_subscriptions', {
      data: device.subscription,
    });
    expect(subscribed.status(), await subscribed.text()).toBe(201);
    const feed = await (await olive.api.post('/rest/v1/calendar_feed', { data: {} })).json();

    const title = freshTitle('Weekend with Biscuit');
    await test.step('the owner posts, and the sitter’s device shows it', async () => {
      await owner.goto('/post-job');
      await fillJobForm(owner, title);
      await owner.getByLabel('Choose a photo of your pet').setInputFiles(PET_PHOTO);
      await expect(owner.getByText('Image uploaded successfully!')).toBeVisible();
      await owner.getByRole('button', { name: 'Post Job' }).click();
      await expect(owner.getByRole('heading', { name: 'Your job is posted' })).toBeVisible();
      await expect.poll(() => device.shown.length).toBe(1);
      expect(device.shown[0]?.title).toBe(`New job near you: “${title}”`);
    });
    await owner.goto('/my-jobs');
    await owner.request.post('/rest/v1/rpc/mark_all_notifications_read', { data: {} });

    const context = await browser.newContext({
      baseURL: community.origin,
      storageState: await sam.api.storageState(),
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const phone = await context.newPage();
    const bell = owner.getByRole('button', { name: 'Notifications, 1 unread' });
    await test.step('the message opens the job, where a tap claims it', async () => {
      await phone.goto(device.shown[0]?.href ?? '');
      await phone.getByRole('button', { name: 'Claim This Job' }).first().tap();
      await expect(panel(phone)).toContainText('This job is yours');
      await expect(bell).toBeVisible();
    });
    const job = /[0-9a-f-]{36}/.exec(phone.url())?.[0] ?? '';
    // Events seen on an open page are not notified: close phone and laptop.
    await phone.goto('about:blank');
    await owner.goto('about:blank');

    await test.step('the owner gets one email with a calendar entry, and the feed has it', async () => {
      // A claim from yesterday: a sitter who claims within the two hours gets no reminder.
      await runInDatabase(
        community,
        `UPDATE job_claims SET claimed_at = now() - interval '1 day' WHERE job_id = $1`,
        [job],
      );
      const claimed = () => mailsTo(sink, olive, `Sam Sitter claimed “${title}”`);
      await expectOne(community, () => claimed().length);
      const [mail = ''] = claimed();
      expect(mail).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/);
      expect(mail).not.toContain('Acorn Lane');
      const calendar = ical.sync.parseICS(await (await owner.request.get(feed.url)).text());
      expect(Object.values(calendar)).toContainEqual(
        expect.objectContaining({ summary: title, status: 'CONFIRMED' }),
      );
    });

    await test.step('the sitter is reminded, starts and finishes', async () => {
      const reminded = () => device.shown.filter((one) => one.title.includes('within two hours'));
      await expectOne(community, () => reminded().length);
      await phone.goto(reminded()[0]?.href ?? '');
      const ask = phone.getByRole('alertdialog');
      for (const action of ['Start the job', 'Mark as done']) {
        await phone.getByRole('button', { name: action }).first().tap();
        await ask.getByRole('button', { name: action }).tap();
        await expect(ask).toBeHidden();
      }
      await expect(panel(phone)).toContainText('confirm');
      await phone.goto('about:blank');
    });

    await test.step('the owner is asked to confirm, and does; the sitter is notified', async () => {
      const asked = () => mailsTo(sink, olive, `“${title}” is done: please confirm`);
      await expectOne(community, () => asked().length);
      await owner.goto(`/jobs/${job}`);
      await owner
        .getByRole('button', { name: /^Confirm/ })
        .first()
        .click();
      const confirmed = () => device.shown.filter((one) => one.title.includes('confirmed'));
      await expectOne(community, () => confirmed().length);
    });
    expect(new Set(device.shown.map(({ id }) => id)).size).toBe(device.shown.length);
    expect(mailsTo(sink, olive, 'Sam Sitter claimed')).toHaveLength(1);
    await context.close();
  } finally {
    await community.stop();
    await pushService.close();
    await sink.close();
  }
});
