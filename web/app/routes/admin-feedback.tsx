import { pageMeta } from '~/lib/page-meta.ts';
import { AdminPage } from '~/staff/admin-page.tsx';
import { FeedbackDesk } from '~/staff/feedback/feedback-desk.tsx';

export const meta = () => pageMeta('Feedback Management');

export default function AdminFeedbackPage() {
  return (
    <AdminPage title="Feedback Management" lead="We promise an answer within about 24 hours.">
      <FeedbackDesk />
    </AdminPage>
  );
}
