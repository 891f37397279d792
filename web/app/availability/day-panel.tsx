import {
  type AvailabilityData,
  type DateRange,
  DEFAULT_SLOT,
  mergeRanges,
  weekdayOf,
} from '@kindpal/contract/availability/rules';
import { DATES_MAX, RANGES_MAX } from '@kindpal/contract/availability/schema';
import { CalendarX2, Clock, Undo2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { hasLostFocus } from '~/lib/kept-focus.ts';
import { Button } from '~/ui/button.tsx';
import { dayStateText } from './day-states.tsx';
import { SlotList } from './slot-list.tsx';
import { dateText, rangeText } from './slot-text.ts';
import type { AvailabilityForm } from './use-availability-form.ts';

type DayPanelProps = { form: AvailabilityForm; date: string };

/** One day of the calendar: its state, and controls to change it. [V3] */
export function DayPanel({ form, date }: DayPanelProps) {
  const panel = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each day that is pressed is to be seen
  useEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' });
  }, [date]);
  const range = form.data.unavailableDateRanges.find(
    ({ start, end }) => start <= date && date <= end,
  );

  function change(part: Partial<AvailabilityData>) {
    flushSync(() => form.change(part));
    // The pressed control may have disappeared, and the focus with it.
    if (hasLostFocus()) heading.current?.focus({ preventScroll: true });
  }
  return (
    <section
      ref={panel}
      aria-label={dateText(date)}
      className="grid gap-2 rounded-md bg-sunken p-3 sm:p-4"
    >
      <div aria-live="polite" className="grid">
        <h4 ref={heading} tabIndex={-1} className="font-semibold outline-none">
          {dateText(date)}
        </h4>
        <p className="text-ink-soft text-sm">{dayStateText(form, date)}</p>
      </div>
      {range ? (
        <AwayDay data={form.data} range={range} onChange={change} />
      ) : (
        <FreeDay data={form.data} date={date} onChange={change} />
      )}
    </section>
  );
}

type Choice = {
  data: AvailabilityData;
  onChange: (part: Partial<AvailabilityData>) => void;
};

function AwayDay({ data, range, onChange }: Choice & { range: DateRange }) {
  const ranges = data.unavailableDateRanges;
  return (
    <Button
      variant="outline"
      size="sm"
      className="justify-self-start"
      icon={<Undo2 aria-hidden="true" className="size-5" />}
      onClick={() => onChange({ unavailableDateRanges: ranges.filter((other) => other !== range) })}
    >
      {range.start === range.end ? 'Open This Day Again' : `Open ${rangeText(range)} Again`}
    </Button>
  );
}

function FreeDay({ data, date, onChange }: Choice & { date: string }) {
  const { specificDates, unavailableDateRanges, weeklySchedule } = data;
  const { [date]: own, ...others } = specificDates;
  const usual = weeklySchedule[weekdayOf(date)];
  const put = (dates: AvailabilityData['specificDates']) => onChange({ specificDates: dates });
  return (
    <>
      {own ? (
        <SlotList
          day={dateText(date)}
          slots={own}
          onChange={(slots) => put({ ...others, [date]: slots })}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        {own ? (
          <Button
            variant="outline"
            size="sm"
            icon={<Undo2 aria-hidden="true" className="size-5" />}
            onClick={() => put(others)}
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
              put({ ...others, [date]: usual.length > 0 ? usual : [DEFAULT_SLOT] })
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
            onChange({
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
