import { cx } from '../class-names.ts';
import { Tag } from './animals.tsx';

/** A lead that lies across the page and ends in a tag: the line between two parts. */
export function Lead({ className }: { className?: string }) {
  return (
    <div className={cx('overflow-hidden', className)}>
      <svg
        viewBox="0 -8 1440 88"
        preserveAspectRatio="xMaxYMid slice"
        aria-hidden="true"
        className="h-20 w-full"
        fill="none"
      >
        <path
          d="M-10 40c160 0 240 26 420 12s210-30 390-20 150 34 230 14 40-52 0-44-6 56 70 52c70-4 90-22 144-16"
          stroke="currentColor"
          strokeWidth="7"
          strokeLinecap="round"
        />
        <path
          d="M1240 36c14 2 20 8 22 14"
          stroke="var(--art-slate)"
          strokeWidth="6"
          strokeLinecap="round"
        />
        <Tag x={1264} y={64} r={14} />
      </svg>
    </div>
  );
}
