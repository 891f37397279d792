import { cx } from './class-names.ts';

/** The shape of what is on its way; give it the size, and where it is rounder the curve, of the real thing. */
export function Skeleton({ className = 'h-5 w-full' }: { className?: string }) {
  const curve = className.includes('rounded') ? '' : 'rounded-md';
  return (
    <span aria-hidden="true" className={cx('block animate-breathe bg-line', curve, className)} />
  );
}
