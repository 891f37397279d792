import { type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';

type SegmentedControlProps<V extends string> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: string; icon?: ReactNode }[];
  /** Icons only; screen readers still announce the labels. */
  iconsOnly?: boolean;
  disabled?: boolean;
  className?: string;
};

/** One of two to four, all visible. */
export function SegmentedControl<V extends string>({
  label,
  value,
  onChange,
  options,
  iconsOnly,
  disabled,
  className,
}: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <fieldset
      disabled={disabled}
      // Half the height of one row: the corners also fit several rows, with large text.
      className={cx(
        'inline-flex flex-wrap rounded-[calc(var(--spacing)*6.5)] bg-sunken p-1',
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={iconsOnly ? option.label : undefined}
          className="inline-flex min-h-11 min-w-max flex-1 cursor-pointer items-center justify-center gap-2 rounded-full px-3.5 font-semibold text-ink-soft text-sm transition-colors duration-150 hover:text-ink has-checked:bg-raised has-checked:text-accent has-checked:shadow-1 has-disabled:cursor-not-allowed has-focus-visible:outline-3 has-focus-visible:outline-focus [&_svg]:size-5"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          {option.icon}
          <span className={iconsOnly ? 'sr-only' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
