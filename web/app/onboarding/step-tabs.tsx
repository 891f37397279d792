import { cx } from '~/ui/class-names.ts';

type StepTabsProps = {
  steps: readonly string[];
  current: number;
  onGoTo: (step: number) => void;
};

/** Tabs with the names of the steps: any step can be opened directly. [O2] */
export function StepTabs({ steps, current, onGoTo }: StepTabsProps) {
  return (
    <nav aria-label="Steps">
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-2 sm:grid-cols-4">
        {steps.map((name, step) => (
          <li key={name} className="grid">
            <button
              type="button"
              aria-current={step === current ? 'step' : undefined}
              onClick={() => onGoTo(step)}
              className={cx(
                'flex min-h-12 items-center gap-2.5 rounded-md border-2 px-3 py-2 text-left font-semibold text-sm leading-tight transition-colors duration-150 hover:border-accent',
                step === current ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
              )}
            >
              <span
                aria-hidden="true"
                className={cx(
                  'grid size-6 shrink-0 place-items-center rounded-full text-xs tabular-nums',
                  step === current ? 'bg-accent text-accent-ink' : 'bg-sunken text-ink-soft',
                )}
              >
                {step + 1}
              </span>
              {name}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
