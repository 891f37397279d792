import { Outlet } from 'react-router';
import { AdminShell } from '~/staff/frame/admin-shell.tsx';

export default function AdminLayout() {
  return (
    <AdminShell>
      <Outlet />
    </AdminShell>
  );
}
