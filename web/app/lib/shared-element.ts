/**
 * The memory in GB from which a device counts as fast; also the default if the browser does not
 * report it.
 */
const QUICK_GB = 8;
const QUICK_CORES = 4;

/**
 * Whether a change of pages is animated: the browser takes snapshots of both pages for it, which
 * delays the page on a slow phone. [P11]
 */
export function movesSmoothly(): boolean {
  const { hardwareConcurrency = 0, deviceMemory = QUICK_GB } = navigator as Navigator & {
    deviceMemory?: number;
  };
  if (hardwareConcurrency <= QUICK_CORES || deviceMemory < QUICK_GB) return false;
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
