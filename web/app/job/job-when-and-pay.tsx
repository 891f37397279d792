import { useState } from 'react';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { useCurrencySign } from '~/payment/currency-sign.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import type { JobFormValues } from './job-form.ts';
import { momentToWallClock } from './wall-clock.ts';

type PartProps = {
  register: UseFormRegister<JobFormValues>;
  errors: FieldErrors<JobFormValues>;
};

type WhenFieldsProps = PartProps & { timeZone: string; onStart: () => void };

/** Start and end on the wall clock of this browser's zone. [J2] */
export function WhenFields({ register, errors, timeZone, onStart }: WhenFieldsProps) {
  const [now] = useState(() => momentToWallClock(new Date(), timeZone));
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label="Start"
        error={errors.start?.message}
        hint={`Times are those of ${placeOf(timeZone)}.`}
      >
        <TextInput type="datetime-local" min={now} {...register('start', { onChange: onStart })} />
      </Field>
      <Field label="End" error={errors.end?.message}>
        <TextInput type="datetime-local" min={now} {...register('end')} />
      </Field>
    </div>
  );
}

function placeOf(timeZone: string): string {
  return timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone;
}

/** The amount for everything, and what an hour costs where that matters. [J2] */
export function PayFields({ register, errors }: PartProps) {
  const sign = useCurrencySign();
  const box = { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 } as const;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        label="Total amount"
        error={errors.total_amount?.message}
        hint="For the whole job. Enter 0 if you’re asking a favor."
      >
        <TextInput {...box} before={sign} {...register('total_amount')} />
      </Field>
      <Field label="Hourly rate" optional error={errors.hourly_rate?.message}>
        <TextInput {...box} before={sign} {...register('hourly_rate')} />
      </Field>
    </div>
  );
}
