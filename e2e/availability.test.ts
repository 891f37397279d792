import type { Page } from '@playwright/test';
import { findBarriers } from './support/axe.ts';
import { expect, hold, leaveOutEvents, serverError, test, toast } from './support/fixtures.ts';
import { endSessionElsewhere, type Member, type People } from './support/people.ts';

const NINE_TO_FIVE = { start: '09:00', end: '17:00' };
const DAY_MS = 86_400_000;
/** The date in `count` days in New York, the journeys' time zone. */
const inDays = (count: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(
    Date.now() + count * DAY_MS,
  );
/** As pages format it: 'Sat, Nov 22, 2025'. */
const written = (date: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(date));

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Availability', exact: true });
const tab = (page: Page, name: string) => sectionOf(page).getByRole('tab', { name });
const press = (page: Page, name: string) =>
  sectionOf(page).getByRole('button', { name, exact: true }).click();
const toggle = (page: Page, name: string) =>
  sectionOf(page).getByRole('switch', { name, exact: true });

async function openEditor(people: People, member: Member): Promise<Page> {
  const page = await people.open(member, '/edit-profile#availability');
  await expect(toggle(page, 'Available for jobs')).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  return page;
}

async function saveAll(page: Page): Promise<void> {
  await press(page, 'Save Changes');
  await expect(toast(page, 'Availability settings saved successfully.')).toBeVisible();
  await expect(sectionOf(page).getByRole('button', { name: 'Save Changes' })).toBeHidden();
}

/** axe's findings in the section; checks again while colors are in transition. */
async function barriers(page: Page): Promise<unknown[]> {
  const look = () => findBarriers(page, { within: '#availability' });
  return (await look()).length > 0 ? await look() : [];
}

async function saved({ api, id }: Member) {
  const profile = await (await api.get(`/rest/v1/users/${id}`)).json();
  return profile as { availability_enabled: boolean; availability_data: Data | null };
}
type Slot = { start: string; end: string; overnight?: boolean };
type Data = {
  weeklySchedule: Record<string, Slot[]>;
  specificDates: Record<string, Slot[]>;
  unavailableDateRanges: { start: string; end: string }[];
  timeZone: string;
};

async function give({ api, id }: Member, availability_data: unknown): Promise<void> {
  const answer = await api.patch(`/rest/v1/users/${id}`, { data: { availability_data } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

test('a sitter sets weekly hours, undoes a copy, and finds the week again [V1 V4]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await openEditor(people, sitter);
  await expect(page.getByRole('heading', { name: 'Availability' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Availability' })).toBeInViewport();
  await expect(page.getByText('Times are in Eastern Time (New York).')).toBeVisible();

  await toggle(page, 'Monday').check();
  await expect(page.getByLabel('Monday: from')).toHaveValue('09:00');
  await expect(page.getByLabel('Monday: until')).toHaveValue('17:00');
  await press(page, 'Add time on Monday');
  await page.getByLabel('Monday, time 2: from').selectOption('16:30');
  await page.getByLabel('Monday, time 2: until').selectOption({ label: '8:00 AM +1' });
  await expect(page.getByText('Overnight: ends the next day')).toBeVisible();
  await expect(
    page.getByText('These times overlap. They will be saved as 9:00 AM – 8:00 AM the next day.'),
  ).toBeVisible();

  await toggle(page, 'Sunday').check();
  await press(page, 'Copy Monday to All');
  await expect(page.getByLabel('Sunday, time 2: from')).toHaveValue('16:30');
  await press(page, 'Undo');
  await expect(page.getByLabel('Sunday: until')).toHaveValue('17:00');
  await expect(toggle(page, 'Tuesday')).not.toBeChecked();
  await press(page, 'Clear All');
  await expect(toggle(page, 'Monday')).not.toBeChecked();
  await press(page, 'Undo');
  await toggle(page, 'Sunday').uncheck();
  await press(page, 'Copy Monday to All');
  await toggle(page, 'Friday').uncheck();
  await saveAll(page);
  await expect(toast(page, 'Overlapping times were merged.')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Wednesday: until')).toHaveValue('+08:00');
  await expect(toggle(page, 'Friday')).not.toBeChecked();
  const { availability_data } = await saved(sitter);
  expect(availability_data?.timeZone).toBe('America/New_York');
  expect(availability_data?.weeklySchedule.sunday).toEqual([
    { start: '09:00', end: '08:00', overnight: true },
  ]);
  expect(availability_data?.weeklySchedule.friday).toEqual([]);
});

test('hours run from 06:00 to 22:30, and a slot that ends before it starts cannot be saved [V1]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'both');
  const page = await openEditor(people, sitter);
  await toggle(page, 'Tuesday').check();
  const times = page.getByLabel('Tuesday: from').locator('option');
  await expect(times).toHaveCount(34);
  await expect(times.first()).toHaveText('6:00 AM');
  await expect(times.last()).toHaveText('10:30 PM');
  await page.getByLabel('Tuesday: from').selectOption('17:00');
  await expect(page.getByText('Invalid time range')).toBeVisible();
  await tab(page, 'Calendar View').click();
  await press(page, 'Save Changes');
  await expect(page.getByLabel('Tuesday: from')).toBeFocused();
  expect((await saved(sitter)).availability_data).toBeNull();
  await page.getByLabel('Tuesday: until').selectOption('20:30');
  await expect(page.getByText('Invalid time range')).toBeHidden();
  await saveAll(page);
  await press(page, 'Remove 5:00 PM – 8:30 PM, Tuesday');
  await expect(toggle(page, 'Tuesday')).not.toBeChecked();
  await expect(toggle(page, 'Tuesday')).toBeFocused();
});

test('a sitter sets hours for a date and marks days away, but not in the past [V2]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await openEditor(people, sitter);
  await tab(page, 'Specific Dates').click();
  const date = page.getByLabel('Date', { exact: true });
  const [first, last] = [page.getByLabel('First day'), page.getByLabel('Last day')];
  for (const box of [date, first, last]) await expect(box).toHaveAttribute('min', inDays(0));

  await press(page, 'Add Date');
  await expect(page.getByText('Please choose a date')).toBeVisible();
  await expect(date).toBeFocused();
  await date.fill(inDays(-1));
  await press(page, 'Add Date');
  await expect(page.getByText('Please choose today or a later day')).toBeVisible();
  await date.fill(inDays(3));
  await press(page, 'Add Date');
  const day = written(inDays(3));
  await expect(page.getByLabel(`${day}: from`)).toHaveValue('09:00');
  await expect(page.getByLabel(`${day}: until`)).toHaveValue('17:00');
  await date.fill(inDays(3));
  await press(page, 'Add Date');
  await expect(page.getByText('This date is in the list already')).toBeVisible();

  await press(page, 'Mark Range Unavailable');
  await expect(page.getByText('Please choose the first day')).toBeVisible();
  await expect(page.getByText('Please choose the last day')).toBeVisible();
  await first.fill(inDays(6));
  await last.fill(inDays(5));
  await press(page, 'Mark Range Unavailable');
  await expect(page.getByText('The last day can’t be before the first')).toBeVisible();
  await last.fill(inDays(8));
  await press(page, 'Mark Range Unavailable');
  await expect(page.getByRole('list', { name: 'Unavailable ranges' })).toBeVisible();
  await saveAll(page);
  const { availability_data: kept } = await saved(sitter);
  expect(kept).toMatchObject({
    specificDates: { [inDays(3)]: [NINE_TO_FIVE] },
    unavailableDateRanges: [{ start: inDays(6), end: inDays(8) }],
  });

  await press(page, `Remove ${day}`);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await press(page, 'Undo');
  await expect(page.getByLabel(`${day}: from`)).toBeVisible();
  await press(page, `Remove ${day}`);
  await page.getByRole('list', { name: 'Unavailable ranges' }).getByRole('button').click();
  await saveAll(page);
  const left = { specificDates: {}, unavailableDateRanges: [] };
  await expect.poll(async () => (await saved(sitter)).availability_data).toMatchObject(left);
});

test('a month shows the state of each day, and a press changes it [V3]', async ({ people }) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const everyDay = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  await give(sitter, {
    weeklySchedule: Object.fromEntries(everyDay.map((day) => [day, [NINE_TO_FIVE]])),
    specificDates: { [inDays(1)]: [{ start: '06:00', end: '07:30' }] },
    unavailableDateRanges: [{ start: inDays(2), end: inDays(2) }],
    timeZone: 'America/New_York',
  });
  const page = await openEditor(people, sitter);
  await tab(page, 'Calendar View').click();
  await expect(page.getByRole('columnheader').first()).toHaveText('Su');
  await expect(page.getByRole('list', { name: 'Legend' })).toContainText(
    'AvailableSpecific dateUnavailable',
  );

  /** The button of a day, in any month. */
  async function day(count: number) {
    const month = new Intl.DateTimeFormat('en-US', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(new Date(inDays(count)));
    if (!(await page.getByRole('grid', { name: month }).isVisible())) {
      await press(page, 'Next month');
    }
    return page.getByRole('grid', { name: month }).getByRole('button', {
      name: written(inDays(count)),
    });
  }
  await expect(await day(0)).toHaveAccessibleName(/: Available, 9:00\sAM – 5:00\sPM$/);
  await expect(await day(1)).toHaveAccessibleName(/: Specific date, 6:00\sAM – 7:30\sAM$/);
  await expect(await day(2)).toHaveAccessibleName(/: Unavailable$/);

  await (await day(2)).click();
  await press(page, 'Open This Day Again');
  await expect(page.getByRole('region', { name: written(inDays(2)) })).toContainText('Available, ');
  await press(page, 'Set Other Hours');
  await page.getByLabel(`${written(inDays(2))}: until`).selectOption('12:00');
  await expect(await day(2)).toHaveAccessibleName(/: Specific date, 9:00\sAM – 12:00\sPM$/);
  await press(page, 'Back to Weekly Hours');
  await press(page, 'Mark Unavailable');
  await expect(await day(2)).toHaveAccessibleName(/: Unavailable$/);

  await (await day(2)).focus();
  await page.keyboard.press('ArrowRight');
  await expect(await day(3)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: written(inDays(3)) })).toBeVisible();
  // The previous week is over.
  await page.keyboard.press('PageUp');
  await expect(page.locator('button:focus')).toHaveAttribute('aria-current', 'date');
});

test('a sitter switches off, cancels, and then switches off and saves [V4]', async ({ people }) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  await give(sitter, { monday: [NINE_TO_FIVE] });
  const page = await openEditor(people, sitter);
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();
  await toggle(page, 'Monday').uncheck();
  await toggle(page, 'Available for jobs').uncheck();
  await expect(page.getByText('You are currently marked as unavailable')).toBeVisible();
  await expect(tab(page, 'Weekly Schedule')).toBeHidden();
  await press(page, 'Cancel');
  await expect(toggle(page, 'Available for jobs')).toBeChecked();
  await expect(page.getByLabel('Monday: from')).toHaveValue('09:00');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeHidden();

  await toggle(page, 'Available for jobs').uncheck();
  await saveAll(page);
  await page.reload();
  await expect(page.getByText('You are currently marked as unavailable')).toBeVisible();
  const { availability_enabled, availability_data } = await saved(sitter);
  expect(availability_enabled).toBe(false);
  expect(availability_data?.weeklySchedule.monday).toEqual([NINE_TO_FIVE]);
});

test('hours chosen without a network are kept, even after a reload, and saved when it is back [V4]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await openEditor(people, sitter);
  await toggle(page, 'Saturday').check();
  await page.context().setOffline(true);
  await page.getByLabel('Saturday: from').selectOption('07:30');
  await press(page, 'Save Changes');
  // The network failed before the toasts' code was loaded: the plain host shows it.
  const failed = page.getByText('Failed to save availability settings.', { exact: true });
  await expect(failed).toBeVisible();
  await expect(page.getByLabel('Saturday: from')).toHaveValue('07:30');
  await page.context().setOffline(false);
  await page.reload();
  await expect(page.getByLabel('Saturday: from')).toHaveValue('07:30');

  // The response is lost, not the save: a second press must not look like somebody else's change.
  await page.route(`**/rest/v1/users/${sitter.id}`, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await press(page, 'Save Changes');
  await expect(toast(page, 'Failed to save availability settings.')).toBeVisible();
  await page.unrouteAll();
  if (await page.getByRole('button', { name: 'Save Changes' }).isVisible()) await saveAll(page);
  expect((await saved(sitter)).availability_data?.weeklySchedule.saturday).toEqual([
    { start: '07:30', end: '17:00' },
  ]);
});

test('an availability that fails to load says so, and loads on retry [V4]', async ({ people }) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await people.open(sitter, '/about');
  await page.route(`**/rest/v1/users/${sitter.id}`, (route) => route.fulfill(serverError()));
  await page.goto('/edit-profile#availability');
  await expect(page.getByText('Failed to load availability data.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(toggle(page, 'Available for jobs')).toBeChecked();
});

const signedOut = (page: Page) => page.getByRole('dialog', { name: 'You were signed out.' });

/** The member signs in over the page, which still has Thursday's unsaved hours, and saves them. */
async function signInAgainAndSave(page: Page, { password }: Member): Promise<void> {
  const dialog = signedOut(page);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign In' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Thursday: from')).toHaveValue('09:00');
  await saveAll(page);
}

test('a sitter whose session ends with unsaved hours signs in there, and saves them [V4 U7]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await openEditor(people, sitter);
  await toggle(page, 'Thursday').check();
  await endSessionElsewhere(page);
  await signInAgainAndSave(page, sitter);
});

test('unsaved hours stay when the page reads the profile while its session ends [V4 U7]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await openEditor(people, sitter);
  await toggle(page, 'Thursday').check();
  const address = `**/rest/v1/users/${sitter.id}`;
  const asked = page.waitForRequest(address);
  const profile = await hold(page, address);
  await sitter.api.patch(`/rest/v1/users/${sitter.id}`, { data: { bio: 'Two cats of my own.' } });
  await asked;
  await endSessionElsewhere(page);
  await expect(signedOut(page)).toBeVisible();
  const answered = page.waitForResponse(address);
  profile.release();
  await answered;
  await signInAgainAndSave(page, sitter);
});

test('a device does not overwrite hours that another saved, without showing them first [V4]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'pet_sitter');
  const page = await openEditor(people, sitter);
  const phone = await people.openBeside(page, '/edit-profile#availability');
  // This one gets no live events.
  await leaveOutEvents(phone);
  await phone.reload();
  await toggle(phone, 'Friday').check();
  await toggle(page, 'Monday').check();
  await saveAll(page);

  await press(phone, 'Save Changes');
  await expect(toast(phone, 'Failed to save availability settings.')).toBeVisible();
  const told = sectionOf(phone).getByText('Your availability was changed on another device.');
  await expect(told).toBeVisible();
  await expect(toggle(phone, 'Friday')).toBeChecked();
  expect((await saved(sitter)).availability_data?.weeklySchedule).toMatchObject({
    monday: [NINE_TO_FIVE],
    friday: [],
  });
  await press(phone, 'Keep My Changes');
  await expect(told).toBeHidden();
  await saveAll(phone);
  // The other one has no unsaved changes: it shows what is stored now.
  await expect(toggle(page, 'Friday')).toBeChecked();
  await expect(toggle(page, 'Monday')).not.toBeChecked();
});

test('choosing hours is accessible, in light and dark, on the narrowest phone [V1 V2 V3 P8 P11]', async ({
  people,
}) => {
  const sitter = await people.join('Sam Sitter', 'both');
  const long = [
    { start: '10:00', end: '12:30' },
    { start: '22:00', end: '22:30', overnight: true },
  ];
  await give(sitter, {
    weeklySchedule: { monday: long, wednesday: [NINE_TO_FIVE] },
    specificDates: { [inDays(1)]: long, [inDays(4)]: [] },
    unavailableDateRanges: [{ start: inDays(2), end: inDays(40) }],
    timeZone: 'America/Argentina/ComodRivadavia',
  });
  const page = await openEditor(people, sitter);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.getByLabel('Wednesday: until').selectOption('06:00');
  for (const name of ['Weekly Schedule', 'Specific Dates', 'Calendar View']) {
    await tab(page, name).click();
    if (name === 'Calendar View') await page.locator('button[aria-current=date]').click();
    if (name === 'Specific Dates') await press(page, 'Mark Range Unavailable');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await barriers(page), `${name} in ${colorScheme}`).toEqual([]);
    }
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 });
      const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect.soft(over, `${name} at ${width} px`).toBeLessThanOrEqual(0);
      const small = await sectionOf(page)
        .locator('button:visible, select:visible, input:visible')
        .evaluateAll((controls) =>
          controls
            .filter(
              (control) =>
                (control.closest('label') ?? control).getBoundingClientRect().height < 44,
            )
            .map((control) => control.outerHTML),
        );
      expect.soft(small, `${name} at ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
