import { ConversationList } from '~/chat/conversation-list.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { BackLink } from '~/ui/back-link.tsx';

export const meta = () => pageMeta('Messages');

export default function MessagesPage() {
  return (
    <div className="page grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-5 py-4 md:py-6">
      <div className="grid gap-2">
        <BackLink to="/dashboard">Back to Dashboard</BackLink>
        <h1 className="text-3xl">Messages</h1>
      </div>
      <ConversationList />
    </div>
  );
}
