/**
 * The memory in GB from which a device counts as fast; also the default if the browser does not
 * report it.
 */
const QUICK_GB = 8;
const QUICK_CORES = 4;

/**
 * Whether a change of pages is shown as a movement: the browser takes pictures of both pages for it,
 * which a slow phone would be kept waiting by. [P11]
 */
export function movesSmoothly(): boolean {
  const { hardwareConcurrency = 0, deviceMemory = QUICK_GB } = navigator as Navigator & {
    deviceMemory?: number;
  };
  if (hardwareConcurrency <= QUICK_CORES || deviceMemory < QUICK_GB) return false;
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}
