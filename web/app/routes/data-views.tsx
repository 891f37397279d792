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
          Who viewed your exact address, home access, email or pet’s health notes, and what our team
          viewed. Not shown: what our team reads for a report, and the names of those who decide
          about a member. Several views by one person within an hour are one entry. We keep entries
          for 12 months.
        </p>
      </header>
      <OwnReadings />
      <DataViews />
    </div>
  );
}
