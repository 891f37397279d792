import { cx } from '../class-names.ts';
import { Part } from './drawing.tsx';

/** A leash across the page that ends in a tag: the line between two sections. */
export function Lead({ className }: { className?: string }) {
  return (
    <div className={cx('overflow-hidden', className)}>
      <svg
        viewBox="0 -8 1440 88"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
        className="h-20 w-full"
      >
        <Part name="lead" />
      </svg>
    </div>
  );
}
