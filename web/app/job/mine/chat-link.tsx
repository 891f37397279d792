import type { MyClaim } from '@kindpal/contract/job/my-jobs';
import { MessageCircle } from 'lucide-react';
import { useLocation } from 'react-router';
import { UnreadBadge } from '~/chat/inbox/unread-badge.tsx';
import { useUnread } from '~/chat/inbox/use-unread.ts';
import { ButtonLink } from '~/ui/link.tsx';

/**
 * The query parameter that opens a chat on the dashboard, so that the browser's Back closes it.
 * [D3]
 */
export const CHAT_PARAM = 'chat';

type ChatLinkProps = { jobId: string; claim: MyClaim; title: string };

/**
 * A link to the chat of a claim, with its unread count. An ended claim's chat opens in Messages.
 * [D3] [P7]
 */
export function ChatLink({ jobId, claim, title }: ChatLinkProps) {
  const { pathname } = useLocation();
  const isOver = claim.ended_at !== null && claim.end_reason !== 'completed';
  const unread = useUnread().in(jobId);
  return (
    <ButtonLink
      to={isOver ? `/chat/job/${jobId}/${claim.id}` : `/dashboard?${CHAT_PARAM}=${jobId}`}
      state={{ from: pathname }}
      variant="outline"
      size="sm"
      icon={<MessageCircle aria-hidden="true" className="size-4" />}
    >
      <span>
        Chat<span className="sr-only"> about {title}</span>
      </span>
      {claim.ended_at === null ? <UnreadBadge count={unread} /> : null}
    </ButtonLink>
  );
}
