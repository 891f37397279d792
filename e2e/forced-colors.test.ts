import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { postJob } from './support/jobs.ts';

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } });

/**
 * How each visible choice looks, with its name: an option beside others, a tab, a step, a switch,
 * a link of a bar. Without the focus, which has its own ring.
 */
const CHOICES = `(() => {
  document.activeElement?.blur();
  const canvas = getComputedStyle(document.documentElement).backgroundColor;
  const lookOf = (element) => {
    const { backgroundColor, borderColor, borderStyle, outlineStyle, outlineColor } =
      getComputedStyle(element);
    // Through what is transparent, the page shows.
    const ground = backgroundColor.endsWith(', 0)') ? canvas : backgroundColor;
    return [ground, borderColor, borderStyle, outlineStyle, outlineColor].join(' ');
  };
  const choices = [...document.querySelectorAll(
    '[type=radio], [type=checkbox].appearance-none, [role=tab], [aria-label=Steps] button, [aria-label=Sections] a, nav a, td button:enabled',
  )].map((control) => {
    const label = control.matches('[type=radio]') ? control.closest('label') : control;
    const isChosen = control.checked || control.ariaSelected === 'true' ||
      control.ariaPressed === 'true' || ['step', 'page'].includes(control.ariaCurrent);
    const group = control.closest('fieldset, [role=tablist], nav, table');
    const name = label.textContent || control.ariaLabel ||
      control.labels?.[0]?.querySelector('.font-semibold')?.textContent;
    return { name, label, group, isChosen, look: lookOf(label) };
  }).filter(({ label }) => label.checkVisibility() && label.querySelector('.lucide-star') === null);
  const chosen = choices.filter(({ isChosen }) => isChosen);
  const alike = chosen.filter(({ group, look }) => choices.some(
    (other) => !other.isChosen && other.group === group && other.look === look));
  return { chosen: chosen.map(({ name }) => name), alike: alike.map(({ name }) => name) };
})()`;

/** The visible buttons and links with a fill, and those of them that have no edge besides. */
const FILLED = `(() => {
  const filled = [...document.querySelectorAll(':is(a, button):is(.bg-brand, .bg-accent, .bg-danger)')]
    .filter((button) => button.checkVisibility());
  const bare = filled.filter((button) => {
    const { borderStyle, borderWidth, outlineStyle, outlineWidth } = getComputedStyle(button);
    return (borderStyle !== 'solid' || parseFloat(borderWidth) < 2) &&
      (outlineStyle !== 'solid' || parseFloat(outlineWidth) < 2);
  });
  return [filled, bare].map((buttons) => buttons.map((button) => button.innerText.trim()));
})()`;

type Expected = { chosen?: string[]; filled?: string[] };

async function expectShown(page: Page, { chosen = [], filled = [] }: Expected): Promise<void> {
  const where = page.url();
  const choices = await page.evaluate<{ chosen: string[]; alike: string[] }>(CHOICES);
  expect(choices.chosen, where).toEqual(expect.arrayContaining(chosen));
  expect.soft(choices.alike, `chosen at ${where}, but not visibly`).toEqual([]);
  const [buttons, bare] = await page.evaluate<string[][]>(FILLED);
  expect(buttons, where).toEqual(expect.arrayContaining(filled));
  expect.soft(bare, `buttons at ${where} without an edge`).toEqual([]);
}

test('in a contrast theme, a visitor sees which tab is chosen and what is a button [P8 P11]', async ({
  people,
}) => {
  const page = await people.open(null, '/join?tab=signin');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  await expectShown(page, { chosen: ['Sign In'], filled: ['Sign In'] });
  // The ring of the focus is not in the color of what is chosen.
  await page.getByRole('tab', { name: 'Sign In' }).press('Shift');
  await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveCSS('outline-style', 'solid');
  const ring = 'getComputedStyle(document.activeElement).outlineColor';
  const text = await page.evaluate('getComputedStyle(document.body).color');
  await expect.poll(() => page.evaluate(ring)).toBe(text);
});

test('in a contrast theme, a member sees what is chosen or switched on, and what is a button [P8 P11]', async ({
  people,
}) => {
  const member = await people.join('Molly Member', 'both');
  const page = await people.open(member, '/dashboard');
  const views = page.getByRole('group', { name: 'Viewing as' });
  await expect(views).toBeVisible();
  await expectShown(page, { chosen: ['Pet Owner'], filled: ['Begin'] });

  await page.getByRole('button', { name: 'Menu of Molly Member' }).click();
  await page.getByRole('menu').press('ArrowDown');
  const item = page.locator('[data-highlighted]');
  await expect(item).toHaveCount(1);
  await expect(item).toHaveCSS('outline-style', 'solid');
  await page.keyboard.press('Escape');

  await page.goto('/my-jobs');
  await expect(page.getByRole('link', { name: 'Post your first job' })).toBeVisible();
  await expectShown(page, { chosen: ['Jobs I posted'], filled: ['Post your first job'] });

  await page.goto('/notifications');
  await expect(page.getByText('Unread', { exact: true })).toBeVisible();
  await expectShown(page, { chosen: ['All'] });

  await page.goto('/post-job');
  await page.getByText('Pet sitting', { exact: true }).click();
  await expectShown(page, { chosen: ['Pet sitting'], filled: ['Post Job'] });

  await page.goto('/pet-sitter-onboarding');
  const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('button');
  await expect(steps.first()).toBeVisible();
  await expectShown(page, { chosen: [(await steps.first().textContent()) ?? ''] });

  await page.goto('/notifications/settings');
  const quiet = 'Hold back emails and device notifications at night';
  await page.getByRole('switch', { name: quiet }).check();
  await expectShown(page, { chosen: [quiet] });

  await postJob(member);
  await page.goto('/edit-profile#availability');
  await page.getByRole('tab', { name: 'Calendar View' }).click();
  const calendar = page.getByRole('grid');
  // The last day of this month: it is never past.
  await calendar.getByRole('button', { disabled: false }).last().click();
  const pressed = calendar.getByRole('button', { pressed: true });
  await expect(pressed).toBeVisible();
  await expectShown(page, { chosen: ['Calendar View', (await pressed.textContent()) ?? ''] });
});
