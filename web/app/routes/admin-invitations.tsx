import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { DisableCode } from '~/staff/invitations/disable-code.tsx';
import { Invitations } from '~/staff/invitations/invitations.tsx';

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
