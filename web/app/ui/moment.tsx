import { formatDateTime, formatRelative } from '~/lib/format.ts';
import { cx } from './class-names.ts';

type MomentProps = { at: string; className?: string };

/** A relative time; the exact time is its title. */
export function Moment({ at, className }: MomentProps) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={cx('whitespace-nowrap', className)}>
      {formatRelative(at)}
    </time>
  );
}
