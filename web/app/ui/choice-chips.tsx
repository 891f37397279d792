import { useId } from 'react';

type ChoiceChipsProps<V extends string> = {
  label: string;
  value: V;
  onChange: (value: V) => void;
  options: readonly { value: V; label: string; count?: string | undefined }[];
};

/**
 * One of several, all visible on as many lines as needed; each may show a count. An empty count
 * has the width of a digit, so that nothing moves when it arrives.
 */
export function ChoiceChips<V extends string>(props: ChoiceChipsProps<V>) {
  const { label, value, onChange, options } = props;
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="inline-flex min-h-11 cursor-pointer items-center gap-2 whitespace-nowrap rounded-full border-2 border-line-strong bg-surface px-3.5 font-semibold text-ink-soft text-sm transition-colors duration-150 hover:border-accent hover:text-accent has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-3 has-focus-visible:outline-focus"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="sr-only"
          />
          <span>{option.label}</span>
          {option.count === undefined ? null : (
            <span className="font-normal tabular-nums empty:before:invisible empty:before:content-['0']">
              {option.count}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  );
}
