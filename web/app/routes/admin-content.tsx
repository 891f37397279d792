import { AdminPage } from '~/admin/admin-page.tsx';
import { ContentModeration } from '~/admin/content/content-moderation.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Content Moderation');

export default function AdminContentPage() {
  return (
    <AdminPage
      title="Content Moderation"
      lead="What members reported, and what they write. Of chats only what was reported."
    >
      <ContentModeration />
    </AdminPage>
  );
}
