import { cx } from './class-names.ts';

/** The shape of what is on its way; give it the size of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-breathe rounded-md bg-line', className ?? 'h-5 w-full')}
    />
  );
}
