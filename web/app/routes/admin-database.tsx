import { AdminPage } from '~/admin/admin-page.tsx';
import { DatabaseOverview } from '~/admin/system/database-overview.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Database');

export default function AdminDatabasePage() {
  return (
    <AdminPage title="Database" lead="Size, tables and migrations. No member data.">
      <DatabaseOverview />
    </AdminPage>
  );
}
