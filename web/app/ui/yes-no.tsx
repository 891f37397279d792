import { useId } from 'react';
import { FieldError } from './field.tsx';

type YesNoProps = {
  legend: string;
  value: boolean | undefined;
  onChange: (value: boolean) => void;
  error?: string | undefined;
  optional?: boolean;
};

/** A yes-or-no question, with neither answer selected at first. */
export function YesNo({ legend, value, onChange, error, optional }: YesNoProps) {
  const name = useId();
  return (
    <fieldset
      className="grid min-w-0 gap-1.5"
      // A legend that is not the first child has no effect.
      aria-label={legend}
      aria-describedby={error ? `${name}-error` : undefined}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <legend className="float-left min-w-0 flex-1 basis-48 font-semibold text-sm">
          {legend}
          {optional ? <span className="font-normal text-ink-soft text-xs"> Optional</span> : null}
        </legend>
        <div className="inline-grid auto-cols-fr grid-flow-col rounded-full bg-sunken p-1">
          {[true, false].map((answer) => (
            <label
              key={String(answer)}
              className="inline-flex min-h-11 min-w-16 cursor-pointer items-center justify-center rounded-full px-3.5 font-semibold text-ink-soft text-sm transition-colors duration-150 hover:text-ink has-checked:bg-raised has-checked:text-accent has-checked:shadow-1 has-focus-visible:outline-3 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name={name}
                checked={value === answer}
                onChange={() => onChange(answer)}
                aria-invalid={error ? true : undefined}
                className="sr-only"
              />
              {answer ? 'Yes' : 'No'}
            </label>
          ))}
        </div>
      </div>
      {error ? <FieldError id={`${name}-error`}>{error}</FieldError> : null}
    </fieldset>
  );
}
