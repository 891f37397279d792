import { MessageCircle } from 'lucide-react';
import { ButtonLink } from '~/ui/link.tsx';

/** The address of a chat inside the dashboard: the browser's own back button leaves it. [D3] */
export const CHAT_PARAM = 'chat';

/** Opens the in-page chat of a job. [D3] */
export function ChatLink({ jobId, title }: { jobId: string; title: string }) {
  return (
    <ButtonLink
      to={`/dashboard?${CHAT_PARAM}=${jobId}`}
      state={{ fromDashboard: true }}
      variant="outline"
      size="sm"
      icon={<MessageCircle aria-hidden="true" className="size-4" />}
      aria-label={`Chat about ${title}`}
    >
      Chat
    </ButtonLink>
  );
}
