import type { ComponentProps, ReactNode } from 'react';
import { cx } from './class-names.ts';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** On or off, applied immediately. For a choice that is saved with a form, use a checkbox. */
export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  return (
    <label
      className={cx(
        'flex min-h-11 cursor-pointer flex-wrap items-center gap-x-4 gap-y-1 has-disabled:cursor-not-allowed has-disabled:text-ink-faint',
        className,
      )}
    >
      {/* With large text, the switch goes below the label instead of breaking its words. */}
      <span className="flex flex-1 flex-col gap-0.5">
        <span className="font-semibold leading-snug">{label}</span>
        {hint ? <span className="text-ink-soft text-sm">{hint}</span> : null}
      </span>
      <span className="relative ml-auto inline-flex h-8 w-14 shrink-0">
        <input
          {...rest}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox reports its own state
          role="switch"
          className="peer absolute inset-0 appearance-none rounded-full border-2 border-line-strong bg-sunken transition-colors duration-200 checked:border-accent checked:bg-accent disabled:border-line"
        />
        <span className="pointer-events-none absolute top-1.5 left-1.5 size-5 rounded-full bg-line-strong transition-[translate,background-color] duration-200 ease-out peer-checked:translate-x-6 peer-checked:bg-accent-ink peer-disabled:bg-line" />
      </span>
    </label>
  );
}
