import { type BrowserContext, test as base, expect, type Page, type Route } from '@playwright/test';
import { sharedCommunity } from './community.ts';
import { People } from './people.ts';

/** Journeys get people instead of a page, because most need more than one browser. */
export const test = base.extend<{ people: People }>({
  people: async ({ browser, playwright }, use) => {
    const people = new People({ browser, playwright, community: sharedCommunity() });
    await use(people);
    await people.leave();
    expect(people.crashes, 'uncaught errors in the pages').toEqual([]);
  },
});

export { expect };

/** The region of toasts; it appears with the first touch or key press. */
export function toastsStand(page: Page) {
  return page.getByRole('region', { name: /^Notifications/ });
}

/** The toast of the first system with this text; there is never more than one. [P9] */
export function toast(page: Page, text: string | RegExp) {
  return toastsStand(page).getByText(text);
}

/** Delivers a page without its session, as when the server could not look it up in time. */
export function leaveOutSession(page: Page, address: string): Promise<void> {
  return changePage(page, address, (html) => withoutData(withoutData(html, 'session'), 'answers'));
}

/** Delivers a page without its first answers, as when one of the calls failed. */
export function leaveOutAnswers(page: Page, address: string): Promise<void> {
  return changePage(page, address, (html) => withoutData(html, 'answers'));
}

/**
 * Leaves out the live stream: the page does not learn what others change, and does not refetch by
 * itself.
 */
export async function leaveOutEvents(where: Page | BrowserContext): Promise<void> {
  await where.route('**/realtime/v1*', (route) => route.abort());
}

const withoutData = (html: string, id: string) =>
  html.replace(new RegExp(`<script[^>]* id="${id}">.*?</script>`), '');

async function changePage(page: Page, address: string, change: (html: string) => string) {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.text()) });
  });
}

/** Holds a page's requests to this address until released. */
export async function hold(page: Page, address: string): Promise<{ release(): void }> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return { release };
}

/** What the server answers to a call that fails; by default, as if by a fault of its own. */
export function serverError(declared?: string, status = 500) {
  const code = declared ?? 'INTERNAL_SERVER_ERROR';
  const defined = declared !== undefined;
  const json = { type: 'about:blank', title: code, status, detail: 'It failed.', code, defined };
  return { status, json };
}

/** The server does what the next such request says, and its answer is lost. */
export function loseAnswer(page: Page, path: string): Promise<unknown> {
  const lose = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  return page.route(path, lose, { times: 1 });
}
