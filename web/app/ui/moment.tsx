import { formatDateTime, formatRelative } from '~/lib/format.ts';
import { cx } from './class-names.ts';

type MomentProps = {
  at: string;
  /** It is the first of its line: 'Just now', 'Yesterday'. */
  isFirst?: boolean;
  className?: string;
};

/** A relative time; the exact time is its title. */
export function Moment({ at, isFirst, className }: MomentProps) {
  return (
    <time
      dateTime={at}
      title={formatDateTime(at)}
      className={cx(
        'whitespace-nowrap',
        isFirst && 'inline-block first-letter:uppercase',
        className,
      )}
    >
      {formatRelative(at)}
    </time>
  );
}
