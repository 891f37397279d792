import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { cx } from './class-names.ts';
import { TextInput } from './text-input.tsx';

export type ComboboxOption = { key: string; label: string; detail?: string };

type ComboboxProps = Omit<ComponentProps<'input'>, 'onSelect'> & {
  /** The accessible name of the list. */
  listLabel: string;
  options: ComboboxOption[];
  /** Shown instead of options: nothing found, offline. */
  notice?: ReactNode;
  /** Announced by screen readers when the options change. */
  status: string;
  onPick: (key: string) => void;
};

/**
 * An input with suggestions while typing: the WAI-ARIA combobox with a list. The focus stays in
 * the input; nothing is selected automatically.
 */
export function Combobox(props: ComboboxProps) {
  const { listLabel, options, notice, status, onPick, onChange, onBlur, ...input } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const isShown = isOpen && (options.length > 0 || Boolean(notice));
  const current = isShown ? options[active] : undefined;

  function close() {
    setOpen(false);
    setActive(-1);
  }
  function pick(option: ComboboxOption) {
    onPick(option.key);
    close();
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setOpen(true);
      const { length } = options;
      if (length > 0)
        setActive((active + step + (active < 0 && step < 0 ? 1 : 0) + length) % length);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      pick(current);
    } else if (event.key === 'Escape' && isShown) {
      // Keeps the surrounding dialog open.
      event.stopPropagation();
      close();
    }
  }

  return (
    <span className="relative block">
      <TextInput
        {...input}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${current.key}` : undefined}
        onChange={(event) => {
          setOpen(true);
          setActive(-1);
          onChange?.(event);
        }}
        onKeyDown={onKeyDown}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      <Suggestions
        id={id}
        label={listLabel}
        isShown={isShown}
        options={options}
        active={active}
        notice={notice}
        onPick={pick}
      />
      <span role="status" className="sr-only">
        {isShown ? status : ''}
      </span>
    </span>
  );
}

type SuggestionsProps = {
  id: string;
  label: string;
  isShown: boolean;
  options: ComboboxOption[];
  /** The index of the option chosen by key; -1 for none. */
  active: number;
  notice: ReactNode;
  onPick: (option: ComboboxOption) => void;
};

function Suggestions(props: SuggestionsProps) {
  const { id, label, isShown, options, active, notice, onPick } = props;
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  return (
    <span
      className={cx(
        'absolute inset-x-0 top-full z-30 mt-1 overflow-hidden rounded-md border-2 border-line-strong bg-raised shadow-lg',
        isShown ? '' : 'hidden',
      )}
    >
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        className="max-h-72 overflow-y-auto"
      >
        {options.map((option, n) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input.
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
          <div
            key={option.key}
            id={`${id}-${option.key}`}
            role="option"
            aria-selected={n === active}
            className={cx(
              'flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-2 px-3.5 py-2.5',
              n === active ? 'bg-accent-soft text-ink' : 'hover:bg-sunken',
            )}
            // Keeps the focus in the input.
            onPointerDown={(event) => event.preventDefault()}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onPick(option)}
          >
            <bdi>{option.label}</bdi>
            {option.detail ? <span className="text-ink-soft text-sm">{option.detail}</span> : null}
          </div>
        ))}
      </div>
      {notice && options.length === 0 ? (
        <span className="block px-3.5 py-3 text-ink-soft text-sm">{notice}</span>
      ) : null}
    </span>
  );
}
