import { type DateRange, mergeRanges } from '@kindpal/contract/availability/rules';
import { RANGES_MAX } from '@kindpal/contract/availability/schema';
import { CalendarX2, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { IconButton } from '~/ui/icon-button.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { dateProblem } from './date-problem.ts';
import { rangeText } from './slot-text.ts';
import type { AvailabilityForm } from './use-availability-form.ts';

/** Whole days away, which take precedence over everything else. [V2] */
export function UnavailableRanges({ form }: { form: AvailabilityForm }) {
  const ranges = form.data.unavailableDateRanges;
  const shown = ranges.filter(({ end }) => end >= form.today);
  return (
    <section aria-labelledby="days-away" className="grid gap-3">
      <div className="grid gap-1">
        <h3 id="days-away" className="text-lg">
          Days away
        </h3>
        <p className="text-ink-soft text-sm">A vacation, a busy week: no hours on these days.</p>
      </div>
      <MarkRange form={form} />
      {shown.length > 0 ? (
        <ul
          aria-label="Unavailable ranges"
          className="grid divide-y divide-line border-line border-y"
        >
          {shown.map((range) => (
            <li key={range.start} className="flex items-center justify-between gap-2 py-2">
              <span className="font-semibold">{rangeText(range)}</span>
              <IconButton
                label={`Remove ${rangeText(range)}`}
                tone="danger"
                onClick={() =>
                  form.changeUndoably(`${rangeText(range)} removed.`, {
                    unavailableDateRanges: ranges.filter((other) => other !== range),
                  })
                }
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

type Problems = { start?: string; end?: string };

function problemsOf({ start, end }: DateRange, { data, today }: AvailabilityForm): Problems {
  const isFull = data.unavailableDateRanges.length >= RANGES_MAX;
  const first = isFull
    ? `Up to ${RANGES_MAX} ranges can be saved`
    : dateProblem(start, { today, missing: 'Please choose the first day' });
  const last =
    end && start && end < start
      ? 'The last day can’t be before the first'
      : dateProblem(end, { today, missing: 'Please choose the last day' });
  return { ...(first ? { start: first } : {}), ...(last ? { end: last } : {}) };
}

const NONE: DateRange = { start: '', end: '' };

function MarkRange({ form }: { form: AvailabilityForm }) {
  const [range, setRange] = useState(NONE);
  const [problems, setProblems] = useState<Problems>({});
  const [first, last] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const { unavailableDateRanges: ranges } = form.data;

  function type(part: Partial<DateRange>) {
    setRange({ ...range, ...part });
    setProblems({});
  }
  function mark(event: FormEvent) {
    event.preventDefault();
    const found = problemsOf(range, form);
    setProblems(found);
    if (found.start) return first.current?.focus();
    if (found.end) return last.current?.focus();
    form.change({ unavailableDateRanges: mergeRanges([...ranges, range]) });
    setRange(NONE);
  }
  return (
    <form noValidate onSubmit={mark} className="grid gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="First day" error={problems.start}>
          <TextInput
            ref={first}
            type="date"
            min={form.today}
            max="9999-12-31"
            value={range.start}
            onChange={(event) => type({ start: event.target.value })}
          />
        </Field>
        <Field label="Last day" error={problems.end}>
          <TextInput
            ref={last}
            type="date"
            min={range.start || form.today}
            max="9999-12-31"
            value={range.end}
            onChange={(event) => type({ end: event.target.value })}
          />
        </Field>
      </div>
      <Button
        type="submit"
        variant="outline"
        className="sm:justify-self-start"
        icon={<CalendarX2 aria-hidden="true" className="size-5" />}
      >
        Mark Range Unavailable
      </Button>
    </form>
  );
}
