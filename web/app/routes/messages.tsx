import { ArrowLeft } from 'lucide-react';
import { ConversationList } from '~/chat/conversation-list.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Messages');

export default function MessagesPage() {
  return (
    <div className="page grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-4 md:py-6">
      <div className="grid gap-2">
        <nav aria-label="Back">
          <ButtonLink
            to="/dashboard"
            variant="quiet"
            size="sm"
            className="-ml-4"
            icon={<ArrowLeft size={18} aria-hidden="true" />}
          >
            Back to Dashboard
          </ButtonLink>
        </nav>
        <h1 className="text-3xl">Messages</h1>
      </div>
      <ConversationList />
    </div>
  );
}
