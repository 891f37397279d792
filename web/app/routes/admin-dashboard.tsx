import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { Figures } from '~/staff/dashboard/figures.tsx';
import { Overview } from '~/staff/dashboard/overview.tsx';

export const meta = () => pageMeta('Admin dashboard');

export default function AdminDashboardPage() {
  return (
    <AdminPage title="Dashboard" lead="Open work and key numbers.">
      <Overview />
      <Figures />
    </AdminPage>
  );
}
