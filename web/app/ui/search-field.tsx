import { Search } from 'lucide-react';
import { SEARCH_MAX } from '~/lib/use-list-filter.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

type SearchFieldProps = {
  /** The accessible name of the input. */
  label: string;
  placeholder: string;
  value: string;
  onType: (typed: string) => void;
  className?: string;
};

/** An input that filters a list by words while typing. */
export function SearchField({ label, placeholder, value, onType, className }: SearchFieldProps) {
  return (
    <Field label={label} hideLabel className={className}>
      <TextInput
        type="search"
        before={<Search aria-hidden="true" />}
        placeholder={placeholder}
        maxLength={SEARCH_MAX}
        enterKeyHint="search"
        value={value}
        onChange={(event) => onType(event.target.value)}
      />
    </Field>
  );
}
