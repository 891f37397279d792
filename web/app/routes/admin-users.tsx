import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { UserManagement } from '~/staff/members/user-management.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('User Management');

export default function AdminUsersPage() {
  return (
    <AdminPage
      title="User Management"
      lead="All members and their roles."
      action={
        <ButtonLink to="/admin/users/identity" variant="outline" size="sm">
          Identity Checks
        </ButtonLink>
      }
    >
      <UserManagement />
    </AdminPage>
  );
}
