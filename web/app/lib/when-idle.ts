/** Runs work when the browser is idle; returns a function that cancels it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 1_000);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(work, { timeout: 5_000 });
  return () => window.cancelIdleCallback(idle);
}
