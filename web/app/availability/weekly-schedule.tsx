import {
  copyMondayToAll,
  DEFAULT_SLOT,
  EMPTY_WEEK,
  type Slot,
  WEEKDAYS,
  type Weekday,
} from '@kindpal/contract/availability/rules';
import { CopyCheck, Eraser, Plus } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '~/ui/button.tsx';
import { Switch } from '~/ui/switch.tsx';
import { SlotList } from './slot-list.tsx';
import { WEEKDAY_LABELS } from './slot-text.ts';
import type { AvailabilityForm } from './use-availability-form.ts';
import { WEEK_PRESETS, withPreset } from './week-presets.ts';

/** Monday to Sunday, each with its hours. [V1] */
export function WeeklySchedule({ form }: { form: AvailabilityForm }) {
  const { weeklySchedule: week } = form.data;
  const isEmpty = WEEKDAYS.every((day) => week[day].length === 0);
  return (
    <div className="grid gap-3">
      <Presets form={form} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="outline"
          size="sm"
          icon={<CopyCheck aria-hidden="true" className="size-5 max-sm:hidden" />}
          onClick={() =>
            form.changeUndoably('Monday copied to all days.', {
              weeklySchedule: copyMondayToAll(week),
            })
          }
        >
          Copy Monday to All
        </Button>
        <Button
          variant="danger-quiet"
          size="sm"
          aria-disabled={isEmpty}
          icon={<Eraser aria-hidden="true" className="size-5 max-sm:hidden" />}
          onClick={() =>
            isEmpty || form.changeUndoably('All days cleared.', { weeklySchedule: EMPTY_WEEK })
          }
        >
          Clear All
        </Button>
      </div>
      <ul className="grid divide-y divide-line border-line border-y">
        {WEEKDAYS.map((day) => (
          <DayRow
            key={day}
            day={day}
            slots={week[day]}
            onChange={(slots) => form.change({ weeklySchedule: { ...week, [day]: slots } })}
          />
        ))}
      </ul>
    </div>
  );
}

/** Buttons for common weeks: each fills its own days and leaves the others unchanged. [V1] */
function Presets({ form }: { form: AvailabilityForm }) {
  return (
    <fieldset aria-label="Fill in common hours" className="flex min-w-0 flex-wrap gap-2">
      {WEEK_PRESETS.map(({ label, days, slot }) => (
        <Button
          key={label}
          variant="outline"
          size="sm"
          icon={<Plus aria-hidden="true" className="size-4" />}
          onClick={() =>
            form.changeUndoably(`${label} filled in.`, {
              weeklySchedule: withPreset(form.data.weeklySchedule, { days, slot }),
            })
          }
        >
          {label}
        </Button>
      ))}
    </fieldset>
  );
}

type DayRowProps = { day: Weekday; slots: Slot[]; onChange: (slots: Slot[]) => void };

function DayRow({ day, slots, onChange }: DayRowProps) {
  const toggle = useRef<HTMLInputElement>(null);
  const label = WEEKDAY_LABELS[day];

  function change(next: Slot[]) {
    if (next.length === 0) toggle.current?.focus({ preventScroll: true });
    onChange(next);
  }
  return (
    <li className="grid gap-1 py-2">
      <Switch
        ref={toggle}
        label={label}
        checked={slots.length > 0}
        onChange={(event) => onChange(event.target.checked ? [DEFAULT_SLOT] : [])}
      />
      {slots.length > 0 ? <SlotList day={label} slots={slots} onChange={change} /> : null}
    </li>
  );
}
