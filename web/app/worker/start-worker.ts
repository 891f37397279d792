import { codeTrouble, findTrouble } from '~/lib/load-code.ts';
import { TAKE_OVER } from './messages.ts';

/** How often a page that stays open asks for a new release, in ms. */
const ASK_AGAIN_MS = 3_600_000;
/** How long the page waits for a worker to take over before it goes on, in ms. */
const TAKE_OVER_MS = 2_000;

/**
 * Registers the service worker and follows its releases; null where browsers have none. A release is
 * offered by the line beneath the bar, like one that a missing script is the first to tell of.
 */
export async function startWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => null);
  // A browser that is told to block workers answers nothing.
  if (!registration) return null;
  const look = () => meetWaiting(registration.waiting);
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', () => void look());
  });
  await look();
  askForReleases(registration);
  return registration;
}

/**
 * A worker that waits belongs to the page's own release and takes over unnoticed, or to a newer one,
 * which is offered: a page is never replaced under its reader.
 */
export async function meetWaiting(
  waiting: Pick<ServiceWorker, 'postMessage'> | null,
): Promise<void> {
  if (!waiting) return;
  const trouble = await findTrouble();
  if (trouble === 'broken') await takeOver(waiting);
  else if (trouble === 'replaced') codeTrouble.change('replaced');
}

/** The worker before ends once it has nothing to do: what the page asks of it meanwhile would keep it. */
async function takeOver(waiting: Pick<ServiceWorker, 'postMessage'>): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(), { once: true });
    setTimeout(resolve, TAKE_OVER_MS);
  });
  waiting.postMessage(TAKE_OVER);
  await taken;
}

function askForReleases(registration: ServiceWorkerRegistration): void {
  let asked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - asked < ASK_AGAIN_MS) return;
    asked = Date.now();
    void registration.update().catch(() => undefined);
  });
}
