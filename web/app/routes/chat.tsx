import { DirectChat } from '~/chat/direct-chat.tsx';
import { UserNotFound } from '~/chat/direct-chat-states.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import { BackLink } from '~/ui/back-link.tsx';
import type { Route } from './+types/chat.ts';

export const meta = () => pageMeta('Chat');

export default function ChatPage({ params: { userId } }: Route.ComponentProps) {
  return (
    <div className="page grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-1 pt-2 pb-4 md:py-6">
      <BackLink to="/chat">All messages</BackLink>
      {isUuid(userId) ? <DirectChat memberId={userId} /> : <UserNotFound />}
    </div>
  );
}
