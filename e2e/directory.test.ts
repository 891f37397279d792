import type { Page, Request } from '@playwright/test';
import {
  expect,
  hold,
  leaveOutAnswers,
  leaveOutEvents,
  serverError,
  test,
} from './support/fixtures.ts';
import { freshWord } from './support/fresh-word.ts';
import { nextSaturday, postJob } from './support/jobs.ts';
import type { Member, People, Role } from './support/people.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search pet sitters' });
const cards = (page: Page) => page.getByRole('main').getByRole('article');

/** A new member with a profile worth reading. */
async function joinWith(
  people: People,
  { name, role = 'pet_sitter', ...profile }: { name: string; role?: Role } & Profile,
): Promise<Member> {
  const member = await people.join(name, role);
  const answer = await member.api.patch(`/rest/v1/users/${member.id}`, { data: profile });
  expect(answer.status(), await answer.text()).toBe(200);
  return member;
}
type Profile = {
  bio?: string;
  location?: string;
  address?: string;
  availability_enabled?: boolean;
  availability_data?: object;
  services?: string[];
  payment_preference?: string;
  hourly_rate_amount?: number;
  payment_links?: object;
};

test('an owner looks for a sitter nearby, reads a profile, and returns to the same list [R8 D1]', async ({
  people,
}) => {
  const town = freshWord();
  const owner = await people.join('Olive Owner', 'pet_owner');
  await joinWith(people, { name: 'Other Owner', role: 'pet_owner', bio: town });
  const sitter = await joinWith(people, {
    name: 'Sam Sitter',
    role: 'both',
    location: 'Old Town, ME',
    address: '12 Acorn Lane',
    bio: `Twenty years of greyhounds.\nAnd one very small cat, ${town}.`,
  });
  const page = await people.open(owner, '/dashboard');
  await page.getByRole('link', { name: 'Find Pet Sitters' }).click();
  await expect(page).toHaveURL('/pet-sitters');
  await expect(heading(page)).toHaveText('Find Your Pet Pal');
  await expect(page).toHaveTitle('Find Your Pet Pal · Kindpal');
  const main = page.getByRole('main');
  for (const [name, path] of [
    ['Post a Job', '/post-job'],
    ['View Available Jobs', '/jobs'],
    ['Back to Dashboard', '/dashboard'],
  ] as const) {
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', path);
  }

  await box(page).fill(town.toUpperCase());
  await expect(page).toHaveURL(`/pet-sitters?search=${town.toUpperCase()}`);
  await expect(cards(page)).toHaveCount(1);
  const card = cards(page);
  await expect(card.getByRole('heading', { name: 'Sam Sitter' })).toBeVisible();
  await expect(card).toContainText('Old Town, Maine');
  await expect(card).toContainText('Pet Owner & Sitter');
  await expect(card).toContainText('Twenty years of greyhounds.');
  await expect(card).not.toContainText('Acorn');
  await expect(card).not.toContainText('Not taking jobs');

  await card.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(`/profile/${sitter.id}`);
  await expect(heading(page)).toHaveText('Sam Sitter');
  await page.goBack();
  await expect(box(page)).toHaveValue(town.toUpperCase());
  await expect(cards(page)).toHaveCount(1);
  await box(page).fill(`greyhounds ${town} sam`);
  await expect(cards(page)).toHaveCount(1);
  // An exact address can't be found, letter by letter.
  await box(page).fill(`${town} acorn`);
  await expect(page.getByText('No pet sitters match your search.')).toBeVisible();
  await expect(page.getByText('Try fewer words.')).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await expect(page).toHaveURL('/pet-sitters');
  await expect(box(page)).toHaveValue('');
  await expect(cards(page).filter({ hasText: town })).toHaveCount(1);
});

test('a sitter sees themselves in the directory, and what their card is missing [R8]', async ({
  people,
}) => {
  const word = freshWord();
  const me = await joinWith(people, { name: `Mo ${word}`, availability_enabled: false });
  const page = await people.open(me, `/pet-sitters?search=${word}`);
  await expect(cards(page)).toHaveCount(1);
  for (const text of [
    'You',
    'Pet Sitter',
    'Location not specified',
    'No bio yet.',
    'Not taking jobs right now',
  ]) {
    await expect(cards(page).getByText(text, { exact: true })).toBeVisible();
  }
  await expect(cards(page).getByText('Identity checked')).toHaveCount(0);
});

test('a visitor sees first names and an invitation to join; last names, streets and absences stay hidden [R8]', async ({
  people,
}) => {
  const word = freshWord();
  const lastName = word.replace('quill', 'Stone');
  const sitter = await joinWith(people, {
    name: `Ada ${lastName}`,
    location: 'Old Town, ME',
    address: '7 Hidden Row',
    bio: `Cats who hiss are welcome. ${word}`,
    availability_enabled: false,
  });
  const page = await people.open(null, '/about');
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/rest/v1/users')) bodies.push(response.text());
  });
  await page.goto(`/pet-sitters?search=${word}`);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Ada S.');
  await expect(cards(page)).not.toContainText('Not taking jobs');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: 'View Available Jobs' })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Post a Job' })).toHaveCount(0);
  await expect(main.getByRole('link', { name: 'Back to Dashboard' })).toHaveCount(0);
  await box(page).fill(lastName);
  await expect(page.getByText('No pet sitters match your search.')).toBeVisible();
  const received = (await Promise.all(bodies)).join('\n');
  expect(received).toContain('Ada S.');
  for (const secret of [lastName, 'Hidden Row', sitter.email])
    expect(received).not.toContain(secret);
  await main.getByRole('link', { name: 'Join with an invite' }).click();
  await expect(page).toHaveURL('/join');
});

test('the list continues to its end, newest first, each sitter once [R8]', async ({ people }) => {
  const word = freshWord();
  const names = ['Ann', 'Ben', 'Cleo'];
  for (const name of names) await joinWith(people, { name: `${name} ${word}` });
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/about');
  await page.route('**/rest/v1/users?*', (route) =>
    route.continue({ url: `${route.request().url()}&limit=1` }),
  );
  await page.goto(`/pet-sitters?search=${word}`);
  const more = page.getByRole('button', { name: 'Load more' });
  const shown = cards(page).getByRole('heading');
  const newestFirst = names.toReversed().map((name) => `${name} ${word}`);
  for (let count = 1; count <= names.length; count += 1) {
    await expect(shown).toHaveText(newestFirst.slice(0, count));
    if (count < names.length) await more.click();
  }
  await expect(page.getByText('No more matches.')).toBeVisible();
  await expect(more).toHaveCount(0);
});

test('cards keep their places, and a list that fails keeps the input [R8]', async ({ people }) => {
  const word = freshWord();
  const owner = await joinWith(people, { name: `Both ${word}`, role: 'both', bio: 'Hello.' });
  const page = await people.open(owner, '/about');
  const { release } = await hold(page, '**/rest/v1/users?*');
  await page.goto(`/pet-sitters?search=${word}`);
  const waiting = page.getByRole('status', { name: 'Loading pet sitters' });
  await expect(waiting).toBeVisible();
  const place = await waiting.locator('li').first().boundingBox();
  release();
  await expect(cards(page)).toHaveCount(1);
  const card = await cards(page).boundingBox();
  expect(card?.y).toBeCloseTo(place?.y ?? 0, 0);
  expect(Math.abs((card?.height ?? 0) - (place?.height ?? 0))).toBeLessThan(4);

  await page.route('**/rest/v1/users?*', (route) => route.fulfill(serverError()));
  await box(page).fill(`${word} hello`);
  await expect(page.getByText('The pet sitters didn’t load')).toBeVisible();
  await expect(box(page)).toHaveValue(`${word} hello`);
  await page.unroute('**/rest/v1/users?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByText('The pet sitters didn’t load')).toHaveCount(0);
});

test('the job list and the directory are shown as they came with the page, and not requested again [J1 R8]', async ({
  people,
}) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  await postJob(owner);
  const page = await people.open(await people.join('Sam Sitter', 'pet_sitter'), '/about');
  // A job that another journey posts meanwhile would be requested rightly.
  await leaveOutEvents(page);
  for (const [path, call] of [
    ['/jobs', '/rest/v1/jobs'],
    ['/pet-sitters', '/rest/v1/users'],
  ] as const) {
    const requested: string[] = [];
    const note = (request: Request) => requested.push(new URL(request.url()).pathname);
    page.on('request', note);
    await page.goto(path);
    await expect(cards(page).first()).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    page.off('request', note);
    expect(requested).not.toContain(call);
  }
});

test('a card pressed right after typing opens, although the search has not been sent yet [R8]', async ({
  people,
}) => {
  const word = freshWord();
  const sitter = await joinWith(people, { name: `Sadie ${word}` });
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/about');
  const module = "__reactRouterManifest.routes['routes/profile'].module";
  const { release } = await hold(page, `**${await page.evaluate<string>(module)}`);
  await page.goto(`/pet-sitters?search=${word}`);
  await expect(cards(page)).toHaveCount(1);
  await box(page).fill(`sadie ${word}`);
  await cards(page).getByRole('link', { name: 'View Profile' }).click();
  // Longer than the search waits for the next letter, while the profile's code is loading.
  await page.waitForTimeout(1_000);
  release();
  await expect(page).toHaveURL(`/profile/${sitter.id}`);
  await expect(heading(page)).toHaveText(`Sadie ${word}`);
});

test('with no sitters yet, the page says so, and how to change that [R8]', async ({ people }) => {
  const owner = await people.join('Olive Owner', 'pet_owner');
  const page = await people.open(owner, '/about');
  await leaveOutAnswers(page, '**/pet-sitters');
  await page.route('**/rest/v1/users', (route) =>
    route.fulfill({ json: { items: [], next_cursor: null } }),
  );
  await page.goto('/pet-sitters');
  await expect(page.getByText('No pet sitters available yet.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Invite a neighbor' }).click();
  await expect(page).toHaveURL('/invited');
});

test('an owner finds the sitters who are free for a whole weekend, and the address contains the search [R8 V3]', async ({
  people,
}) => {
  const word = freshWord();
  const saturday = nextSaturday().date;
  const sunday = new Date(Date.parse(saturday) + 86_400_000).toISOString().slice(0, 10);
  const hours = [{ start: '09:00', end: '17:00' }];
  const weekend = { weeklySchedule: { saturday: hours, sunday: hours } };
  await joinWith(people, { name: `Both ${word}`, bio: word, availability_data: weekend });
  const one = { weeklySchedule: { saturday: hours } };
  await joinWith(people, { name: `Saturday ${word}`, bio: word, availability_data: one });
  const page = await people.open(await people.join('Olive Owner', 'pet_owner'), '/pet-sitters');
  await box(page).fill(word);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Free from').fill(saturday);
  await expect(cards(page)).toHaveCount(2);
  await page.getByLabel('Free until').fill(sunday);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page).getByRole('heading', { name: /^Both/ })).toBeVisible();
  const asked = new URL(page.url()).searchParams;
  expect([asked.get('free'), asked.get('until')]).toEqual([saturday, sunday]);

  await page.reload();
  await expect(cards(page)).toHaveCount(1);
  const stay = page.getByRole('radio', { name: / ?– ?|–/ });
  await expect(stay).toBeChecked();
  await page.getByText('Any day', { exact: true }).click();
  await expect(cards(page)).toHaveCount(2);
  await expect(stay).toHaveCount(0);
});

test('an owner finds a sitter who is free on Saturday, and shares the search by its address [R8 V3]', async ({
  people,
}) => {
  const word = freshWord();
  // First, so that somebody has invited the sitter.
  const owner = await people.join('Olive Owner', 'pet_owner');
  const saturday = nextSaturday();
  const hours = [{ start: '09:00', end: '17:00' }];
  const free = {
    availability_data: { weeklySchedule: { saturday: hours } },
    location: 'Old Town, ME',
    services: ['dog_walking'],
    payment_preference: 'hourly_rate',
    hourly_rate_amount: 15,
    payment_links: { a: { url: '@sadie' } },
  };
  const sitter = await joinWith(people, { name: `Sadie ${word}`, bio: word, ...free });
  const away = { weeklySchedule: { saturday: hours }, specificDates: { [saturday.date]: [] } };
  await joinWith(people, { name: `Away ${word}`, bio: word, ...free, availability_data: away });
  await joinWith(people, { name: `Dear ${word}`, bio: word, ...free, hourly_rate_amount: 90 });
  const page = await people.open(owner, '/dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Find Pet Sitters' }).click();
  await page.getByText(saturday.label, { exact: true }).click();
  await expect(page).toHaveURL(`/pet-sitters?free=${saturday.date}`);
  await box(page).fill(word);
  await expect(cards(page)).toHaveCount(2);
  await expect(cards(page).getByRole('heading', { name: /^Away/ })).toHaveCount(0);

  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Service').selectOption('Dog walking');
  await page.getByLabel('Rate, per hour or job').selectOption('Up to $20');
  await page.getByLabel('Near').fill('Old Town, Maine');
  await page.getByRole('option', { name: /^Old Town, Maine/ }).click();
  await expect(cards(page)).toHaveCount(1);
  const found = page.url();
  expect(new URL(found).searchParams.get('miles')).toBeNull();
  await page.getByLabel('Within').selectOption('2 miles');
  await expect(cards(page)).toHaveCount(1);
  const facts = cards(page).first();
  for (const fact of [
    'Invited by',
    'Member since',
    'None yet',
    '$15 an hour',
    'Dog walking',
    'Sat',
  ]) {
    await expect(facts.getByText(fact, { exact: true })).toBeVisible();
  }
  await expect(facts.getByRole('list', { name: 'Can be paid by' })).toHaveText('Venmo');
  await facts.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL(`/profile/${sitter.id}`);
  const factOf = (label: string) =>
    page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd');
  await expect(factOf('Rate')).toHaveText('$15 an hour');
  await expect(factOf('Services')).toHaveText('Dog walking');
  await expect(factOf('Free')).toHaveText('Sat');
  const hoursAndPay = page.getByRole('region', { name: 'Availability and payment' });
  await expect(hoursAndPay).toContainText('Sat 9:00 AM – 5:00 PM');
  await expect(hoursAndPay).toContainText('Next free: Sat');
  await expect(hoursAndPay.getByRole('list', { name: 'Can be paid by' })).toHaveText('Venmo');
  await page.goBack();
  await expect(cards(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'More filters (3)' })).toBeVisible();
  await expect(page.getByLabel('Near')).toHaveValue('Old Town, Maine');

  // Somebody who gets the address sees the same list; a visitor sees no filters and everybody.
  await page.goto(found);
  await expect(cards(page)).toHaveCount(1);
  const visitor = await people.open(null, '/about');
  await visitor.goto(found);
  await expect(cards(visitor)).toHaveCount(3);
  await expect(visitor.getByRole('button', { name: /More filters/ })).toHaveCount(0);
});
