import { DEFAULT_SLOT, isInRange } from '@kindpal/contract/availability/rules';
import { DATES_MAX } from '@kindpal/contract/availability/schema';
import { CalendarPlus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { dateProblem } from './date-problem.ts';
import { SlotList } from './slot-list.tsx';
import { dateText } from './slot-text.ts';
import { UnavailableRanges } from './unavailable-ranges.tsx';
import type { AvailabilityForm } from './use-availability-form.ts';

/** Dates with their own hours, and ranges without any. [V2] */
export function SpecificDates({ form }: { form: AvailabilityForm }) {
  return (
    <div className="grid gap-8">
      <section aria-labelledby="own-hours" className="grid gap-3">
        <div className="grid gap-1">
          <h3 id="own-hours" className="text-lg">
            Different hours on a date
          </h3>
          <p className="text-ink-soft text-sm">These override your weekly hours.</p>
        </div>
        <AddDate form={form} />
        <DateList form={form} />
      </section>
      <UnavailableRanges form={form} />
    </div>
  );
}

/** Why a date cannot be added. */
function problemOf(date: string, { data, today }: AvailabilityForm): string | null {
  const problem = dateProblem(date, { today, missing: 'Please choose a date' });
  if (problem) return problem;
  if (data.specificDates[date]) return 'This date is in the list already';
  return Object.keys(data.specificDates).length >= DATES_MAX
    ? `Up to ${DATES_MAX} dates can be saved`
    : null;
}

function AddDate({ form }: { form: AvailabilityForm }) {
  const [date, setDate] = useState('');
  const [error, setError] = useState<string | null>(null);
  const box = useRef<HTMLInputElement>(null);

  function add(event: FormEvent) {
    event.preventDefault();
    const problem = problemOf(date, form);
    setError(problem);
    if (problem) return box.current?.focus();
    form.change({ specificDates: { ...form.data.specificDates, [date]: [DEFAULT_SLOT] } });
    setDate('');
  }
  return (
    <form noValidate onSubmit={add} className="flex flex-wrap items-start gap-2">
      <Field label="Date" hideLabel error={error ?? undefined} className="min-w-0 flex-1 basis-40">
        <TextInput
          ref={box}
          type="date"
          min={form.today}
          max="9999-12-31"
          value={date}
          onChange={(event) => {
            setDate(event.target.value);
            setError(null);
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="outline"
        icon={<CalendarPlus aria-hidden="true" className="size-5" />}
      >
        Add Date
      </Button>
    </form>
  );
}

function DateList({ form }: { form: AvailabilityForm }) {
  const { specificDates } = form.data;
  const dates = Object.keys(specificDates)
    .filter((date) => date >= form.today)
    .sort();
  if (dates.length === 0) return null;
  return (
    <ul aria-label="Specific dates" className="grid divide-y divide-line border-line border-y">
      {dates.map((date) => (
        <DateEntry key={date} form={form} date={date} />
      ))}
    </ul>
  );
}

function DateEntry({ form, date }: { form: AvailabilityForm; date: string }) {
  const { [date]: slots = [], ...others } = form.data.specificDates;
  return (
    <li className="grid gap-1 py-2">
      <div className="flex min-h-11 items-center justify-between gap-2">
        <h4 className="font-semibold">{dateText(date)}</h4>
        <IconButton
          label={`Remove ${dateText(date)}`}
          tone="danger"
          onClick={() =>
            form.changeUndoably(`${dateText(date)} removed.`, { specificDates: others })
          }
        >
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      {isInRange(form.data, date) ? (
        <p className="text-caution text-sm">
          This day is in a range marked unavailable, which takes priority.
        </p>
      ) : null}
      {slots.length === 0 ? (
        <p className="text-ink-soft text-sm">Not available on this day.</p>
      ) : null}
      <SlotList
        day={dateText(date)}
        slots={slots}
        onChange={(next) => form.change({ specificDates: { ...others, [date]: next } })}
      />
    </li>
  );
}
