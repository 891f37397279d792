import { pageMeta } from '~/lib/page-meta.ts';
import { DataViews } from '~/privacy/data-views.tsx';
import { OwnReadings } from '~/reading/own-readings.tsx';
import { BackLink } from '~/ui/back-link.tsx';

export const meta = () => pageMeta('Who viewed your data');

export default function DataViewsPage() {
  return (
    <div className="page grid max-w-3xl gap-6 py-4 md:py-6">
      <header className="grid justify-items-start gap-2">
        <BackLink to="/security">Security</BackLink>
        <h1 className="text-3xl">Who viewed your data</h1>
        <p className="text-ink-soft">
          Who saw your exact address, home access, email or pet’s health notes, and what our team
          opened. We keep entries for 12 months.
        </p>
        <p className="text-ink-soft text-sm">
          Not listed: what our team reads for a report, and the names of those who decide about a
          member. Views by the same person within an hour are one entry.
        </p>
      </header>
      <OwnReadings />
      <DataViews />
    </div>
  );
}
