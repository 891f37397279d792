import type { MouseEvent } from 'react';

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
function movesSmoothly(): boolean {
  const { hardwareConcurrency = 0, deviceMemory = QUICK_GB } = navigator as Navigator & {
    deviceMemory?: number;
  };
  if (hardwareConcurrency <= QUICK_CORES || deviceMemory < QUICK_GB) return false;
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

const IS_SMOOTH = !import.meta.env.SSR && movesSmoothly();
let taken: HTMLElement | undefined;

/**
 * Properties of a link whose picture moves to its place on the next page, which has the same
 * `view-transition-name` there. The picture is the first match within the closest `frame`. [P11]
 */
export function sharesElement(
  name: string,
  { frame, picture }: { frame: string; picture: string },
) {
  if (!IS_SMOOTH) return {};
  return {
    viewTransition: true,
    onClick({ currentTarget }: MouseEvent<HTMLElement>) {
      // Two elements with the same name would cancel the transition.
      if (taken) taken.style.viewTransitionName = '';
      const found = currentTarget.closest(frame)?.querySelector(picture);
      taken = found instanceof HTMLElement ? found : undefined;
      if (taken) taken.style.viewTransitionName = name;
    },
  };
}
