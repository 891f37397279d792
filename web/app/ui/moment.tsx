import { formatDateTime, formatRelative } from '~/lib/format.ts';

type MomentProps = { at: string; className?: string };

/** A relative time; the exact time is its title. */
export function Moment({ at, className }: MomentProps) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {formatRelative(at)}
    </time>
  );
}
