import { Search } from 'lucide-react';
import { OwnerList } from '~/job/list/owner-list.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { BackLink } from '~/ui/back-link.tsx';
import { ButtonLink } from '~/ui/link.tsx';

export const meta = () => pageMeta('Pet Owners');

export default function PetOwnersPage() {
  return (
    <div className="page grid grid-cols-[minmax(0,1fr)] gap-6 py-4 md:py-6">
      <div className="grid gap-2">
        <BackLink to="/dashboard">Back to Dashboard</BackLink>
        <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
          <div className="grid gap-1.5">
            <h1 className="text-3xl">Pet Owners</h1>
            <p className="text-ink-soft">Owners with open jobs.</p>
          </div>
          <ButtonLink
            to="/jobs"
            variant="outline"
            icon={<Search aria-hidden="true" className="size-5" />}
          >
            View Available Jobs
          </ButtonLink>
        </div>
      </div>
      <OwnerList />
    </div>
  );
}
