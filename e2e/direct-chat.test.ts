import type { Page } from '@playwright/test';
import { suspend } from './support/database.ts';
import {
  expect,
  hold,
  leaveOutEvents,
  loseAnswer,
  serverError,
  test,
  toast,
  toastsStand,
} from './support/fixtures.ts';
import { type Member, type People, signIn, signOut } from './support/people.ts';

const UNREACHABLE =
  "We can't reach Kindpal right now. Check your connection; nothing you typed is lost.";
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const box = (page: Page) => page.getByLabel('Message to');
const log = (page: Page) => page.getByRole('log');
const bar = (page: Page) => page.getByRole('link', { name: /^Messages/ }).first();
const saying = (page: Page, text: string) => log(page).getByText(text, { exact: true });

async function say(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press('Enter');
}

/** Sends a message through the API. */
async function write(from: Member, to: Member, content: string): Promise<void> {
  const answer = await from.api.post('/rest/v1/conversation_messages', {
    data: { member_id: to.id, client_id: crypto.randomUUID(), content },
  });
  expect(answer.status(), await answer.text()).toBe(201);
}

test('a member writes to another from their profile, who sees it and answers immediately [M2 M3 R1 P7 X4]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const theirs = await people.open(sam, '/dashboard');
  await expect(bar(theirs)).toHaveAccessibleName('Messages');

  const page = await people.open(olive, `/profile/${sam.id}`);
  await page.getByRole('link', { name: 'Send Message' }).click();
  await expect(page).toHaveURL(`/chat/${sam.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam Sitter');
  await expect(page.getByText('Pet Sitter', { exact: true })).toBeVisible();
  await expect(page.getByText('No messages yet. Say hello.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await box(page).fill('  \n ');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await box(page).fill('Do you take hens?');
  await box(page).press('Shift+Enter');
  await box(page).pressSequentially('There are two.');
  await box(page).press('Enter');
  await expect(saying(page, 'Do you take hens?\nThere are two.')).toBeVisible();
  await expect(box(page)).toHaveValue('');

  await test.step('the recipient finds a request, which the bar does not count, and accepts', async () => {
    await expect(page.getByText('You can send 2 more messages')).toBeVisible();
    await expect(bar(theirs)).toHaveAccessibleName('Messages');
    await theirs.goto('/chat');
    await theirs.getByText('Requests (1)').click();
    const row = theirs.getByRole('list', { name: 'Messages' }).getByRole('listitem');
    await expect(row).toContainText('Do you take hens?');
    await row.getByRole('link').click();
    await expect(theirs).toHaveURL(`/chat/${olive.id}?box=requests`);
    await expect(saying(theirs, 'Do you take hens?\nThere are two.')).toBeVisible();
    await theirs.getByRole('button', { name: 'Accept' }).click();
    await expect(theirs.getByRole('button', { name: 'Decline' })).toHaveCount(0);
    await expect(page.getByText('You can send 2 more messages')).toHaveCount(0);
    await expect(bar(theirs)).toHaveAccessibleName('Messages');
  });

  await test.step('both chat, each on their own side, in one conversation', async () => {
    await say(theirs, 'Two are no trouble.');
    await expect(saying(page, 'Two are no trouble.')).toBeVisible();
    await expect(saying(page, 'Two are no trouble.')).toBeInViewport();
    for (const [at, own] of [
      [page, 'Do you take hens?\nThere are two.'],
      [theirs, 'Two are no trouble.'],
    ] as const) {
      const area = await log(at).boundingBox();
      const middle = (area?.x ?? 0) + (area?.width ?? 0) / 2;
      for (const bubble of await log(at).locator('p').all()) {
        const { x = 0, width = 0 } = (await bubble.boundingBox()) ?? {};
        const isRight = x + width / 2 > middle;
        expect(isRight).toBe((await bubble.textContent()) === own);
      }
      await expect(log(at).locator('time').last()).toHaveText(/^\d{1,2}:\d\d\s[AP]M$/);
    }
    const answer = await sam.api.get('/rest/v1/conversations');
    expect((await answer.json()).items).toHaveLength(1);
  });

  await test.step('messages being viewed are not counted', async () => {
    await say(page, 'Wonderful!');
    await expect(saying(theirs, 'Wonderful!')).toBeVisible();
    await expect(bar(theirs)).toHaveAccessibleName('Messages');
  });
});

test('text in an input method is not sent by Enter [M2]', async ({ people }) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(olive, `/chat/${sam.id}`);
  await box(page).fill('にほん');
  await box(page).evaluate(`(area) => area.dispatchEvent(new KeyboardEvent('keydown', {
    key: 'Enter', bubbles: true, cancelable: true, isComposing: true }))`);
  await expect(box(page)).toHaveValue('にほん');
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await box(page).press('Enter');
  await expect(saying(page, 'にほん')).toBeVisible();
});

test('a long conversation opens at its end and scrolls back to its beginning [M2]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  for (let n = 1; n <= 120; n += 1)
    await write(n % 3 ? sam : olive, n % 3 ? olive : sam, `Day ${n}`);
  const page = await people.open(olive, `/chat/${sam.id}`);
  await expect(saying(page, 'Day 120')).toBeInViewport();
  await expect(saying(page, 'Day 70')).toHaveCount(0);
  // A new message causes the older page, which is still loading, to be requested again.
  const { release } = await hold(page, '**/conversation_messages?*before=*');
  await log(page).hover();
  await page.mouse.wheel(0, -9000);
  await expect(page.getByText('Loading older messages')).toBeAttached();
  await write(sam, olive, 'Meanwhile');
  await expect(saying(page, 'Meanwhile')).toBeAttached();
  release();
  await expect(saying(page, 'Day 70')).toBeAttached();
  await expect(async () => {
    await page.mouse.wheel(0, -4000);
    await expect(saying(page, 'Day 1')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(log(page).locator('p')).toHaveCount(121);

  await write(sam, olive, 'Are you still reading?');
  await page.getByRole('button', { name: 'New messages' }).click();
  await expect(saying(page, 'Are you still reading?')).toBeInViewport();
  await expect(log(page)).toBeFocused();
});

test('a member whose first message is refused because they have just been blocked can copy it, and is not told to try again [M2 S4]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(olive, '/about');
  await leaveOutEvents(page);
  await page.goto(`/chat/${sam.id}`);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  const blocking = await sam.api.post('/rest/v1/member_blocks', { data: { member_id: olive.id } });
  expect(blocking.ok()).toBe(true);
  await say(page, 'Any hens?');
  await expect(toast(page, 'Failed to send message')).toBeVisible();
  await expect(log(page)).toContainText('Not sent. Chat closed.');
  await expect(log(page).getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect(page.getByText('You can’t message this member right now.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toHaveCount(0);
  await log(page).getByRole('button', { name: 'Discard' }).click();
  await expect(saying(page, 'Any hens?')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Not Found');
});

test('what a member was typing when their first messages were used up is back in the box when the other replies [M1 M3]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  for (const text of ['Hello!', 'I have two hens.']) await write(olive, sam, text);
  const page = await people.open(olive, `/chat/${sam.id}`);
  await expect(page.getByText('You can send 1 more message')).toBeVisible();
  const sending = await hold(page, '**/rest/v1/conversation_messages');
  await say(page, 'Do you take hens?');
  await box(page).fill('They are called');
  sending.release();
  await expect(page.getByText('You’ve sent 3 messages.')).toBeVisible();
  await expect(log(page)).toContainText('Not sent. Chat closed.');

  await write(sam, olive, 'I do.');
  await expect(box(page)).toHaveValue('They are called');
  await expect(log(page)).not.toContainText('They are called');
  await page.reload();
  await expect(box(page)).toHaveValue('They are called');
  await page.route('**/rest/v1/conversation_messages', (route) => route.abort());
  await box(page).press('Enter');
  await expect(log(page).getByRole('button', { name: 'Not sent. Try again' })).toBeVisible();
  await log(page).getByRole('button', { name: 'Discard' }).click();
  await expect(saying(page, 'They are called')).toHaveCount(0);
  await page.reload();
  await expect(saying(page, 'I do.')).toBeVisible();
  await expect(saying(page, 'They are called')).toHaveCount(0);
});

test('what a member wrote to someone who blocked them before any message can be copied after a reload [M1 M2 S4]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(olive, `/chat/${sam.id}`);
  await box(page).fill('Do you take hens?');
  const blocking = await sam.api.post('/rest/v1/member_blocks', { data: { member_id: olive.id } });
  expect(blocking.ok()).toBe(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Not Found');
  await expect(saying(page, 'Do you take hens?')).toBeVisible();
  await expect(log(page)).toContainText('Not sent. Chat closed.');
  await expect(log(page).getByRole('button', { name: 'Copy' })).toBeVisible();
  await log(page).getByRole('button', { name: 'Discard' }).click();
  await expect(saying(page, 'Do you take hens?')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Not Found');
  await expect(log(page)).toHaveCount(0);
});

test('a member who cannot be written to is not found: unknown, invalid, oneself [M2 R1]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(olive, '/about');
  for (const id of [UNKNOWN, 'nonsense', olive.id, olive.id.toUpperCase()]) {
    await page.goto(`/chat/${id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('User Not Found');
    await expect(page.getByText("The user you're trying to message doesn't exist.")).toBeVisible();
    await expect(toastsStand(page).getByText('Failed to load chat')).toHaveCount(0);
  }
  // On a phone the list of chats is hidden.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(page).toHaveURL('/chat');
  await page.goto(`/profile/${olive.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olive Owner');
  await expect(page.getByRole('link', { name: 'Send Message' })).toHaveCount(0);

  const visitor = await people.open(null, `/profile/${olive.id}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Olive O.');
  await expect(visitor.getByRole('link', { name: 'Send Message' })).toHaveCount(0);
  await visitor.goto(`/chat/${olive.id}`);
  await expect(visitor).toHaveURL(/\/join/);
});

test('a third member sees nothing of a conversation, not even in the server’s responses [M2 X4]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const third = await people.join('Theo Third', 'both');
  await write(third, sam, 'Is the garden fenced?');
  await write(olive, sam, 'The word is swordfish.');
  const page = await people.open(third, '/about');
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rest/')) bodies.push(response.text().catch(() => ''));
  });
  for (const path of ['/dashboard', '/chat', `/chat/${sam.id}`, `/chat/${olive.id}`]) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await expect(page.getByText('No messages yet. Say hello.')).toBeVisible();
  await write(sam, olive, 'Thank you, swordfish.');
  await write(sam, third, 'Hello!');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Olive Owner');
  await expect(bar(page)).toHaveAccessibleName(/^Messages ?, 1 unread message$/);
  expect((await Promise.all(bodies)).join('\n')).not.toContain('swordfish');
});

test('a message written without a network is kept, marked as unsent, and arrives once [M2]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(olive, `/chat/${sam.id}`);
  const theirs = await people.open(sam, `/chat/${olive.id}`);
  await expect(page.getByText('No messages yet.')).toBeVisible();
  await box(page).click();
  await expect(toastsStand(page)).toBeAttached();

  await test.step('the first message does not reach the server, and then the page is reloaded', async () => {
    const sending = '**/rest/v1/conversation_messages';
    await page.route(sending, (route) => route.abort());
    await say(page, 'Is the hen house warm?');
    await expect(toast(page, `Failed to send message. ${UNREACHABLE}`)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toBeVisible();
    await box(page).fill('And one more thing');
    await page.unroute(sending);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expect(box(page)).toHaveValue('And one more thing');
    await page.getByRole('button', { name: 'Not sent. Try again' }).click();
    await expect(saying(theirs, 'Is the hen house warm?')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toHaveCount(0);
  });

  await test.step('a message whose response was lost is not sent twice', async () => {
    await loseAnswer(page, '**/rest/v1/conversation_messages');
    await box(page).press('Enter');
    await expect(saying(theirs, 'And one more thing')).toHaveCount(1);
    await expect(saying(page, 'And one more thing')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toHaveCount(0);
  });

  await test.step('messages missed while away are there afterwards', async () => {
    await theirs.context().setOffline(true);
    await say(page, 'Never mind, it is.');
    await expect(saying(page, 'Never mind, it is.')).toBeVisible();
    await theirs.context().setOffline(false);
    await expect(saying(theirs, 'Never mind, it is.')).toHaveCount(1);
  });
});

/** Olive's chat with Sam, a member who will sign in on that page, and what Sam has received. */
async function openWithNext(people: People) {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const next = await people.join('Nina Next', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(olive, `/chat/${sam.id}`);
  const readBySam = async ({ id }: Member) => {
    const thread = await sam.api.get('/rest/v1/conversation_messages', {
      params: { member_id: id },
    });
    const { items } = (await thread.json()) as { items: { content: string }[] };
    return items.map(({ content }) => content);
  };
  return { olive, next, sam, page, readBySam };
}

test('a message that waited for the network is not sent in the name of the next member who signed in to this browser [M2 U6]', async ({
  people,
}) => {
  const { olive, next, page, readBySam } = await openWithNext(people);
  await box(page).click();
  await expect(toastsStand(page)).toBeAttached();
  // Only this page: one in the background may be asleep while another is used.
  const devtools = await page.context().newCDPSession(page);
  const setOffline = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  await setOffline(true);
  await say(page, 'Just between us');
  await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toBeVisible();
  const { email, password } = next;
  const signedIn = await page.context().request.post('/auth/v1/token', {
    data: { grant_type: 'password', email, password },
    headers: { origin: new URL(page.url()).origin },
  });
  expect(signedIn.ok()).toBe(true);
  await setOffline(false);
  await expect(page.getByRole('button', { name: 'Menu of Nina Next' })).toBeVisible();
  await expect(page.getByText('Just between us')).toHaveCount(0);
  for (const member of [olive, next]) expect(await readBySam(member)).toEqual([]);
});

test('a message that waited for an earlier one is not sent in the name of the member who signed in meanwhile [M2 U6]', async ({
  people,
}) => {
  const { olive, next, sam, page, readBySam } = await openWithNext(people);
  let fail = () => {};
  const failure = new Promise<void>((resolve) => {
    fail = resolve;
  });
  const address = '**/conversation_messages';
  await page.route(
    address,
    async (route) => {
      await failure;
      await route.abort();
    },
    { times: 1 },
  );
  const isSent = page.waitForRequest(address);
  await say(page, 'First');
  await isSent;
  await say(page, 'Just between us');
  await expect(saying(page, 'Just between us')).toBeVisible();
  const hasFailed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/conversation_messages'),
  );
  await signOut(page, olive);
  await page.getByRole('link', { name: 'Sign In' }).first().click();
  await signIn(page, next);
  await expect(page.getByRole('heading', { name: 'Hello, Nina' })).toBeVisible();
  fail();
  await hasFailed;
  await page.goto(`/chat/${sam.id}`);
  await say(page, 'Hello, Sam');
  await expect(saying(page, 'Hello, Sam')).toBeVisible();
  await expect.poll(() => readBySam(next)).toEqual(['Hello, Sam']);
  expect(await readBySam(olive)).toEqual([]);
});

test('a chat that fails to load says so, and loads on retry [M2]', async ({ people }) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(olive, '/about');
  await page.route('**/rest/v1/conversation_messages?*', (route) => route.fulfill(serverError()));
  await page.goto(`/chat/${sam.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load chat');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sam Sitter');

  await page.route('**/rest/v1/conversation_messages', (route) => route.fulfill(serverError()));
  await say(page, 'Hello?');
  await expect(toast(page, 'Failed to send message')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Not sent. Try again' }).click();
  await expect(page.getByRole('button', { name: 'Not sent. Try again' })).toHaveCount(0);
  await expect(saying(page, 'Hello?')).toHaveCount(1);
});

test('a chat with a suspended member can be read, but has no box to write in [M2]', async ({
  people,
}) => {
  // The last member to join provides the next journey's invite code, so it must not be the
  // suspended one.
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  const olive = await people.join('Olive Owner', 'pet_owner');
  await write(sam, olive, 'See you on Monday.');
  const theirs = await people.open(sam, '/dashboard');
  await expect(bar(theirs)).toHaveAccessibleName('Messages');
  const page = await people.open(olive, '/dashboard');
  // Their page gets no live events.
  await leaveOutEvents(page);
  await page.goto(`/chat/${sam.id}`);
  await expect(saying(page, 'See you on Monday.')).toBeVisible();

  await suspend(sam);
  await say(page, 'Are you there?');
  await expect(
    toast(page, 'Failed to send message. You can’t message this member right now.'),
  ).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  await expect(
    page.getByRole('main').getByText('You can’t message this member right now.'),
  ).toBeVisible();
  await expect(saying(page, 'See you on Monday.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sam Sitter', exact: true })).toHaveCount(0);

  await test.step('the suspended member is signed out immediately, and their profile is gone [U3] [R1]', async () => {
    await expect(theirs).toHaveURL(/\/join/);
    await page.goto(`/profile/${sam.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile Not Found');
    await page.getByRole('main').getByRole('link', { name: 'Find a Pet Pal' }).click();
    await expect(page).toHaveURL('/pet-sitters');
  });
});

test('the chat is at least 600 px high if the screen allows it, and smaller on a small screen or above a keyboard [M2]', async ({
  people,
}) => {
  const olive = await people.join('Olive Owner', 'pet_owner');
  const sam = await people.join('Sam Sitter', 'pet_sitter');
  await write(olive, sam, 'How is she?');
  for (let n = 1; n <= 20; n += 1) await write(sam, olive, `Day ${n} went well.`);
  const page = await people.open(olive, `/chat/${sam.id}`);
  const panel = page
    .getByRole('main')
    .locator('div', { has: log(page) })
    .last();
  await expect(saying(page, 'Day 20 went well.')).toBeInViewport();
  const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(600);
  // It ends at the bottom of the screen, minus a margin.
  expect(y + height).toBeGreaterThan(760);
  expect(y + height).toBeLessThanOrEqual(800);
  // The heights of a phone, a small phone, and the rest above a keyboard.
  for (const height of [844, 667, 440]) {
    await page.setViewportSize({ width: 390, height });
    await box(page).focus();
    await expect(box(page)).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(saying(page, 'Day 20 went well.')).toBeInViewport();
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  }
});
