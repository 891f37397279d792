import { MessageCircleQuestion } from 'lucide-react';
import { openHelp } from '~/feedback/help-signal.ts';
import { MyRequests } from '~/feedback/my-requests.tsx';
import { OwnHearings } from '~/hearing/own-hearings.tsx';
import { pageMeta } from '~/lib/page-meta.ts';
import { OwnDecisions } from '~/moderation/own-decisions.tsx';
import { OwnReports } from '~/report/own-reports.tsx';
import { Button } from '~/ui/button.tsx';

export const meta = () => pageMeta('My Requests');

export default function MyRequestsPage() {
  return (
    <div className="page group/requests grid max-w-3xl gap-6 py-6 sm:py-10">
      <header className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-3xl">My Requests</h1>
          <p className="text-ink-soft">Your requests and our answers.</p>
        </div>
        <Button
          variant="outline"
          size="sm"
          icon={<MessageCircleQuestion aria-hidden="true" className="size-5" />}
          onClick={openHelp}
        >
          Contact Support
        </Button>
      </header>
      <OwnHearings />
      <OwnDecisions />
      <OwnReports />
      <MyRequests />
    </div>
  );
}
