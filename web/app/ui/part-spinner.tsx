import { codeTrouble } from '~/lib/loading/load-code.ts';
import { useStore } from '~/lib/store.ts';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

/** Shown while a part's code is loading; says so when it fails to load. */
export function PartSpinner({ label, className }: { label: string; className?: string }) {
  const trouble = useStore(codeTrouble);
  return (
    <div className={cx('grid place-content-center justify-items-center gap-4', className)}>
      <Spinner label={label} className="text-2xl text-accent" />
      {trouble ? (
        <p role="status" className="text-center text-ink-soft text-sm">
          This hasn’t loaded yet. We’ll retry when you’re back online.
        </p>
      ) : null}
    </div>
  );
}
