import { useParams } from 'react-router';
import { AdminPage } from '~/admin/admin-page.tsx';
import { MemberPanel } from '~/admin/members/member-panel.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { ReturnLink } from '~/ui/return-link.tsx';

export const meta = () => pageMeta('Member');

export default function AdminMemberPage() {
  const { userId = '' } = useParams();
  return (
    <AdminPage title="Member" back={<ReturnLink to="/admin/users">User Management</ReturnLink>}>
      <MemberPanel id={userId} />
    </AdminPage>
  );
}
