import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { timeText } from '~/availability/slot-text.ts';
import { counted } from '~/lib/counted.ts';
import { DOT } from '~/lib/format.ts';
import { zoneName } from '~/lib/zone-name.ts';
import { Field } from '~/ui/field.tsx';
import { SegmentedControl } from '~/ui/segmented-control.tsx';
import { Select } from '~/ui/select.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import type { JobFormValues } from './job-form.ts';
import { periodOf } from './job-preview.ts';
import { momentToWallClock } from './wall-clock.ts';
import { type changeWhen, endsAfter, partsOf, spanOf, timesOfDay } from './when.ts';

type Change = (change: Parameters<typeof changeWhen>[1]) => void;
type WhenFieldsProps = {
  values: JobFormValues;
  errors: FieldErrors<JobFormValues>;
  timeZone: string;
  onChange: Change;
};

const SPANS = [
  { value: 'one', label: 'One day' },
  { value: 'several', label: 'Several days' },
] as const;

/** Day and times in this browser's time zone: one day, or from one day to another. [J2] */
export function WhenFields(props: WhenFieldsProps) {
  const { values, timeZone, onChange } = props;
  const span = spanOf(values);
  return (
    <>
      <SegmentedControl
        label="How long"
        value={span}
        options={SPANS}
        onChange={(chosen) => onChange({ span: chosen })}
        className="w-full sm:w-auto sm:justify-self-start"
      />
      {span === 'one' ? <OneDay {...props} /> : <SeveralDays {...props} />}
      <p className="-mt-2 text-ink-soft text-xs">Times are in {zoneName(timeZone)}.</p>
    </>
  );
}

const PAIR =
  'grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-start gap-3 sm:gap-5';

function OneDay({ values, errors, timeZone, onChange }: WhenFieldsProps) {
  const start = partsOf(values.start);
  const end = partsOf(values.end);
  return (
    <div className="flex flex-wrap items-start gap-3 *:min-w-0 *:grow sm:gap-5">
      <div className="basis-[9.75rem]">
        <DayField
          label="Date"
          name="start"
          timeZone={timeZone}
          value={start.date}
          error={start.date ? undefined : errors.start && 'Please choose a day'}
          onPick={(startDate) => onChange({ startDate })}
        />
      </div>
      <div className="basis-[8.5rem]">
        <StartTime values={values} errors={errors} onChange={onChange} />
      </div>
      <Field label="End" error={errors.end?.message} className="basis-full sm:basis-[10rem]">
        <Select
          name="end"
          value={end.time}
          onChange={(event) => onChange({ endTime: event.target.value })}
        >
          <option value="">Choose</option>
          {endsAfter(values.start, end.time).map((option) => (
            <option key={option.time} value={option.time}>
              {timeText(option.time)}
              {option.end ? endNote(values.start, option.end, timeZone) : ''}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  );
}

/**
 * The length up to this end, short enough for a narrow field: ' · 1.5 hrs', with a note if it is
 * the next day.
 */
function endNote(start: string, end: string, timeZone: string): string {
  const period = periodOf({ start, end }, timeZone);
  const day = end.slice(0, 10) === start.slice(0, 10) ? '' : ', next day';
  if (!period) return '';
  const { minutes } = period;
  return `${DOT}${minutes < 60 ? `${minutes} min` : counted(Math.round(minutes / 6) / 10, 'hr')}${day}`;
}

function SeveralDays({ values, errors, timeZone, onChange }: WhenFieldsProps) {
  const start = partsOf(values.start);
  const end = partsOf(values.end);
  const isEndDayMissing = errors.end !== undefined && end.date === '';
  return (
    <>
      <div className={PAIR}>
        <DayField
          label="First day"
          name="start"
          timeZone={timeZone}
          value={start.date}
          error={start.date ? undefined : errors.start && 'Please choose a day'}
          onPick={(startDate) => onChange({ startDate })}
        />
        <StartTime values={values} errors={errors} onChange={onChange} />
      </div>
      <div className={PAIR}>
        <DayField
          label="Last day"
          name="end"
          timeZone={timeZone}
          from={start.date}
          value={end.date}
          error={isEndDayMissing ? 'Please choose a day' : undefined}
          onPick={(endDate) => onChange({ endDate })}
        />
        <Field label="End" error={isEndDayMissing ? missingTime(end.time) : errors.end?.message}>
          <TimeSelect name="end" value={end.time} onPick={(endTime) => onChange({ endTime })} />
        </Field>
      </div>
    </>
  );
}

/** The error of a time whose day is missing too, which has the other error. */
const missingTime = (time: string) => (time === '' ? 'Please choose a time' : undefined);

function StartTime({ values, errors, onChange }: Omit<WhenFieldsProps, 'timeZone'>) {
  const { date, time } = partsOf(values.start);
  const error = date ? errors.start?.message : errors.start && missingTime(time);
  return (
    <Field label="Start" error={error}>
      <TimeSelect name="start" value={time} onPick={(startTime) => onChange({ startTime })} />
    </Field>
  );
}

type DayFieldProps = {
  label: string;
  name: string;
  timeZone: string;
  value: string;
  /** The first selectable day; today by default. */
  from?: string;
  error: string | undefined;
  onPick: (date: string) => void;
};

function DayField({ label, name, timeZone, value, from, error, onPick }: DayFieldProps) {
  const [today] = useState(() => partsOf(momentToWallClock(new Date(), timeZone)).date);
  return (
    <Field label={label} error={error}>
      <TextInput
        type="date"
        name={name}
        min={from || today}
        value={value}
        onChange={(event) => onPick(event.target.value)}
      />
    </Field>
  );
}

type TimeSelectProps = { name: string; value: string; onPick: (time: string) => void };

function TimeSelect({ name, value, onPick }: TimeSelectProps) {
  return (
    <Select name={name} value={value} onChange={(event) => onPick(event.target.value)}>
      <option value="">Choose</option>
      {timesOfDay(value).map((time) => (
        <option key={time} value={time}>
          {timeText(time)}
        </option>
      ))}
    </Select>
  );
}
