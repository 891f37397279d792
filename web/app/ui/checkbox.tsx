import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './class-names.ts';
import { FieldError } from './field.tsx';
import { Tick } from './tick.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : '']
    .filter(Boolean)
    .join(' ');
  return (
    <div className={cx('grid gap-1', className)}>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2 leading-snug has-disabled:cursor-not-allowed has-disabled:text-ink-faint">
        <span className="relative my-[calc((1lh-var(--spacing)*6)/2)] grid size-6 shrink-0 place-items-center">
          <input
            {...rest}
            type="checkbox"
            aria-describedby={described || undefined}
            aria-invalid={error ? true : undefined}
            className="peer absolute inset-0 appearance-none rounded-sm border-2 border-line-strong bg-surface transition-colors checked:border-accent checked:bg-accent hover:border-accent disabled:border-line disabled:bg-sunken aria-invalid:border-danger"
          />
          <Tick className="pointer-events-none relative size-4 scale-50 text-accent-ink opacity-0 transition-[scale,opacity] duration-150 peer-checked:scale-100 peer-checked:opacity-100" />
        </span>
        <span>{label}</span>
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="-mt-2 pl-9 text-ink-soft text-xs">
          {hint}
        </p>
      ) : null}
      {error ? (
        <div className="-mt-2 pb-2 pl-9">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      ) : null}
    </div>
  );
}
