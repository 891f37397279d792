import { createStore } from '../store.ts';

/**
 * Code loaded on demand: lazy parts and routes. A failed fetch is retried until it succeeds, so
 * that losing the network loses neither the page nor the input.
 */
export type CodeTrouble = 'unreachable' | 'broken' | 'replaced' | null;

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15_000;

let failing = 0;

/** Why code can't be loaded now; null when everything has arrived. */
export const codeTrouble = createStore<CodeTrouble>(null);

/** Retries `load` with growing delays, and immediately when the network is back. */
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
 * What is wrong with this page's release: 'broken' if the server still has it. A new release
 * deletes the old release's manifest and code.
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
