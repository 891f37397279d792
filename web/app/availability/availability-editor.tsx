import type { OwnProfile } from '@kindpal/contract/member/schema';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { notify } from '~/notify/notify.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { Switch } from '~/ui/switch.tsx';
import { TabPanel, Tabs } from '~/ui/tabs.tsx';
import { tabWithError } from './availability-draft.ts';
import { CalendarView } from './calendar-view.tsx';
import { SaveBar } from './save-bar.tsx';
import { SpecificDates } from './specific-dates.tsx';
import { TimeZoneLine } from './time-zone-line.tsx';
import { type AvailabilityForm, useAvailabilityForm } from './use-availability-form.ts';
import { WeeklySchedule } from './weekly-schedule.tsx';

const TABS = (
  [
    ['week', 'Weekly Schedule'],
    ['dates', 'Specific Dates'],
    ['calendar', 'Calendar View'],
  ] as const
).map(([value, text]) => ({
  value,
  // A phone has room for only one word per line.
  label: (
    <span className="-mx-2 flex justify-center">
      <span className="max-sm:w-min max-sm:text-xs">{text}</span>
    </span>
  ),
}));

type AvailabilityEditorProps = {
  profile: OwnProfile;
  /** Whether the page around it has the save button. */
  isSavedByPage?: boolean;
};

/**
 * When a member takes jobs: a main switch, the week, specific dates and days away, and a month
 * view. [V1–V4]
 */
export function AvailabilityEditor({ profile, isSavedByPage = false }: AvailabilityEditorProps) {
  const form = useAvailabilityForm(profile);
  const [tab, setTab] = useState<string>('week');
  const whole = useRef<HTMLDivElement>(null);

  function save() {
    const wrong = tabWithError(form.data);
    if (wrong === null) return void form.save();
    if (!form.enabled) return notifyHidden();
    if (tab !== 'calendar' || !firstWrong()) flushSync(() => setTab(wrong));
    firstWrong()?.focus();
  }
  const firstWrong = () =>
    whole.current?.querySelector<HTMLElement>(
      '[role=tabpanel][data-state=active] [aria-invalid=true]',
    );

  return (
    <div ref={whole} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {form.hasConflict ? <Conflict form={form} /> : null}
      <Switch
        label="Available for jobs"
        checked={form.enabled}
        onChange={(event) => form.setEnabled(event.target.checked)}
      />
      {form.enabled ? (
        <>
          <Tabs value={tab} onValueChange={setTab} label="Availability" tabs={TABS}>
            <TabPanel value="week">
              <WeeklySchedule form={form} />
            </TabPanel>
            <TabPanel value="dates">
              <SpecificDates form={form} />
            </TabPanel>
            <TabPanel value="calendar">
              <CalendarView form={form} />
            </TabPanel>
          </Tabs>
          <TimeZoneLine form={form} />
        </>
      ) : (
        <p role="status" className="rounded-md bg-sunken p-4">
          You are currently marked as unavailable. Your hours are kept for when you switch back on.
        </p>
      )}
      <SaveBar form={form} onSave={isSavedByPage ? null : save} />
    </div>
  );
}

function notifyHidden() {
  notify.outcome({
    title: 'Invalid time range',
    description: 'Some end times come before start times. Fix them or cancel.',
    variant: 'destructive',
  });
}

/** Shown if another tab or device saved while this one had unsaved changes. [V4] */
function Conflict({ form }: { form: AvailabilityForm }) {
  return (
    <Banner
      tone="caution"
      title="Your availability was changed on another device."
      action={
        <>
          <Button size="sm" variant="outline" onClick={form.keepMine}>
            Keep My Changes
          </Button>
          <Button size="sm" variant="outline" onClick={form.cancel}>
            Load Saved Version
          </Button>
        </>
      }
    >
      Your changes here aren’t saved. Saving them would replace the other change.
    </Banner>
  );
}
