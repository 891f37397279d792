import { MessagesSquare } from 'lucide-react';
import { ButtonLink } from '~/ui/link.tsx';
import { UnreadBadge } from './unread-badge.tsx';
import { useUnread } from './use-unread.ts';

/** Leads to every thread of the reader, and says how much of it is new. [M1] [M2] [P7] */
export function MessagesLink() {
  const { total } = useUnread();
  return (
    <ButtonLink
      to="/chat"
      variant="outline"
      icon={<MessagesSquare aria-hidden="true" className="size-5" />}
    >
      Messages
      <UnreadBadge count={total} />
    </ButtonLink>
  );
}
