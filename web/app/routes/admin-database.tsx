import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { DatabaseOverview } from '~/staff/system/database-overview.tsx';

export const meta = () => pageMeta('Database');

export default function AdminDatabasePage() {
  return (
    <AdminPage title="Database" lead="Size, tables and migrations. No member data.">
      <DatabaseOverview />
    </AdminPage>
  );
}
