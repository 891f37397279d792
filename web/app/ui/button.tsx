import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './class-names.ts';
import { Spinner } from './spinner.tsx';

// The radius is half of a line's height: with several lines, a full one would cut into them.
const base =
  'inline-flex select-none items-center justify-center gap-2 rounded-button py-1.5 text-center font-semibold transition-[background-color,border-color,color,translate,box-shadow] duration-150 ease-out active:translate-y-px disabled:translate-y-0 disabled:text-ink-faint disabled:shadow-none [&_svg]:size-[1.2em] [&_svg]:shrink-0';
const filled = 'shadow-1 disabled:bg-sunken';

const variants = {
  primary: `bg-brand text-brand-ink hover:bg-brand-strong ${filled}`,
  secondary: `bg-accent text-accent-ink hover:bg-accent-strong ${filled}`,
  outline:
    'border-2 border-line-strong bg-surface text-ink hover:border-accent hover:text-accent disabled:border-line',
  quiet: 'text-accent hover:bg-accent-soft',
  danger: `bg-danger text-danger-ink hover:bg-danger-strong ${filled}`,
  'danger-quiet': 'text-danger hover:bg-danger-soft',
};

const sizes = {
  sm: 'min-h-11 px-4 text-sm',
  md: 'min-h-12 px-5 text-base',
  lg: 'min-h-14 px-7 text-lg',
};

export type ButtonLook = {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  /** Full width. */
  wide?: boolean | undefined;
};

/** The classes of a button, for other elements that work like one. */
export function buttonStyle({ variant = 'primary', size = 'md', wide }: ButtonLook = {}): string {
  return cx(base, variants[variant], sizes[size], wide && 'w-full');
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    icon?: ReactNode;
    /** Work is in progress: the button keeps its width and focus and ignores further presses. */
    busy?: boolean;
    /** Its label meanwhile, for example 'Signing In...'. */
    busyLabel?: string;
  };

export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  busyLabel,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      onClick={press}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={cx(buttonStyle({ variant, size, wide }), className)}
    >
      <span className="grid place-items-center">
        <span
          className={cx(
            'col-start-1 row-start-1 inline-flex items-center gap-2',
            busy && 'invisible',
          )}
        >
          {icon}
          {children}
        </span>
        {busy || busyLabel ? (
          <span
            className={cx(
              'col-start-1 row-start-1 inline-flex items-center gap-2',
              // Its width is reserved; its height, with large text, may be that of a second line.
              !busy && 'invisible h-0 overflow-hidden',
            )}
          >
            <Spinner />
            {busyLabel ?? <span className="sr-only">{children}</span>}
          </span>
        ) : null}
      </span>
    </button>
  );
}
