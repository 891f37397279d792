import { useParams } from 'react-router';
import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { StaffMemberPanel } from '~/staff/members/member-panel.tsx';
import { ReturnLink } from '~/ui/return-link.tsx';

export const meta = () => pageMeta('Member');

export default function AdminMemberPage() {
  const { userId = '' } = useParams();
  return (
    <AdminPage title="Member" back={<ReturnLink to="/admin/users">User Management</ReturnLink>}>
      <StaffMemberPanel id={userId} />
    </AdminPage>
  );
}
