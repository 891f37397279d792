import { pageMeta } from '~/lib/page-meta.ts';
import { DataViews } from '~/privacy/data-views.tsx';
import { OwnReadings } from '~/reading/own-readings.tsx';
import { BackLink } from '~/ui/back-link.tsx';

export const meta = () => pageMeta('Who viewed your data');

export default function DataViewsPage() {
  return (
    <div className="page grid max-w-3xl gap-6 py-4 md:py-6">
      <header className="grid justify-items-start gap-1">
        <BackLink to="/security">Security</BackLink>
        <h1 className="text-3xl">Who viewed your data</h1>
        <p className="text-ink-soft">
          Who saw your exact address, home access, email address or your pet’s health notes, and who
          on our team looked at what. What they look at for a report isn’t listed, and who decides
          about a member isn’t named. Repeat views by the same person within an hour are listed
          once. Entries are kept for 12 months.
        </p>
      </header>
      <OwnReadings />
      <DataViews />
    </div>
  );
}
