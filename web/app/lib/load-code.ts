import { createStore } from './store.ts';

/**
 * Code that is fetched when it is first needed: lazy parts and routes. A failed fetch is repeated
 * until it succeeds, so that losing the network costs neither the page nor what was typed.
 */
export type CodeTrouble = 'unreachable' | 'broken' | 'replaced' | null;

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;

let failing = 0;

/** What keeps code from loading now; null while everything asked for has come. */
export const codeTrouble = createStore<CodeTrouble>(null);

/** Repeats `load` with growing pauses, and at once when the network is back. */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  let hasFailed = false;
  for (let pause = FIRST_RETRY_MS; ; pause = Math.min(pause * 2, LAST_RETRY_MS)) {
    try {
      const code = await load();
      if (hasFailed && --failing === 0) codeTrouble.change(null);
      return code;
    } catch {
      if (!hasFailed) failing += 1;
      hasFailed = true;
      codeTrouble.change(await findTrouble());
      await untilOnlineOr(pause);
    }
  }
}

/**
 * What is wrong with this page's release: 'broken' when the server still has it. A new release removes
 * the manifest of the old one, and the old one's code with it.
 */
export async function findTrouble(): Promise<CodeTrouble> {
  const { url } =
    (window as { __reactRouterManifest?: { url?: string } }).__reactRouterManifest ?? {};
  if (!url) return 'unreachable';
  try {
    const { ok, status } = await fetch(url, { method: 'HEAD', cache: 'no-store' });
    if (ok) return 'broken';
    return status === 404 ? 'replaced' : 'unreachable';
  } catch {
    return 'unreachable';
  }
}

function untilOnlineOr(pause: number): Promise<unknown> {
  return new Promise((resolve) => {
    setTimeout(resolve, pause);
    window.addEventListener('online', resolve, { once: true });
  });
}
