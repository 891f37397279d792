import { counted, unreadText } from '~/lib/counted.ts';

/** The unread count on a menu entry or a picture; nothing when everything is read. [P7] */
export function UnreadBadge({ count, className = '' }: { count: number; className?: string }) {
  if (count === 0) return null;
  return (
    <span
      className={`inline-grid h-5.5 min-w-5.5 place-items-center rounded-full bg-danger px-1.5 font-bold text-danger-ink text-xs tabular-nums leading-none ${className}`}
    >
      <span aria-hidden="true">{unreadText(count)}</span>
      <span className="sr-only">, {unreadLabel(count)}</span>
    </span>
  );
}

function unreadLabel(count: number): string {
  return counted(count, 'unread message');
}
