import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card, cardLinkStyle } from '~/ui/card.tsx';
import { cx } from '~/ui/class-names.ts';

type AgendaRowProps = {
  picture: ReactNode;
  to: string;
  title: string;
  /** Details besides the title: which job, when. */
  children: ReactNode;
  /** More buttons, above the link that covers the row. */
  action?: ReactNode;
  /** The action does the same as the row, so a phone shows only the row. */
  isActionWide?: boolean;
};

/** One row of the dashboard: a subject and one action. [D1] [D3] */
export function AgendaRow({
  picture,
  to,
  title,
  children,
  action,
  isActionWide = false,
}: AgendaRowProps) {
  return (
    <Card
      as="li"
      pressable
      inset="none"
      className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-2.5 p-3.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
    >
      {picture}
      <div className="grid min-w-0 gap-0.5">
        <h3 dir="auto" className="line-clamp-2 wrap-anywhere text-base leading-snug">
          <Link to={to} className={cardLinkStyle}>
            {title}
          </Link>
        </h3>
        <div className="min-w-0 text-ink-soft text-sm">{children}</div>
      </div>
      {action ? (
        <div
          className={cx(
            'relative justify-self-start max-sm:col-start-2',
            isActionWide && 'max-sm:hidden',
          )}
        >
          {action}
        </div>
      ) : null}
    </Card>
  );
}
