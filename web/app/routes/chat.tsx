import { DirectChat } from '~/chat/direct-chat.tsx';
import { UserNotFound } from '~/chat/direct-chat-states.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { isUuid } from '~/lib/uuid.ts';
import type { Route } from './+types/chat.ts';

export const meta = () => pageMeta('Chat');

export default function ChatPage({ params: { userId } }: Route.ComponentProps) {
  return isUuid(userId) ? <DirectChat memberId={userId} /> : <UserNotFound />;
}
