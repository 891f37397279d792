import { useParams } from 'react-router';
import { AdminPage } from '~/admin/admin-page.tsx';
import { MemberPanel } from '~/admin/members/member-panel.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { BackLink } from '~/ui/back-link.tsx';

export const meta = () => pageMeta('Member');

export default function AdminMemberPage() {
  const { userId = '' } = useParams();
  return (
    <AdminPage title="Member" action={<BackLink to="/admin/users">User Management</BackLink>}>
      <MemberPanel id={userId} />
    </AdminPage>
  );
}
