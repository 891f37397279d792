import { formatDateTime, formatRelative } from '~/lib/format.ts';

type MomentProps = { at: string; className?: string };

/** How long ago something was; the exact time is its title. */
export function Moment({ at, className }: MomentProps) {
  return (
    <time dateTime={at} title={formatDateTime(at)} className={className}>
      {formatRelative(at)}
    </time>
  );
}
