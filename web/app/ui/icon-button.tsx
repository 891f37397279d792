import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

type IconButtonProps = ComponentProps<'button'> & {
  /** Announced by screen readers, because the button shows only an icon. */
  label: string;
  tone?: 'plain' | 'accent' | 'filled' | 'danger';
};

const tones = {
  plain: 'text-ink-soft hover:bg-sunken hover:text-ink',
  accent: 'text-accent hover:bg-accent-soft',
  filled: 'bg-accent text-accent-ink hover:bg-accent-strong disabled:bg-sunken',
  danger: 'text-danger hover:bg-danger-soft',
};

export function IconButton({ label, tone = 'plain', className, type, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      className={cx(
        'inline-grid size-11 shrink-0 place-items-center rounded-full transition-colors duration-150 disabled:text-ink-faint disabled:hover:bg-transparent [&_svg]:size-5',
        tones[tone],
        className,
      )}
    />
  );
}
