import { AdminPage } from '~/admin/admin-page.tsx';
import { DatabaseOverview } from '~/admin/system/database-overview.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Database');

export default function AdminDatabasePage() {
  return (
    <AdminPage title="Database" lead="How large it is and what it knows; nothing of what is in it.">
      <DatabaseOverview />
    </AdminPage>
  );
}
