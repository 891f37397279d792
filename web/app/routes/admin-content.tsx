import { AdminPage } from '~/admin/admin-page.tsx';
import { ContentModeration } from '~/admin/content/content-moderation.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

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
