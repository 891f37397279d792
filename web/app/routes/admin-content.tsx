import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { ContentModeration } from '~/staff/content/content-moderation.tsx';

export const meta = () => pageMeta('Content Moderation');

export default function AdminContentPage() {
  return (
    <AdminPage
      title="Content Moderation"
      lead="Reports, appeals, and what members post. Chats appear only when reported."
    >
      <ContentModeration />
    </AdminPage>
  );
}
