import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { FieldError } from './field.tsx';

type ChoiceTilesProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'id'> & {
  legend: string;
  options: readonly { value: string; label: ReactNode }[];
  /** Omit when the form library registers the inputs. */
  value?: string;
  /** Explains the selected one. */
  hint?: ReactNode;
  error?: string | undefined;
  /** As many per row as fit, instead of one row of equal widths. */
  wraps?: boolean;
};

/** One of a few, side by side even on a phone; the selected one is explained below. */
export function ChoiceTiles({
  legend,
  options,
  value,
  hint,
  error,
  wraps = false,
  name,
  ...rest
}: ChoiceTilesProps) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean);
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={described.join(' ') || undefined}>
      <legend className="mb-1.5 font-semibold text-sm">{legend}</legend>
      <div
        className={
          wraps
            ? 'flex flex-wrap gap-2'
            : 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-2'
        }
      >
        {options.map((option) => (
          <label
            key={option.value}
            className={cx(
              'relative flex min-h-12 min-w-0 cursor-pointer items-center justify-center gap-2 rounded-lg border-2 border-line-strong bg-surface px-1.5 py-2 text-center font-semibold text-sm leading-tight transition-colors duration-150 wrap-anywhere hover:border-accent has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2 has-aria-invalid:border-danger',
              wraps && 'max-w-full px-3.5 text-left',
            )}
          >
            <input
              {...rest}
              type="radio"
              name={name ?? id}
              value={option.value}
              {...(value === undefined ? {} : { checked: value === option.value })}
              aria-invalid={error ? true : undefined}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      {hint ? (
        <p id={`${id}-hint`} className="text-ink-soft text-xs">
          {hint}
        </p>
      ) : null}
    </fieldset>
  );
}
