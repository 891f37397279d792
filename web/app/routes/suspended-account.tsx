import { pageMeta } from '~/lib/page-meta.ts';
import { SuspendedAccount } from '~/moderation/suspended-account.tsx';

export const meta = () => pageMeta('Your data and your account');

export default function SuspendedAccountPage() {
  return (
    <div className="page grid max-w-2xl gap-6 py-6 sm:py-10">
      <SuspendedAccount />
    </div>
  );
}
