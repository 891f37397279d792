import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { IdentityDesk } from '~/staff/identity/identity-desk.tsx';
import { BackLink } from '~/ui/back-link.tsx';

export const meta = () => pageMeta('Identity Checks');

export default function AdminIdentityPage() {
  return (
    <AdminPage
      title="Identity Checks"
      lead="One of you checks the document live and records it. Someone else confirms it. Don’t keep a picture of the document or its number."
      back={<BackLink to="/admin/users">User Management</BackLink>}
    >
      <IdentityDesk />
    </AdminPage>
  );
}
