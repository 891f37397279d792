import type { ComponentProps } from 'react';
import { cx } from './class-names.ts';

type CardProps = ComponentProps<'div'> & {
  as?: 'div' | 'section' | 'article' | 'li';
  /** Lifts on hover: for a card that is one big link. */
  pressable?: boolean;
  inset?: 'none' | 'md' | 'lg';
};

const insets = { none: '', md: 'p-4 sm:p-5', lg: 'p-5 sm:p-8' };

export function Card({ as = 'div', pressable, inset = 'md', className, ...rest }: CardProps) {
  const Tag = as as 'div';
  return (
    <Tag
      {...rest}
      className={cx(
        'rounded-lg border border-line bg-surface shadow-1',
        pressable &&
          'relative transition-[translate,box-shadow,border-color] duration-200 ease-out focus-within:border-accent hover:-translate-y-0.5 hover:border-accent hover:shadow-2',
        insets[inset],
        className,
      )}
    />
  );
}

/** Stretches a card's link over the whole card, so that the title stays its only name. */
export const cardLinkStyle = 'card-link';
