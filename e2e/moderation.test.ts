import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { generate } from 'otplib';
import { unzip } from '../server/src/testing/unzip.ts';
import { addApp, suspend } from './screens/screens-people.ts';
import { findBarriers } from './support/axe.ts';
import { runInDatabase } from './support/database.ts';
import { expect, test, toast, toastsStand } from './support/fixtures.ts';
import { bookJob, claimJob, moveJob, postJob } from './support/jobs.ts';
import { linkIn, receiveMail } from './support/mail.ts';
import { endSessionElsewhere, signIn } from './support/people.ts';

test('a member reports and blocks another, who is heard, suspended with a reason, and appeals [S4 U3]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const second = await people.joinStaff('Sully Second');
  const name = `Gil Giftcard${Date.now()}`;
  const rude = await people.join(name, 'pet_sitter');
  // The last member to join provides the next journey's invite code, so it must not be the
  // suspended one.
  const reporter = await people.join('Robin Reporter', 'pet_owner');

  await test.step('the profile is reported in two presses, and its member blocked with one more', async () => {
    const page = await people.open(reporter, `/profile/${rude.id}`);
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Report to our team' });
    await expect(dialog).toContainText('We keep a copy');
    await dialog.getByRole('button', { name: 'A person or animal is in danger' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Call for help first');
    await expect(dialog.getByRole('link', { name: '911' })).toHaveAttribute('href', 'tel:911');
    expect(await findBarriers(page)).toEqual([]);
    const scam = { name: 'Scam or unexpected payment request' };
    await dialog.getByRole('button', scam).click();
    await expect(toast(page, 'Report sent')).toBeVisible();
    await toastsStand(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Report withdrawn')).toBeVisible();
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await dialog.getByLabel(`Also block ${name}`).check();
    await dialog.getByRole('button', scam).click();
    await expect(toast(page, 'Report sent')).toBeVisible();
    await page.goto('/my-requests');
    const reports = page.getByRole('list', { name: 'My reports' }).getByRole('listitem');
    await expect(reports.filter({ hasText: 'Waiting' })).toContainText('Withdraw');
    await expect(reports.filter({ hasText: 'No one was told' })).toContainText('Withdrawn');
    for (const [who, other] of [
      [rude, reporter],
      [reporter, rude],
    ] as const) {
      expect((await who.api.get(`/rest/v1/users/${other.id}`)).status()).toBe(404);
    }
  });

  const page = await people.open(staff, '/admin/content');
  await test.step('staff take it, see both sides, and ask before they decide', async () => {
    const mine = page.getByRole('listitem').filter({ hasText: name });
    await mine.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Take report' }).click();
    await expect(page.getByText('Robin Reporter')).toBeVisible();
    await page.getByRole('button', { name: 'Ask reported member' }).click();
    const dialog = page.getByRole('dialog', { name: 'Ask the reported member' });
    await dialog.getByLabel('Your question').fill('Did you ask for gift cards?');
    await dialog.getByRole('button', { name: 'Send Question' }).click();
    await expect(page.getByText('No answer yet.')).toBeVisible();
  });

  await test.step('the member answers, and learns neither of the reporter nor of the block', async () => {
    const theirs = await people.open(rude, '/my-requests');
    const questions = theirs.getByRole('list', { name: 'Questions from our team' });
    await expect(questions).toContainText('Did you ask for gift cards?');
    await questions.getByLabel('Your answer').fill('Only for my birthday.');
    await questions.getByRole('button', { name: 'Send answer' }).click();
    await expect(questions).toContainText('Answered');
    await expect(theirs.getByText(/Robin|block/i)).toHaveCount(0);
  });

  await test.step('staff read the answer without a reload, and suspend', async () => {
    await expect(page.getByText('Only for my birthday.')).toBeVisible();
    const beside = await people.open(second, `/admin/users/${rude.id}`);
    const canSuspend = beside.getByRole('button', { name: 'Suspend', exact: true });
    await expect(canSuspend).toBeVisible();
    await page.getByRole('button', { name: 'Suspend', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Suspend the member' });
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(dialog.getByText('Reason is required')).toBeVisible();
    await dialog.getByLabel('Reason', { exact: true }).fill('You asked for gift cards.');
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect(toast(page, 'Report decided')).toBeVisible();
    await expect(page.getByText('You asked for gift cards.')).toBeVisible();
    // The other staff member's page follows without a reload.
    await expect(canSuspend).toBeHidden();
  });

  await test.step('the member reads why when they sign in, and appeals', async () => {
    const page = await people.open(null, '/join?tab=signin');
    await signIn(page, rude);
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await expect(page.getByText('You asked for gift cards.')).toBeVisible();
    await page.getByLabel('Your appeal').fill('It was a present from my aunt.');
    await page.getByRole('button', { name: 'Send appeal' }).click();
    await expect(page.getByText('Your appeal was sent')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Your account is suspended' })).toBeFocused();
    const mail = await receiveMail(staff.community, { to: rude.email, about: /suspended/ });
    expect(linkIn(mail)).toContain('/suspended?token=');
  });

  await test.step('another staff member grants it, and the account is open again', async () => {
    const page = await people.open(second, '/admin/content?tab=appeals');
    const leave = `UPDATE auth.session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`;
    await runInDatabase(second.community, leave, [second.id]);
    const mine = page.getByRole('listitem').filter({ hasText: name });
    await mine.getByRole('button', { name: 'Grant appeal' }).click();
    const dialog = page.getByRole('dialog', { name: 'Grant the appeal' });
    await dialog.getByLabel('Reason').fill('We have asked the aunt.');
    await dialog.getByRole('button', { name: 'Grant' }).click();
    const asked = page.getByRole('dialog', { name: 'Confirm it’s you' });
    await asked.getByRole('textbox', { name: 'Current Password' }).fill(second.password);
    expect(await findBarriers(page)).toEqual([]);
    await asked.getByRole('button', { name: 'Confirm' }).click();
    await expect(toast(page, 'Appeal granted')).toBeVisible();
    const again = await rude.api.post('/auth/v1/token', {
      data: { grant_type: 'password', email: rude.email, password: rude.password },
    });
    expect(again.ok()).toBe(true);
  });
});

test('a member appeals a warning under My Requests, and staff come back to the queue that they left [S4]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const rude = await people.join(`Rudi Rude${Date.now()}`, 'pet_sitter');
  const reporter = await people.join('Robin Reporter', 'pet_owner');
  const sent = await reporter.api.post('/rest/v1/reports', {
    data: { subject_type: 'profile', subject_id: rude.id, reason: 'other' },
  });
  const { id } = await sent.json();
  const taken = await staff.api.post('/rest/v1/rpc/take_report', { data: { id } });
  expect(taken.ok(), await taken.text()).toBe(true);
  const warning = { id, kind: 'warn', reason: 'Please stay polite.' };
  const decided = await staff.api.post('/rest/v1/rpc/decide_report', { data: warning });
  expect(decided.ok(), await decided.text()).toBe(true);

  const page = await people.open(rude, '/my-requests');
  const decisions = page.getByRole('list', { name: 'Decisions about you' });
  await expect(decisions).toContainText('Please stay polite.');
  await decisions.getByRole('button', { name: 'Appeal' }).click();
  await expect(decisions.getByLabel('Your appeal')).toBeFocused();
  await page.keyboard.type('I thanked them twice.');
  await expect(toastsStand(page)).toBeAttached();
  await decisions.getByRole('button', { name: 'Send appeal' }).click();
  await expect(toast(page, 'Appeal sent')).toBeVisible();
  await expect(decisions).toContainText('Your appeal: waiting');
  await expect(decisions.getByRole('listitem')).toBeFocused();

  await test.step('staff come back from the report to the queue that they left', async () => {
    const desk = await people.open(staff, '/admin/content');
    await desk.getByLabel('Show').selectOption('Decided');
    const ours = desk.getByRole('listitem').filter({ hasText: rude.name });
    await ours.getByRole('link').first().click();
    await expect(desk.getByText('Please stay polite.')).toBeVisible();
    await desk.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(desk.getByLabel('Show')).toHaveValue('decided');
    await expect(ours).toBeVisible();
  });
});

test('a suspended member gets their data with a code from their app, asks for the deletion of the account, and keeps it [U13 X1]', async ({
  people,
}) => {
  const name = `Gil Giftcard${Date.now()}`;
  const rude = await people.join(name, 'pet_sitter');
  const secret = await addApp(rude, rude.password);
  // The last member to join provides the next journey's invite code, so it must not be the
  // suspended one.
  const staff = await people.joinStaff('Stella Staff');
  await suspend(staff, rude);
  const suspension = await receiveMail(staff.community, { to: rude.email, about: /suspended/ });
  const page = await people.open(null, linkIn(suspension));
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText('We emailed you a link.')).toBeVisible();
  const mail = await receiveMail(staff.community, { to: rude.email, about: /^Your data and/ });
  await page.goto(linkIn(mail));
  const code = page.getByLabel('Code from your app or phone, or a recovery code');
  await expect(code).toBeFocused();
  await code.fill('never-a-code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This code is not right, or was used before.')).toBeVisible();
  await expect(code).toBeFocused();
  expect(await findBarriers(page)).toEqual([]);
  // The code of now was used to set up the app.
  const epoch = Math.floor(Date.now() / 1000) + 30;
  await code.fill(await generate({ secret, epoch }));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Your data and your account' })).toBeFocused();
  await page.getByRole('button', { name: 'Request a copy of your data' }).click();
  const link = page.getByRole('button', { name: /^Download your data \(/ });
  await expect(link).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const files = await unzip(await readFile(await download.path()));
  expect(JSON.parse(`${files['profile.json']}`)).toMatchObject([{ full_name: name }]);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await asked.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
});

for (const { blocked, isSitting } of [
  { blocked: 'another', isSitting: false },
  { blocked: 'the sitter of their job, which they open next,', isSitting: true },
]) {
  test(`a member who blocks ${blocked} no longer finds them on a page that was open before [S4 R1]`, async ({
    people,
  }) => {
    const member = await people.join('Robin Reader', 'pet_owner');
    const between = await people.join('Bo Between', 'pet_sitter');
    const known = await people.join('Kim Known', 'pet_sitter');
    for (const [by, of] of [
      [member, between],
      [between, known],
    ] as const) {
      const invited = 'UPDATE invites SET created_by = $1 WHERE used_by = $2';
      await runInDatabase(member.community, invited, [by.id, of.id]);
    }
    const agreed = 'UPDATE users SET named_in_paths = true WHERE id = $1';
    await runInDatabase(member.community, agreed, [between.id]);
    const job = isSitting ? await postJob(member) : null;
    if (job) await claimJob(between, job);
    const page = await people.open(member, `/profile/${known.id}`);
    const path = page.getByRole('list', { name: 'How you know each other' });
    await path.getByRole('link', { name: between.name }).click();
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    await expect(toast(page, `${between.name} is blocked`)).toBeVisible();
    if (job) {
      await page.getByRole('dialog').getByRole('link', { name: job.title }).click();
      await expect(page.getByRole('heading', { level: 1, name: job.title })).toBeVisible();
    }
    await expect(page).toHaveURL(job ? `/jobs/${job.id}` : '/dashboard');
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1, name: known.name })).toBeVisible();
    await expect(page.getByRole('link', { name: between.name })).toHaveCount(0);
  });
}

test('a member blocks the sitter who holds their job, and our team ends it for them [S4 J9]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const sitter = await people.join('Sly Sitter', 'pet_sitter');
  const owner = await people.join('Olive Owner', 'pet_owner');
  const job = await postJob(owner);
  await claimJob(sitter, job);
  const theirs = await people.open(sitter, `/jobs/${job.id}`);

  const page = await people.open(owner, `/profile/${sitter.id}`);
  await test.step('the answer to the block offers to ask our team, and so does the job', async () => {
    await page.getByRole('button', { name: 'Block' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
    const dialog = page.getByRole('dialog', { name: 'You still have a job together' });
    await expect(dialog.getByRole('button', { name: 'Ask our team to end it' })).toBeVisible();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('link', { name: job.title }).click();
    const panel = page.getByRole('region', { name: 'Where this job stands' });
    await panel.getByRole('button', { name: 'Ask our team to end it' }).click();
    await expect(panel).toContainText('You asked our team to end it');
    await expect(theirs.getByText(/blocked/)).toHaveCount(0);
  });

  await test.step('staff find the job beside the request and end the claim, and the sitter reads why', async () => {
    const desk = await people.open(staff, '/admin/feedback');
    const request = desk.getByRole('listitem').filter({ hasText: 'End a job with someone' });
    await request.first().getByRole('link', { name: /for / }).click();
    await desk.getByRole('button', { name: 'End claim' }).click();
    const dialog = desk.getByRole('dialog', { name: 'End the sitter’s claim' });
    await expect(dialog).toContainText('it opens again for other sitters');
    await dialog.getByLabel('Reason').fill('You two can’t go on with each other.');
    await dialog.getByRole('button', { name: 'End claim' }).click();
    await expect(toast(desk, 'Claim ended')).toBeVisible();
    await expect(theirs.getByText('Our team ended your claim').first()).toBeVisible();
    await expect(theirs.getByText('You two can’t go on with each other.').first()).toBeVisible();
    await page.goto('/my-requests');
    await expect(page.getByRole('list', { name: 'My Requests' })).toContainText('Resolved');
  });

  await test.step('the owner reads that our team looked at the request and the job', async () => {
    await page.goto('/security/views');
    const views = page.getByRole('list', { name: 'Who viewed your data' });
    // Who decided stays unnamed, at every look of that day.
    await expect(views).toContainText('Our team read a request you sent us');
    await expect(views).toContainText('Our team looked at your job');
  });
});

test('a report that was begun closes with its page and with the session [S4 U7]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sitter, `/profile/${owner.id}`);
  const report = page.getByRole('button', { name: 'Report', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Report to our team' });
  const jobs = page.getByRole('link', { name: 'Jobs', exact: true }).filter({ visible: true });
  await jobs.first().click();
  await expect(page).toHaveURL('/jobs');
  await page.evaluate('history.back()');
  await report.click();
  await dialog.getByLabel('Also block Olive Owner').check();
  await page.evaluate('history.forward()');
  await expect(page).toHaveURL('/jobs');
  await expect(dialog).toHaveCount(0);

  await page.evaluate('history.back()');
  await report.click();
  await endSessionElsewhere(page);
  await expect(page).toHaveURL('/join?tab=signin');
  await signIn(page, sitter);
  await expect(page).toHaveURL(`/profile/${owner.id}`);
  await expect(report).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test('a half-written report about a message stays open when the claim ends meanwhile, and is sent [S4]', async ({
  people,
}) => {
  const { owner, sitter, job } = await bookJob(people);
  const rude = { job_id: job.id, content: 'You are useless.', client_id: crypto.randomUUID() };
  expect((await owner.api.post('/rest/v1/messages', { data: rude })).ok()).toBe(true);
  const { claim } = await (await sitter.api.get(`/rest/v1/jobs/${job.id}`)).json();
  const pages = await Promise.all(
    [`/chat/job/${job.id}/${claim.id}`, `/jobs/${job.id}`, `/dashboard?chat=${job.id}`].map(
      (path) => people.open(sitter, path),
    ),
  );
  for (const page of pages) {
    const message = page.getByRole('log').getByRole('listitem').filter({ hasText: 'useless' });
    await message.hover();
    await message.getByRole('button', { name: /^Report message from/ }).click();
    await page.getByText('Add details').click();
    await page.getByLabel('Details').fill('He insulted me three times and threatened to');
  }
  await moveJob(owner, job.id, 'release', 'Our plans changed.');
  for (const page of pages) {
    const dialog = page.getByRole('dialog', { name: 'Report to our team' });
    // The page behind the dialog, which hides it, shows that the claim has ended.
    await expect(page.getByLabel('Message about')).toHaveCount(0);
    await expect(dialog.getByLabel('Details')).toHaveValue(/threatened to$/);
  }
  const [page] = pages as [Page];
  await page.getByRole('button', { name: 'Harassment, hate or threats' }).click();
  await expect(toast(page, 'Report sent')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.goto('/my-requests');
  await expect(page.getByText('He insulted me three times and threatened to')).toBeVisible();
});
