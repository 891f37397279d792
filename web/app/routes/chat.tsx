import { ArrowLeft } from 'lucide-react';
import { DirectChat } from '~/chat/direct-chat.tsx';
import { UserNotFound } from '~/chat/direct-chat-states.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import { ButtonLink } from '~/ui/link.tsx';
import type { Route } from './+types/chat.ts';

export const meta = () => pageMeta('Chat');

export default function ChatPage({ params: { userId } }: Route.ComponentProps) {
  return (
    <div className="page grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-1 pt-2 pb-4 md:py-6">
      <nav aria-label="Back">
        <ButtonLink
          to="/chat"
          variant="quiet"
          size="sm"
          className="-ml-4"
          icon={<ArrowLeft size={18} aria-hidden="true" />}
        >
          All messages
        </ButtonLink>
      </nav>
      {isUuid(userId) ? <DirectChat memberId={userId} /> : <UserNotFound />}
    </div>
  );
}
