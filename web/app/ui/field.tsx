import { createContext, type ReactNode, use, useId } from 'react';
import { cx } from './class-names.ts';

type FieldContext = { id: string; describedBy: string | undefined; invalid: boolean };

const Context = createContext<FieldContext | null>(null);

type FieldProps = {
  label: ReactNode;
  children: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** The number of characters used, and the limit. */
  counter?: { used: number; max: number };
  optional?: boolean;
  /** Visually hides the label, where the position makes the meaning clear. */
  hideLabel?: boolean;
  className?: string;
};

/**
 * A label, its control, its hint and its error. The control inside connects to them through
 * context.
 */
export function Field({
  label,
  children,
  hint,
  error,
  counter,
  optional,
  hideLabel,
  className,
}: FieldProps) {
  const id = useId();
  const parts = [
    hint ? `${id}-hint` : '',
    error ? `${id}-error` : '',
    counter ? `${id}-count` : '',
  ].filter(Boolean);
  const wiring = { id, describedBy: parts.join(' ') || undefined, invalid: Boolean(error) };
  return (
    <div className={cx('grid grid-cols-1 gap-1.5', className)}>
      <label
        htmlFor={id}
        className={
          hideLabel
            ? 'sr-only'
            : 'flex flex-wrap items-baseline justify-between gap-x-3 font-semibold text-sm'
        }
      >
        {label}
        {optional ? <span className="font-normal text-ink-soft text-xs">Optional</span> : null}
      </label>
      <Context value={wiring}>{children}</Context>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 empty:hidden">
        <div className="grid grow basis-[14rem] gap-1 empty:hidden">
          {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
          {hint ? (
            <p id={`${id}-hint`} className="text-ink-soft text-xs">
              {hint}
            </p>
          ) : null}
        </div>
        {counter ? <FieldCounter id={`${id}-count`} {...counter} /> : null}
      </div>
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex items-start gap-1.5 font-medium text-danger text-sm">
      <svg viewBox="0 0 16 16" className="line-icon" aria-hidden="true">
        <circle cx="8" cy="8" r="7" fill="currentColor" />
        <path d="M8 4v5" stroke="var(--surface)" strokeWidth="2" strokeLinecap="round" />
        <circle cx="8" cy="11.6" r="1.1" fill="var(--surface)" />
      </svg>
      <span>{children}</span>
    </p>
  );
}

function FieldCounter({ id, used, max }: { id: string; used: number; max: number }) {
  const near = used > max * 0.9;
  return (
    <p
      id={id}
      className={cx(
        'ml-auto shrink-0 text-xs tabular-nums',
        used > max ? 'font-semibold text-danger' : near ? 'text-caution' : 'text-ink-soft',
      )}
    >
      {used}/{max}
      <span className="sr-only"> characters</span>
    </p>
  );
}

type Wirable = {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: unknown;
};

/** The props that connect a control to its field; its own props win. */
export function useFieldWiring<T extends Wirable>(own: T): T {
  const field = use(Context);
  if (!field) return own;
  return {
    ...own,
    id: own.id ?? field.id,
    'aria-describedby': own['aria-describedby'] ?? field.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
  };
}

/** The style of every text input. 17 px text keeps phones from zooming in. */
export const controlStyle =
  'w-full min-h-12 rounded-md border-2 border-line-strong bg-surface px-3.5 text-ink transition-colors duration-150 hover:border-accent focus:border-accent focus-visible:outline-offset-1 aria-invalid:border-danger disabled:border-line disabled:bg-sunken disabled:text-ink-faint [&[readonly]]:bg-sunken';
