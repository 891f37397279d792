import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { codeTrouble } from '~/lib/loading/load-code.ts';
import { TAKE_OVER } from './messages.ts';
import { meetWaiting, watchReleases } from './start-worker.ts';

const answer = vi.fn<() => Promise<Pick<Response, 'ok' | 'status'>>>();

beforeEach(() => {
  vi.stubGlobal('window', { __reactRouterManifest: { url: '/assets/manifest-1.js' } });
  vi.stubGlobal('fetch', answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  codeTrouble.change(null);
});

const worker = () => ({ postMessage: vi.fn() });

/** A fake browser: a worker takes over when asked to. */
function stubBrowser() {
  const workers = new EventTarget();
  vi.stubGlobal('navigator', { serviceWorker: workers });
  return { changeController: () => workers.dispatchEvent(new Event('controllerchange')) };
}

it('a page of the newest release lets its worker take over, and nobody notices', async () => {
  answer.mockResolvedValue({ ok: true, status: 200 });
  const { changeController } = stubBrowser();
  const waiting = worker();
  let isMet = false;
  const met = meetWaiting(waiting).then(() => {
    isMet = true;
  });
  await vi.waitFor(() => expect(waiting.postMessage).toHaveBeenCalled());
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith(TAKE_OVER);
  // Until then the page requests nothing, because that would keep the old worker alive.
  expect(isMet).toBe(false);
  changeController();
  await met;
  expect(codeTrouble.read()).toBeNull();
});

it('a page of an older release offers the new one, whose worker waits', async () => {
  answer.mockResolvedValue({ ok: false, status: 404 });
  const waiting = worker();
  await meetWaiting(waiting);
  expect(waiting.postMessage).not.toHaveBeenCalled();
  expect(codeTrouble.read()).toBe('replaced');
});

it('without an answer no update is offered and no worker is replaced', async () => {
  answer.mockRejectedValue(new TypeError('Failed to fetch'));
  const waiting = worker();
  await meetWaiting(waiting);
  await meetWaiting(null);
  expect(waiting.postMessage).not.toHaveBeenCalled();
  expect(codeTrouble.read()).toBeNull();
});

it('a page that is loaded while its release is being installed lets its worker take over', async () => {
  answer.mockResolvedValue({ ok: true, status: 200 });
  const { changeController } = stubBrowser();
  const installing = Object.assign(new EventTarget(), worker());
  const registration = Object.assign(new EventTarget(), {
    installing: installing as unknown as ServiceWorker,
    waiting: null as ServiceWorker | null,
  });
  await watchReleases(registration);
  expect(installing.postMessage).not.toHaveBeenCalled();
  registration.waiting = registration.installing;
  installing.dispatchEvent(new Event('statechange'));
  await vi.waitFor(() => expect(installing.postMessage).toHaveBeenCalledWith(TAKE_OVER));
  changeController();
});
