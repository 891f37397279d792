import { cx } from './class-names.ts';

type StepsProps = { current: number; total: number; label?: string };

/** The current step among a few (counted from 1), as dots on a leash. */
export function StepDots({ current, total, label = 'Step' }: StepsProps) {
  return (
    <div role="img" aria-label={`${label} ${current} of ${total}`} className="flex items-center">
      {Array.from({ length: total }, (_, index) => index + 1).map((step) => (
        <span key={step} className="flex items-center">
          {step > 1 ? (
            <span className={cx('h-1 w-8', step <= current ? 'bg-accent' : 'bg-line')} />
          ) : null}
          <span
            className={cx(
              'size-4 rounded-full border-4 transition-colors duration-200',
              step === current
                ? 'border-accent bg-brand'
                : step < current
                  ? 'border-accent bg-accent'
                  : 'border-line bg-surface',
            )}
          />
        </span>
      ))}
    </div>
  );
}

/** Progress from 0 to 100. */
export function Progress({ value, label }: { value: number; label: string }) {
  const percent = Math.round(Math.min(100, Math.max(0, value)));
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-3 font-semibold text-sm">
        <span>{label}</span>
        <span className="text-ink-soft tabular-nums">{percent}%</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-3 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className="h-full rounded-full bg-accent transition-[width] duration-200 ease-out"
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
