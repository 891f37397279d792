/// <reference lib="webworker" />
import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { answerPage } from './answer-page.ts';
import { TAKE_OVER } from './messages.ts';
import { showPushMessages } from './show-push.ts';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

const SHELL = '/__my-day.html';
const OFFLINE_PAGE = '/offline.html';

showPushMessages();

// Only build files are cached, never API responses.
precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' });
cleanupOutdatedCaches();

registerRoute(
  ({ request }) => request.mode === 'navigate',
  ({ url, request, event }) =>
    answerPage({
      path: url.pathname,
      ask: async () => (await preloadedIn(event)) ?? fetch(request),
      shell: () => precached(SHELL),
      offlinePage: () => precached(OFFLINE_PAGE),
    }),
);

self.addEventListener('activate', (event) => {
  // The browser requests a page while this worker is still starting.
  event.waitUntil(self.registration.navigationPreload?.enable());
  event.waitUntil(self.clients.claim());
});

// A page lets its own release's worker take over; until then the old worker serves what other
// tabs load.
self.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void self.skipWaiting();
});

function preloadedIn(event: ExtendableEvent): Promise<Response | undefined> {
  return (event as FetchEvent).preloadResponse ?? Promise.resolve(undefined);
}

async function precached(path: string): Promise<Response> {
  return (await matchPrecache(path)) ?? Response.error();
}
