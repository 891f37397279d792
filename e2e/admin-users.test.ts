import type { Locator, Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { openForStaff, runInDatabase } from './support/database.ts';
import { expect, leaveOutEvents, test, toast } from './support/fixtures.ts';
import type { Member } from './support/people.ts';

const CHANGED = 'Someone else changed this role in the meantime. Please check again.';

/** A member's row, found by their address, which is unique. */
const rowOf = (page: Page, { email }: Member) =>
  page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: email });

async function chooseRole(page: Page, member: Member, role: string): Promise<Locator> {
  await rowOf(page, member)
    .getByRole('button', { name: /^Change role/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Change role' });
  await dialog.getByText(role, { exact: true }).click();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  return dialog;
}

async function giveRole(page: Page, member: Member, role: string): Promise<void> {
  await expect(await chooseRole(page, member, role)).toBeHidden();
}

const find = (member: Member) => `/admin/users?search=${encodeURIComponent(member.email)}`;

test('a super admin makes a member an admin and reverses it, and all viewers see it immediately [S3 U15]', async ({
  people,
}) => {
  const [boss, other] = [await people.joinStaff('Bea Boss'), await people.joinStaff('Otto Other')];
  const member = await people.join('Molly Member', 'pet_owner');
  await openForStaff(member.community, member.id);
  const [first, second] = [
    await people.open(boss, find(member)),
    await people.open(other, find(member)),
  ];
  const hers = await people.open(member, '/dashboard');
  await expect(rowOf(first, member)).toContainText('Molly Member');
  await expect(rowOf(first, member).getByText('User', { exact: true })).toBeVisible();
  await expect(first.getByText('Member 1 of 1')).toBeVisible();

  await test.step('the choice is confirmed, reported, and visible to everybody', async () => {
    await giveRole(first, member, 'Admin');
    await expect(toast(first, 'Role changed')).toBeVisible();
    await expect(toast(first, 'Molly Member is Admin from now on.')).toBeVisible();
    for (const page of [first, second]) {
      await expect(rowOf(page, member).getByText('Admin', { exact: true })).toBeVisible();
    }
  });

  await test.step('the new admin sees the admin area, without Actions', async () => {
    await hers.getByRole('banner').getByRole('link', { name: 'Admin' }).click();
    await hers.getByRole('link', { name: 'User Management' }).click();
    const table = hers.getByRole('table', { name: 'Members' });
    await expect(table.getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Verified',
      'Joined',
      'Role',
    ]);
    await expect(hers.getByRole('button', { name: /^Change role/ })).toHaveCount(0);
  });

  await test.step('the open admin area of a former admin closes by itself', async () => {
    const leave = `UPDATE auth.session SET confirmed_at = now() - interval '11 minutes' WHERE user_id = $1`;
    await runInDatabase(other.community, leave, [other.id]);
    await chooseRole(second, member, 'User');
    const asked = second.getByRole('dialog', { name: 'Confirm it’s you' });
    await asked.getByRole('button', { name: 'Cancel' }).click();
    const dialog = second.getByRole('dialog', { name: 'Change role' });
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await asked.getByRole('textbox', { name: 'Current Password' }).fill(other.password);
    expect(await findBarriers(second)).toEqual([]);
    await asked.getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog).toBeHidden();
    await expect(hers).toHaveURL('/dashboard');
    await expect(hers.getByRole('banner').getByRole('link', { name: 'Admin' })).toBeHidden();
    await hers.goto('/admin/users');
    await expect(hers).toHaveURL('/dashboard');
  });

  await test.step('nobody can change their own role', async () => {
    await first.goto(find(boss));
    await expect(rowOf(first, boss).getByText('You', { exact: true })).toBeVisible();
    await expect(rowOf(first, boss).getByRole('button')).toHaveCount(0);
  });
});

test('a super admin whose screen shows an outdated role is warned, and does not overwrite the new one [S3]', async ({
  people,
}) => {
  const [boss, other] = [await people.joinStaff('Bea Boss'), await people.joinStaff('Otto Other')];
  const member = await people.join('Molly Member', 'pet_owner');
  const page = await people.open(boss, find(member));
  const dialog = page.getByRole('dialog', { name: 'Change role' });
  const open = () =>
    rowOf(page, member)
      .getByRole('button', { name: /^Change role/ })
      .click();
  const setRole = async (role: string) => {
    const answer = await other.api.post('/rest/v1/user_roles', {
      data: { user_id: member.id, role },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };

  await open();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(dialog.getByText('Please choose another role.')).toBeVisible();
  await dialog.getByText('Super Admin', { exact: true }).click();
  await setRole('admin');
  await expect(dialog.getByText('It is now: Admin.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(toast(page, CHANGED)).toBeVisible();
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, member).getByText('Super Admin', { exact: true })).toBeVisible();

  await test.step('the same happens in a tab without live events', async () => {
    await leaveOutEvents(page);
    await page.reload();
    await open();
    await setRole('user');
    await dialog.getByText('Admin', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await expect(toast(page, CHANGED)).toBeVisible();
    await expect(dialog.getByText('It is now: User.')).toBeVisible();
  });
});

test('staff find members by name, email and role, ten at a time [S3]', async ({ people }) => {
  const boss = await people.joinStaff('Bea Boss');
  const family = `Pagefamily${Date.now()}`;
  const members: Member[] = [];
  for (let n = 0; n < 11; n += 1)
    members.push(await people.join(`Child${n} ${family}`, 'pet_owner'));
  const page = await people.open(boss, '/admin/users');
  const rows = page.getByRole('table', { name: 'Members' }).getByRole('row');
  const search = page.getByLabel('Search members');
  await search.fill(family.toUpperCase());
  await expect(page.getByText('Members 1–10', { exact: true })).toBeVisible();
  await expect(rows).toHaveCount(11);
  await expect(rows.nth(1)).toContainText('Child10');
  const pages = page.getByRole('navigation', { name: 'Pages of members' });
  await expect(pages.getByRole('button', { name: 'Previous' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await pages.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Member 11 of 11')).toBeVisible();
  await expect(page.getByText('Member 11 of 11')).toBeFocused();
  await expect(rows.nth(1)).toContainText('Child0');
  await expect(pages.getByRole('button', { name: 'Next' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await pages.getByRole('button', { name: 'Previous' }).click();
  await expect(rows.nth(1)).toContainText('Child10');

  await search.fill(members[4]?.email ?? '');
  await expect(rows).toHaveCount(2);
  await page.getByRole('search').getByLabel('Role').selectOption('Super Admin');
  await expect(page.getByText('No members match')).toBeVisible();
  await expect(page).toHaveURL(/role=super_admin/);
  await page.getByRole('button', { name: 'Show all members' }).click();
  await expect(page.getByText(/^Members 1–10 of/)).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await search.fill(members[4]?.email ?? '');
  const cards = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  await expect(cards.getByRole('button', { name: /^Change role/ })).toBeVisible();
});

for (const path of ['/admin/settings', '/super-admin-setup'])
  test(`a super admin appoints another by email on ${path}, and cannot take their own role [S5]`, async ({
    people,
  }) => {
    const boss = await people.joinStaff('Bea Boss');
    const member = await people.join('Molly Member', 'pet_owner');
    const page = await people.open(boss, path);
    const card = page.getByRole('region', { name: 'Super admins' });
    const row = (of: Member) => card.getByRole('listitem').filter({ hasText: of.email });
    await expect(row(boss)).toContainText('You');
    await expect(row(boss).getByRole('button')).toHaveCount(0);
    const appoint = async (email: string) => {
      await card.getByLabel('Appoint by email').fill(email);
      await card.getByRole('button', { name: 'Appoint super admin' }).click();
    };
    await appoint('nobody@example.org');
    await expect(card.getByText('No member has this email address.')).toBeVisible();
    await appoint(member.email);
    await expect(toast(page, 'Super admin appointed')).toBeVisible();
    await expect(row(member)).toBeVisible();
    await appoint(member.email);
    await expect(card.getByText('Already a Super Admin')).toBeVisible();
    await openForStaff(member.community, member.id);
    const theirs = await people.open(member, '/admin/activity');
    await expect(theirs.getByRole('list', { name: 'Activity' })).toContainText('Bea Boss');
  });
