import { cx } from './class-names.ts';

/**
 * A placeholder for loading content; give it the size and, if rounder, the radius of the real
 * thing.
 */
export function Skeleton({ className = 'h-5 w-full' }: { className?: string }) {
  const curve = className.includes('rounded') ? '' : 'rounded-md';
  return (
    <span aria-hidden="true" className={cx('block animate-breathe bg-line', curve, className)} />
  );
}
