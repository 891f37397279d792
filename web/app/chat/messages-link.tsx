import { MessagesSquare } from 'lucide-react';
import { ButtonLink } from '~/ui/link.tsx';
import { UnreadBadge } from './unread-badge.tsx';
import { useUnread } from './use-unread.ts';

/** Leads to everybody one talks to directly, and says how much of it is new. [M2] [P7] */
export function MessagesLink() {
  const { direct } = useUnread();
  return (
    <ButtonLink
      to="/chat"
      variant="outline"
      icon={<MessagesSquare aria-hidden="true" className="size-5" />}
    >
      Messages
      <UnreadBadge count={direct} />
    </ButtonLink>
  );
}
