import type { Locator, Page } from '@playwright/test';
import { expect, serverError, test, toast } from './support/fixtures.ts';
import { receiveMail } from './support/mail.ts';
import type { Member, People } from './support/people.ts';

const MORE_CODES = /^mailto:[^?]+\?subject=Request%20for%20Additional%20Invite%20Codes$/;

async function openInvite(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  return page.getByRole('dialog', { name: 'Invite a neighbor' });
}

/** Somebody without a code of their own: they joined with one that staff gave to their friend. */
async function joinWithoutCode(
  people: People,
  { name, friend, staff }: { name: string; friend: string; staff: Member },
): Promise<Member> {
  const giver = await people.join(friend, 'pet_owner');
  const asked = await giver.api.post('/rest/v1/invite_requests', { data: { message: '' } });
  const { id } = await asked.json();
  const granted = await staff.api.patch(`/rest/v1/invite_requests/${id}`, {
    data: { decision: 'granted', reason: 'Gladly.' },
  });
  expect(granted.ok(), await granted.text()).toBe(true);
  const { code } = await (await giver.api.get('/rest/v1/invites')).json();
  return people.signUp(giver.community, { name, role: 'pet_owner', code });
}

/** Whether a code is valid now. */
async function isGood({ api }: Member, code: string): Promise<boolean> {
  const answer = await api.post('/rest/v1/rpc/check_invite_code', { data: { code } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

/** The card of a member's request on the staff page. */
const requestOf = (desk: Page, message: string) =>
  desk
    .getByRole('list', { name: 'Invite requests' })
    .getByRole('listitem')
    .filter({ hasText: message });

async function decide(desk: Page, request: Locator, { verb, reason }: Record<string, string>) {
  await request.getByRole('button', { name: verb, exact: true }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(reason ?? '');
  await dialog.getByRole('button', { name: verb, exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('a member generates the code, shares it as a link, and replaces it when it is lost [I1 I2 I3]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const friend = 'Gil Giver';
  const member = await joinWithoutCode(people, { name: 'Molly Member', friend, staff });
  const page = await people.open(member, '/dashboard');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate('navigator.share = undefined');
  const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
  const dialog = await test.step('a lookup that fails is only logged', async () => {
    const logged: string[] = [];
    page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
    await page.route('**/rest/v1/invites*', (route) =>
      route.fulfill(serverError('FORBIDDEN', 403)),
    );
    const opened = await openInvite(page);
    await expect(opened.getByText('Your invite couldn’t be loaded')).toBeVisible();
    expect(logged.join('\n')).toContain('error: The invite could not be looked up');
    // Nothing is claimed about a code that could not be checked.
    await expect(opened.getByRole('button', { name: 'Generate Invite Code' })).toBeHidden();
    await page.unrouteAll();
    await opened.getByRole('button', { name: 'Try again' }).click();
    await expect(opened.getByRole('button', { name: 'Generate Invite Code' })).toBeVisible();
    return opened;
  });
  const box = dialog.getByLabel('Your invite code');

  await test.step('a code that cannot be generated says so', async () => {
    await page.route('**/rpc/generate_invite_code', (route) => route.fulfill(serverError()));
    await dialog.getByRole('button', { name: 'Generate Invite Code' }).click();
    await expect(toast(page, 'Failed to generate invite code. Please try again.')).toBeVisible();
    await page.unrouteAll();
  });

  const first = await test.step('the code is generated once, and copied', async () => {
    const before = await dialog.boundingBox();
    await dialog.getByRole('button', { name: 'Generate Invite Code' }).click();
    await expect(toast(page, 'Invite code generated!')).toBeVisible();
    // Buttons must not move under the finger.
    expect(await dialog.boundingBox()).toEqual(before);
    await expect(
      toast(page, 'Share this code with someone to invite them to the product.'),
    ).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy invite code' }).click();
    await expect(toast(page, 'Copied!')).toBeVisible();
    await expect(toast(page, 'Invite code copied to clipboard')).toBeVisible();
    await dialog.getByRole('button', { name: 'Copy Link' }).click();
    await expect(toast(page, 'Invite link copied to clipboard')).toBeVisible();
    const shown = await box.inputValue();
    expect(await copied()).toBe(`${member.community.origin}/join#code=${shown}`);
    expect(await isGood(member, shown)).toBe(true);
    return shown;
  });

  await test.step('more codes are requested by email, with the subject that support expects', async () => {
    await expect(dialog.getByRole('link', { name: /^Contact support at / })).toHaveAttribute(
      'href',
      MORE_CODES,
    );
  });

  await test.step('a lost code is replaced, after a confirmation', async () => {
    await dialog.getByRole('button', { name: 'Replace this code' }).click();
    const question = page.getByRole('alertdialog', { name: 'Replace your code?' });
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect(box).toHaveValue(first);
    await dialog.getByRole('button', { name: 'Replace this code' }).click();
    let requests = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/replace_invite_code')) requests += 1;
    });
    // A double click, faster than the page can change.
    await question
      .getByRole('button', { name: 'Replace Code' })
      .evaluate((element: { click(): void }) => {
        element.click();
        element.click();
      });
    await expect(toast(page, 'The old code no longer works.')).toBeVisible();
    await expect(box).not.toHaveValue(first);
    expect(requests).toBe(1);
    expect(await isGood(member, first)).toBe(false);
    expect(await isGood(member, await box.inputValue())).toBe(true);
  });

  await test.step('/invited: who invited the member, and who the member invited', async () => {
    const brought = await people.signUp(member.community, {
      name: 'Frida Friend',
      role: 'pet_sitter',
      code: await box.inputValue(),
    });
    await expect(dialog.getByText('Your invite code was used successfully!')).toBeVisible();
    await dialog.getByRole('link', { name: 'People you invited' }).click();
    await expect(page).toHaveURL('/invited');
    await expect(page.getByRole('region', { name: 'Invited by' })).toContainText(friend);
    const theirs = page.getByRole('region', { name: 'You invited' });
    await expect(theirs.getByRole('listitem')).toHaveText(/Frida Friend.*Joined /);
    const at = await people.open(brought, '/invited');
    await expect(at.getByRole('region', { name: 'Invited by' })).toContainText('Molly Member');
    await expect(at.getByText('No one yet')).toBeVisible();
  });
});

test('a member asks for another code, is refused with a reason, asks again and gets one [I1 I2 S6]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const member = await people.join('Asta Asker', 'pet_owner');
  const desk = await people.open(staff, '/admin/invitations');
  const page = await people.open(member, '/dashboard');
  const dialog = await openInvite(page);

  await test.step('the member asks, and waits', async () => {
    await dialog.getByRole('button', { name: 'Or ask for one here' }).click();
    await dialog.getByLabel('Who would you like to bring?').fill(`My brother. ${member.email}`);
    await dialog.getByRole('button', { name: 'Ask for a Code' }).click();
    await expect(toast(page, 'We answer within about 24 hours.')).toBeVisible();
    await expect(dialog.getByText(/here and by email/)).toBeVisible();
  });

  await test.step('staff refuse, and the member reads why, on the page and by email', async () => {
    const request = requestOf(desk, `My brother. ${member.email}`);
    await expect(request.getByText('Waiting')).toBeVisible();
    await request.getByRole('button', { name: 'Refuse' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
    await expect(desk.getByText('Reason is required')).toBeVisible();
    await desk.keyboard.press('Escape');
    await decide(desk, request, { verb: 'Refuse', reason: 'One at a time, please.' });
    await expect(request.getByText('Refused')).toBeVisible();
    await expect(page.getByText('Your request for another code was not granted.')).toBeVisible();
    await expect(dialog.getByText('Your request was not granted')).toBeVisible();
    await expect(dialog.getByText('One at a time, please.')).toBeVisible();
    const mail = await receiveMail(member.community, {
      to: member.email,
      about: /^About your request for another code$/,
    });
    expect(mail.text).toContain('One at a time, please.');
  });

  await test.step('they ask again and get one', async () => {
    await dialog.getByRole('button', { name: 'Ask again here' }).click();
    await dialog.getByLabel('Who would you like to bring?').fill(`My sister. ${member.email}`);
    await dialog.getByRole('button', { name: 'Ask for a Code' }).click();
    const request = requestOf(desk, `My sister. ${member.email}`);
    await decide(desk, request, { verb: 'Grant', reason: 'She walks three of our dogs.' });
    await expect(request.getByText('Granted')).toBeVisible();
    await expect(page.getByText('You were given another invite code.')).toBeVisible();
    await expect(dialog.getByText('She walks three of our dogs.')).toBeVisible();
    expect(await isGood(member, await dialog.getByLabel('Your invite code').inputValue())).toBe(
      true,
    );
    const mail = await receiveMail(member.community, {
      to: member.email,
      about: /^You have another invite code$/,
    });
    expect(mail.text).toContain('She walks three of our dogs.');
  });
});

test('staff disable a code that was posted in public, and its member is notified [I1]', async ({
  people,
}) => {
  const staff = await people.joinStaff('Stella Staff');
  const given = { name: 'Molly Member', friend: 'Gil Giver', staff };
  const member = await joinWithoutCode(people, given);
  const page = await people.open(member, '/dashboard');
  const dialog = await openInvite(page);
  await dialog.getByRole('button', { name: 'Generate Invite Code' }).click();
  const code = await dialog.getByLabel('Your invite code').inputValue();
  const desk = await people.open(staff, '/admin/invitations');
  await desk.getByRole('button', { name: 'Disable a code' }).click();
  const form = desk.getByRole('dialog', { name: 'Disable a code' });
  await form.getByLabel('Invite code').fill('AAAA-AAAA-AAAA');
  await form.getByLabel('Reason').fill('Posted on a wall.');
  await form.getByRole('button', { name: 'Disable code' }).click();
  await expect(form.getByText('There is no such code.')).toBeVisible();
  await form.getByLabel('Invite code').fill(code.toLowerCase());
  await form.getByRole('button', { name: 'Disable code' }).click();
  await expect(toast(desk, `${code} no longer works.`)).toBeVisible();
  await expect(dialog.getByText('Your invite code was disabled')).toBeVisible();
  expect(await isGood(member, code)).toBe(false);
});
