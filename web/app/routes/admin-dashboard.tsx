import { AdminPage } from '~/admin/admin-page.tsx';
import { Figures } from '~/admin/dashboard/figures.tsx';
import { Overview } from '~/admin/dashboard/overview.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Admin dashboard');

export default function AdminDashboardPage() {
  return (
    <AdminPage title="Dashboard" lead="Open work and key numbers.">
      <Overview />
      <Figures />
    </AdminPage>
  );
}
