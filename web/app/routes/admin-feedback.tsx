import { AdminPage } from '~/admin/admin-page.tsx';
import { FeedbackDesk } from '~/admin/feedback/feedback-desk.tsx';
import { pageMeta } from '~/lib/page-meta.ts';

export const meta = () => pageMeta('Feedback Management');

export default function AdminFeedbackPage() {
  return (
    <AdminPage title="Feedback Management" lead="We promise an answer within about 24 hours.">
      <FeedbackDesk />
    </AdminPage>
  );
}
