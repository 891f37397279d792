import { Outlet } from 'react-router';
import { AdminShell } from '~/admin/frame/admin-shell.tsx';

export default function AdminLayout() {
  return (
    <AdminShell>
      <Outlet />
    </AdminShell>
  );
}
