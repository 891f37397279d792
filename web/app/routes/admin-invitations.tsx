import { AdminPage } from '~/admin/admin-page.tsx';
import { DisableCode } from '~/admin/invitations/disable-code.tsx';
import { Invitations } from '~/admin/invitations/invitations.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Invitations');

export default function AdminInvitationsPage() {
  return (
    <AdminPage
      title="Invitations"
      lead="Requests for codes, the waitlist and the newsletter."
      action={<DisableCode />}
    >
      <Invitations />
    </AdminPage>
  );
}
