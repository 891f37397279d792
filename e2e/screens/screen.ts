import type { Page } from '@playwright/test';
import type { Person } from './screens-people.ts';

/**
 * A screen; `open` performs what follows the page at `path`: a dialog, a step, an answer. If that
 * works `once`, as with a mailed link, the page stays open for all widths. One that `isLoading` is
 * captured as it is.
 */
export type Screen = {
  path: string;
  name?: string;
  open?: (page: Page) => Promise<unknown>;
  once?: true;
  isLoading?: true;
};

/**
 * The viewer of a set of screens; null for a visitor. Without a service worker, which makes
 * requests of its own, a screen can change the answers to them.
 */
export type Viewer = {
  set: string;
  person: Person | null;
  screens: Screen[];
  serviceWorkers?: 'block';
};

/** Presses the first button with this name. */
export const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Opens the menu of this button, and chooses this item. */
export const choose = (button: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await press(button)(page);
  await page.getByRole('menuitem', { name: item }).click();
};

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
