import { codeTrouble, findTrouble } from '~/lib/loading/load-code.ts';
import { resumePush } from '~/notification/push/resume-push.ts';
import { TAKE_OVER } from './messages.ts';

/** How often an open page checks for a new release, in ms. */
const ASK_AGAIN_MS = 3_600_000;
/** How long the page waits for a worker to take over before it continues, in ms. */
const TAKE_OVER_MS = 2_000;

/** How long the page waits for its worker before it continues without one, in ms. */
const START_MS = 10_000;

/**
 * Registers the service worker and follows its releases; false if there is none: not supported, or
 * not registered yet. A new release is offered in the line below the bar, as after a missing
 * script.
 */
export async function startWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), START_MS));
  return Promise.race([register(), late]);
}

async function register(): Promise<boolean> {
  const registration = await navigator.serviceWorker
    .register('/service-worker.js', { updateViaCache: 'none' })
    .catch(() => null);
  // A browser that blocks workers may return undefined.
  if (!registration) return false;
  await watchReleases(registration);
  askForReleases(registration);
  resumePush(registration);
  return true;
}

/** Meets the worker that is waiting, and those that will have been installed. */
export async function watchReleases(
  registration: Pick<ServiceWorkerRegistration, 'installing' | 'waiting' | 'addEventListener'>,
): Promise<void> {
  const look = () => meetWaiting(registration.waiting);
  const follow = () => registration.installing?.addEventListener('statechange', () => void look());
  registration.addEventListener('updatefound', follow);
  // A page that is loaded during an installation was not told when it began.
  follow();
  await look();
}

/**
 * A waiting worker belongs to the page's own release and takes over silently, or to a newer one,
 * which is offered: a page is never replaced while being read.
 */
export async function meetWaiting(
  waiting: Pick<ServiceWorker, 'postMessage'> | null,
): Promise<void> {
  if (!waiting) return;
  const trouble = await findTrouble();
  if (trouble === 'broken') await takeOver(waiting);
  else if (trouble === 'replaced') codeTrouble.change('replaced');
}

/** The old worker ends when it is idle: requests of the page would keep it alive. */
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
