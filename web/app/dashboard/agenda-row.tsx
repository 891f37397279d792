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
      className={cx(
        'flex flex-wrap items-center gap-x-3.5 gap-y-2.5 p-3.5',
        Boolean(action) && !isActionWide && 'max-sm:items-start',
      )}
    >
      {picture}
      {/* With large text, it goes below the picture instead of breaking by letters. */}
      <div className="grid min-w-[min(100%,9em)] flex-1 gap-2.5 sm:flex sm:items-center sm:gap-3.5">
        <div className="grid min-w-0 gap-0.5 sm:flex-1">
          <h3 dir="auto" className="line-clamp-3 wrap-anywhere text-base leading-snug">
            <Link to={to} className={cardLinkStyle}>
              {title}
            </Link>
          </h3>
          <div className="min-w-0 text-ink-soft text-sm">{children}</div>
        </div>
        {action ? (
          <div className={cx('relative justify-self-start', isActionWide && 'max-sm:hidden')}>
            {action}
          </div>
        ) : null}
      </div>
    </Card>
  );
}
