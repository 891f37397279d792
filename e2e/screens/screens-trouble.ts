import type { Page } from '@playwright/test';
import { leaveOutAnswers, leaveOutSession, serverError } from '../support/fixtures.ts';
import type { Screen } from './screen.ts';

/** Somebody else's, or nobody's. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
/** All calls, except the ones about the session, without which no page of a member opens. */
const CALLS = /\/(rest|auth)\/v1\/(?!session)/;
const nameOf = (path: string) => path.replace(/[?#].*/, '').replace(/\/[0-9a-f-]{36}/g, '-one');

/** A page whose calls all fail, the ones for its first answers too. */
const failing = (path: string): Screen => ({
  path: '/about',
  name: `failing${nameOf(path)}`,
  once: true,
  async open(page) {
    await leaveOutAnswers(page, `**${path}`);
    await page.route(CALLS, (route) => route.fulfill(serverError()));
    await page.goto(path);
  },
});

/** A page whose calls are not answered. */
const loading = (path: string): Screen => ({
  path: '/about',
  name: `loading${nameOf(path)}`,
  once: true,
  isLoading: true,
  async open(page) {
    await leaveOutAnswers(page, `**${path}`);
    await page.route(CALLS, () => undefined);
    await page.goto(path);
    await page.waitForTimeout(1_500);
  },
});

async function goOffline(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const conditions = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
  await devtools.send('Network.emulateNetworkConditions', conditions);
}

/** A list without data on a device that has lost the network. */
async function loseNetwork(page: Page): Promise<void> {
  await leaveOutAnswers(page, '**/pet-sitters');
  await page.route(CALLS, () => undefined);
  await page.goto('/pet-sitters');
  await goOffline(page);
  await page.getByText('You seem to be offline').waitFor();
}

async function breakPage(page: Page): Promise<void> {
  const script = "window.__reactRouterManifest.routes['routes/faq'].module";
  const faq = await page.evaluate<string>(script);
  const body = 'export default () => { throw new Error("broken on purpose"); };';
  await page.route(`**${faq}`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.goto('/faq');
  await page.getByRole('heading', { name: 'Unexpected' }).waitFor();
}

/** The form stays when the session ends elsewhere. Without a session, this screen is the last. */
async function endSession(page: Page): Promise<void> {
  await page.getByLabel('Title').fill('A walk at noon');
  await page.request.post('/auth/v1/logout', { data: {} });
  await page.getByText('You were signed out').first().waitFor();
}

/** What members see when the server, the network or a link fails; the places are some of theirs. */
export function troubleOfMembers(places: string[]): Screen[] {
  const paths = ['/dashboard', '/jobs', '/pet-sitters', '/my-jobs', '/chat', ...places];
  const others = ['/notifications', '/notifications/settings', '/edit-profile', '/security'];
  const rest = ['/invited', '/my-requests', '/pet-owners', '/post-job', '/security/views'];
  return [
    ...[...paths, ...others, ...rest].map(failing),
    ...[...paths, ...others].map(loading),
    { path: '/dashboard', name: 'offline', open: goOffline, once: true },
    { path: '/about', name: 'offline-list', open: loseNetwork, once: true, isLoading: true },
    {
      path: '/my-day',
      name: 'my-day-offline',
      once: true,
      async open(page) {
        await page.route(CALLS, (route) => route.abort());
        await page.reload();
        await page.getByText('Changes since then').waitFor();
      },
    },
    {
      path: '/about',
      name: 'unreachable',
      once: true,
      async open(page) {
        await leaveOutSession(page, '**/dashboard');
        await page.route('**/auth/v1/session', (route) => route.abort());
        await page.goto('/dashboard');
        await page.getByText("We can't reach Kindpal").waitFor();
      },
    },
    { path: '/about', name: 'crashed', open: breakPage, once: true },
    { path: `/profile/${UNKNOWN}`, name: 'profile-not-found' },
    { path: `/chat/${UNKNOWN}`, name: 'chat-not-found' },
    {
      path: '/edit-profile',
      name: 'window-leave-unsaved',
      async open(page) {
        await page.getByLabel('Last Name').fill('Changed');
        // The code that asks is loaded with the first change.
        await page.locator('html[data-guarded]').waitFor();
        await page.getByRole('link', { name: 'Back to Dashboard' }).click();
        await page.getByRole('alertdialog').waitFor();
      },
    },
    { path: '/post-job', name: 'window-session-ended', open: endSession, once: true },
  ];
}

/** What staff see when a call fails or an address is wrong. */
export function troubleOfStaff(): Screen[] {
  const failed = ['', '/users', '/content', '/feedback', '/invitations', '/activity', '/system'];
  return [
    ...failed.map((path) => failing(`/admin${path}`)),
    loading('/admin'),
    loading('/admin/content'),
    { path: `/admin/users/${UNKNOWN}`, name: 'member-not-found' },
    { path: `/admin/jobs/${UNKNOWN}`, name: 'staff-job-not-found' },
    { path: `/admin/content/reports/${UNKNOWN}`, name: 'report-not-found' },
  ];
}
