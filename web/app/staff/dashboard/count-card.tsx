import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card, cardLinkStyle } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';
import { Skeleton } from '~/ui/skeleton.tsx';

type CountCardProps = {
  to: string;
  label: string;
  count: ReactNode;
  note: string;
  isUrgent?: boolean;
  /** The count could not be loaded. */
  hasFailed?: boolean;
};

/** One number of the dashboard, with a link to what it counts. [S2] */
export function CountCard(props: CountCardProps) {
  const { to, label, count, note, isUrgent = false, hasFailed = false } = props;
  return (
    <Card as="li" pressable className="grid content-start gap-1">
      <h3 className="flex items-center justify-between font-sans font-semibold text-base tracking-normal">
        <Link to={to} className={cardLinkStyle}>
          {label}
        </Link>
        <ArrowRight aria-hidden="true" className="size-5 text-ink-soft" />
      </h3>
      <p
        className={cx(
          'flex min-h-10 items-center font-bold font-display text-3xl tabular-nums',
          isUrgent && 'text-danger',
        )}
      >
        {count ?? (hasFailed ? '–' : <Skeleton className="h-8 w-14" />)}
      </p>
      <p className="text-ink-soft text-sm">{note}</p>
    </Card>
  );
}
