import { MessageCircle } from 'lucide-react';
import { UnreadBadge } from '~/chat/unread-badge.tsx';
import { useUnread } from '~/chat/use-unread.ts';
import { ButtonLink } from '~/ui/link.tsx';

/** The address of a chat inside the dashboard: the browser's own back button leaves it. [D3] */
export const CHAT_PARAM = 'chat';

/** Opens the in-page chat of a job, and says how much of it is new. [D3] [P7] */
export function ChatLink({ jobId, title }: { jobId: string; title: string }) {
  const unread = useUnread().in(jobId);
  return (
    <ButtonLink
      to={`/dashboard?${CHAT_PARAM}=${jobId}`}
      state={{ fromDashboard: true }}
      variant="outline"
      size="sm"
      icon={<MessageCircle aria-hidden="true" className="size-4" />}
    >
      <span>
        Chat<span className="sr-only"> about {title}</span>
      </span>
      <UnreadBadge count={unread} />
    </ButtonLink>
  );
}
