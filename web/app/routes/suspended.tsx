import { pageMeta } from '~/lib/page-meta.ts';
import { OwnSuspension } from '~/moderation/own-suspension.tsx';

export const meta = () => pageMeta('Your account');

export default function SuspendedPage() {
  return (
    <div className="page grid max-w-2xl gap-6 py-6 sm:py-10">
      <OwnSuspension />
    </div>
  );
}
