import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { FieldError } from './field.tsx';
import { Tick } from './tick.tsx';

export type RadioCard = {
  value: string;
  label: string;
  description?: string;
  picture?: ReactNode;
};

type RadioCardsProps = Omit<ComponentProps<'input'>, 'type' | 'value' | 'id'> & {
  legend: string;
  options: readonly RadioCard[];
  /** Omit when the form library registers the inputs. */
  value?: string;
  error?: string | undefined;
  columns?: 1 | 2 | 3;
};

const grids = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-3' };

/** One of a few, each explained on a card large enough for a thumb. */
export function RadioCards({
  legend,
  options,
  value,
  error,
  columns = 1,
  className,
  name,
  ...rest
}: RadioCardsProps) {
  const id = useId();
  return (
    <fieldset
      className={cx('min-w-0', className)}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1.5 font-semibold text-sm">{legend}</legend>
      <div className={cx('grid gap-2.5', grids[columns])}>
        {options.map((option) => (
          <label
            key={option.value}
            className="relative flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border-2 border-line bg-surface px-3.5 py-3 transition-colors duration-150 hover:border-accent has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
          >
            <input
              {...rest}
              type="radio"
              name={name ?? id}
              value={option.value}
              {...(value === undefined ? {} : { checked: value === option.value })}
              aria-invalid={error ? true : undefined}
              className="peer sr-only"
            />
            {option.picture ? <span className="shrink-0 text-accent">{option.picture}</span> : null}
            {/* Labels side by side are in one line, however long their descriptions. */}
            <span className={cx('grid gap-0.5', option.description && 'self-start')}>
              <span className="font-semibold leading-snug">{option.label}</span>
              {option.description ? (
                <span className="text-ink-soft text-sm">{option.description}</span>
              ) : null}
            </span>
            <span className="ml-auto grid size-6 shrink-0 place-items-center rounded-full border-2 border-line-strong text-transparent transition-colors peer-checked:border-accent peer-checked:bg-accent peer-checked:text-accent-ink">
              <Tick className="size-3.5" />
            </span>
          </label>
        ))}
      </div>
      {error ? (
        <div className="mt-1.5">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : null}
    </fieldset>
  );
}
