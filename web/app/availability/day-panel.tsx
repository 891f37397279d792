import {
  type AvailabilityData,
  DEFAULT_SLOT,
  mergeRanges,
  weekdayOf,
} from '@kindpal/contract/availability/rules';
import { DATES_MAX, RANGES_MAX } from '@kindpal/contract/availability/schema';
import { CalendarX2, Clock, Undo2 } from 'lucide-react';
import { Button } from '~/ui/button.tsx';
import { dayStateText } from './day-states.tsx';
import { SlotList } from './slot-list.tsx';
import { dateText, rangeText } from './slot-text.ts';
import type { AvailabilityForm } from './use-availability-form.ts';

type DayPanelProps = { form: AvailabilityForm; date: string };

/** One day of the calendar: how it stands, and how to change that. [V3] */
export function DayPanel({ form, date }: DayPanelProps) {
  const range = form.data.unavailableDateRanges.find(
    ({ start, end }) => start <= date && date <= end,
  );
  return (
    <section aria-label={dateText(date)} className="grid gap-2 rounded-md bg-sunken p-3 sm:p-4">
      <div aria-live="polite" className="grid">
        <h4 className="font-semibold">{dateText(date)}</h4>
        <p className="text-ink-soft text-sm">{dayStateText(form, date)}</p>
      </div>
      {range ? <AwayDay form={form} range={range} /> : <FreeDay form={form} date={date} />}
    </section>
  );
}

type Range = AvailabilityData['unavailableDateRanges'][number];

function AwayDay({ form, range }: { form: AvailabilityForm; range: Range }) {
  const ranges = form.data.unavailableDateRanges;
  return (
    <Button
      variant="outline"
      size="sm"
      className="justify-self-start"
      icon={<Undo2 aria-hidden="true" className="size-5" />}
      onClick={() =>
        form.change({ unavailableDateRanges: ranges.filter((other) => other !== range) })
      }
    >
      {range.start === range.end ? 'Open This Day Again' : `Open ${rangeText(range)} Again`}
    </Button>
  );
}

function FreeDay({ form, date }: DayPanelProps) {
  const { specificDates, unavailableDateRanges, weeklySchedule } = form.data;
  const { [date]: own, ...others } = specificDates;
  const usual = weeklySchedule[weekdayOf(date)];
  const change = (dates: AvailabilityData['specificDates']) =>
    form.change({ specificDates: dates });
  return (
    <>
      {own ? (
        <SlotList
          day={dateText(date)}
          slots={own}
          onChange={(slots) => change({ ...others, [date]: slots })}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        {own ? (
          <Button
            variant="outline"
            size="sm"
            icon={<Undo2 aria-hidden="true" className="size-5" />}
            onClick={() => change(others)}
          >
            Back to Weekly Hours
          </Button>
        ) : (
          <Button
            variant="outline"
            size="sm"
            icon={<Clock aria-hidden="true" className="size-5" />}
            aria-disabled={Object.keys(specificDates).length >= DATES_MAX}
            onClick={() =>
              Object.keys(specificDates).length < DATES_MAX &&
              change({ ...others, [date]: usual.length > 0 ? usual : [DEFAULT_SLOT] })
            }
          >
            Set Other Hours
          </Button>
        )}
        <Button
          variant="outline"
          size="sm"
          icon={<CalendarX2 aria-hidden="true" className="size-5" />}
          aria-disabled={unavailableDateRanges.length >= RANGES_MAX}
          onClick={() =>
            unavailableDateRanges.length < RANGES_MAX &&
            form.change({
              unavailableDateRanges: mergeRanges([
                ...unavailableDateRanges,
                { start: date, end: date },
              ]),
            })
          }
        >
          Mark Unavailable
        </Button>
      </div>
    </>
  );
}
