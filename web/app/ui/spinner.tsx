import { cx } from './class-names.ts';

/** A turning leash with a tag at its end. Give a label if nothing next to it explains it. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={cx('inline-flex', className)}>
      <svg
        viewBox="0 0 24 24"
        className="size-[1.25em] animate-spin"
        fill="none"
        aria-hidden="true"
      >
        <path
          d="M12 3a9 9 0 1 1-8.5 6"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeLinecap="round"
        />
        <circle cx="3.7" cy="8.2" r="2.6" fill="currentColor" />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  );
}

/** The whole page while deciding what to show. */
export function PageSpinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center text-3xl text-accent">
      <Spinner label={label} />
    </div>
  );
}
