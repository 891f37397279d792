import type { NotificationSettings as Settings } from '@kindpal/contract/notification/schema';
import { api } from '~/lib/calls/api.ts';
import { useSavedAtOnce } from '~/lib/use-saved-at-once.ts';
import { Card } from '~/ui/card.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { MailboxBanner } from '../mailbox-banner.tsx';
import { BusyCalendar } from './busy-calendar.tsx';
import { CalendarFeed } from './calendar-feed.tsx';
import { ChannelTable } from './channel-table.tsx';
import { DigestChoice } from './digest-choice.tsx';
import { EmailsWait } from './emails-wait.tsx';
import { EndLinks } from './end-links.tsx';
import { NewJobsChoice } from './new-jobs-choice.tsx';
import { PauseEmails } from './pause-emails.tsx';
import { PushDevices } from './push-devices.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { SendTest } from './send-test.tsx';
import { applyChange, type SettingsChange } from './settings-change.ts';

/** Which notifications a member gets, by which channel, and when; each change is saved at once. */
export function NotificationSettings() {
  const { query, shown, change, isSaving } = useSavedAtOnce({
    read: api.notification.getSettings.queryOptions(),
    save: api.notification.updateSettings.mutationOptions(),
    apply: applyChange,
  });
  if (query.isError && !query.data) {
    return <LoadFailed title="Your settings didn’t load" query={query} />;
  }
  if (!shown) {
    return (
      <OfflineWait query={query}>
        <Skeleton className="h-96 rounded-lg" />
      </OfflineWait>
    );
  }
  return <Sections settings={shown} isSaving={isSaving} onChange={change} />;
}

type SectionsProps = {
  settings: Settings;
  isSaving: boolean;
  onChange: (change: SettingsChange) => void;
};

function Sections({ settings, isSaving, onChange }: SectionsProps) {
  return (
    <div className="grid gap-5">
      <EmailsWait />
      <MailboxBanner />
      <Card as="section" aria-labelledby="channels" className="grid gap-3">
        <h2 id="channels" className="text-xl">
          What we tell you about
        </h2>
        <ChannelTable groups={settings.groups} onChange={onChange} />
      </Card>
      <Card as="section" aria-labelledby="devices" className="grid gap-3">
        <h2 id="devices" className="text-xl">
          On your devices
        </h2>
        <PushDevices />
      </Card>
      {settings.new_jobs ? (
        <Card as="section" aria-labelledby="new-jobs" className="grid gap-3">
          <h2 id="new-jobs" className="text-xl">
            New jobs that fit me
          </h2>
          <NewJobsChoice newJobs={settings.new_jobs} onChange={onChange} />
        </Card>
      ) : null}
      <Card as="section" aria-labelledby="digest" className="grid gap-3">
        <h2 id="digest" className="text-xl">
          Digest
        </h2>
        <DigestChoice settings={settings} onChange={onChange} />
      </Card>
      <Card as="section" aria-labelledby="quiet" className="grid gap-3">
        <h2 id="quiet" className="text-xl">
          Quiet hours
        </h2>
        <QuietHours settings={settings} onChange={onChange} />
      </Card>
      <Card as="section" aria-labelledby="pause" className="grid gap-3">
        <h2 id="pause" className="text-xl">
          Pause
        </h2>
        <PauseEmails until={settings.paused_until} isBusy={isSaving} onChange={onChange} />
      </Card>
      <Card as="section" aria-labelledby="calendar" className="grid gap-3">
        <h2 id="calendar" className="text-xl">
          Calendar
        </h2>
        <CalendarFeed />
        {settings.new_jobs ? <BusyCalendar /> : null}
      </Card>
      <Card as="section" aria-labelledby="test" className="grid gap-3">
        <h2 id="test" className="text-xl">
          Test and links
        </h2>
        <SendTest />
        <EndLinks />
      </Card>
    </div>
  );
}
