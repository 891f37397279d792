import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

const badge = cva(
  'inline-flex items-center gap-1.5 whitespace-nowrap rounded-full [.flex-wrap>&]:whitespace-normal px-2.5 py-1 font-semibold text-xs leading-none [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        plain: 'bg-sunken text-ink-soft',
        accent: 'bg-accent-soft text-accent',
        positive: 'bg-positive-soft text-positive',
        caution: 'bg-caution-soft text-caution',
        danger: 'bg-danger-soft text-danger',
      },
    },
    defaultVariants: { tone: 'plain' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badge>['tone']>;

type BadgeProps = { tone?: BadgeTone; icon?: ReactNode; children: ReactNode; className?: string };

/** A short fact about a person or a thing: 'Identity checked', 'Your Job'. */
export function Badge({ tone, icon, children, className }: BadgeProps) {
  return (
    <span className={cx(badge({ tone }), className)}>
      {icon}
      {children}
    </span>
  );
}

/**
 * The state of a thing, shaped like a collar tag. The word carries the meaning; the color only
 * helps. A full radius on the left would scale the right one to nothing.
 */
export function StatusLabel({ tone, children, className }: Omit<BadgeProps, 'icon'>) {
  return (
    <span className={cx(badge({ tone }), 'tag-hole rounded-l-lg rounded-r-sm pl-2', className)}>
      {children}
    </span>
  );
}
