import { readFile } from 'node:fs/promises';
import { expect, leaveOutEvents, test, toast } from './support/fixtures.ts';
import type { Member } from './support/people.ts';

async function send(from: Member, message: string): Promise<string> {
  const answer = await from.api.post('/rest/v1/feedback', { data: { message } });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()).id;
}

test('what staff viewed is logged once per view, and can be found, read and exported [S3]', async ({
  people,
}) => {
  const boss = await people.joinStaff('Bea Boss');
  const reader = await people.joinStaff('Rita Reader');
  const olive = await people.join('Olive Owner', 'pet_owner');
  const first = await send(olive, 'Where do I find my code, please?');
  const desk = await people.open(reader, '/admin/feedback');
  await expect(desk.getByText('Where do I find my code, please?').first()).toBeVisible();

  const page = await people.open(boss, '/admin');
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Activity');
  await page.getByLabel('Staff member').selectOption({ label: 'Rita Reader' });
  await page.getByLabel('Action').selectOption({ label: 'Viewed feedback' });
  const entries = page.getByRole('list', { name: 'Activity' }).locator('> li');
  await expect(entries).toHaveCount(1);

  await test.step('a live refetch adds only new rows', async () => {
    const second = await send(olive, 'And how long does an answer take?');
    await expect(desk.getByText('And how long does an answer take?').first()).toBeVisible();
    await page.reload();
    await expect(entries).toHaveCount(2);
    await expect(entries.first()).toContainText(second.slice(0, 8));
    await expect(entries.first()).not.toContainText(first.slice(0, 8));
    await desk.reload();
    await expect(desk.getByText('And how long does an answer take?').first()).toBeVisible();
    await page.reload();
    await expect(entries).toHaveCount(3);
  });

  await test.step('everything about one row is one press away', async () => {
    await page.getByLabel('Id of a member').fill(first);
    await expect(entries).toHaveCount(2);
    await page.getByLabel('Id of a member').fill('Olive');
    await expect(page.getByText('This ID is incomplete.')).toBeVisible();
    await page.getByLabel('Id of a member').fill('');
    await entries
      .first()
      .getByRole('button', { name: /^All entries about/ })
      .first()
      .click();
    await expect(page).toHaveURL(/search=[\da-f-]{36}/);
    await expect(entries.first()).toBeVisible();
  });

  await test.step('the export has the same entries, and is logged itself', async () => {
    await page.getByLabel('Id of a member').fill(first);
    await expect(entries).toHaveCount(2);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file.trim().split('\r\n')).toHaveLength(3);
    await page.goto('/admin/activity?action=activity_export');
    await expect(entries.first()).toContainText('Bea Boss');
  });
});

test('staff cannot decide their own request for another code [I1]', async ({ people }) => {
  const boss = await people.joinStaff('Bea Boss');
  await boss.api.post('/rest/v1/invite_requests', { data: { message: 'For my own sister.' } });
  const page = await people.open(boss, '/admin/invitations');
  const request = page.getByRole('listitem').filter({ hasText: 'For my own sister.' });
  await expect(request).toContainText('Another admin decides your own request.');
  await expect(request.getByRole('button')).toHaveCount(0);
});

test('a dialog about an identity check that somebody else has decided closes, and says so [S4]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'pet_sitter');
  const [ada, ben] = [await people.joinStaff('Ada Answers'), await people.joinStaff('Ben Busy')];
  const asked = await member.api.post('/rest/v1/rpc/request_identity_check', { data: {} });
  expect(asked.ok(), await asked.text()).toBe(true);
  const { id } = await asked.json();
  const page = await people.open(ada, '/about');
  await leaveOutEvents(page);
  await page.goto('/admin/users/identity');
  const check = page.getByRole('listitem').filter({ hasText: member.email });
  await check.getByRole('button', { name: 'Refuse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Refuse the check' });
  await dialog.getByRole('textbox').fill('The ID has expired.');
  const data = { id, step: 'refuse', reason: 'We could not meet.' };
  const refused = await ben.api.post('/rest/v1/rpc/decide_identity_check', { data });
  expect(refused.ok(), await refused.text()).toBe(true);
  await dialog.getByRole('button', { name: 'Refuse' }).click();
  await expect(toast(page, 'This identity check has changed in the meantime.')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(check).toHaveCount(0);
});
