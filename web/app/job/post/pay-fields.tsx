import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { useMoney, viewerTimeZone } from '~/lib/format.ts';
import { useCurrencySign } from '~/payment/currency-sign.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { jobPeriod } from '../job-period.ts';
import { type JobFormValues, readAmount } from './job-form.ts';
import { jobPreview, periodOf } from './job-preview.ts';

type PayFieldsProps = {
  register: UseFormRegister<JobFormValues>;
  errors: FieldErrors<JobFormValues>;
  values: JobFormValues;
};

/** The total amount, and the hourly rate if relevant: never for a favor. [J2] */
export function PayFields({ register, errors, values }: PayFieldsProps) {
  const sign = useCurrencySign();
  const box = { type: 'number', inputMode: 'decimal', min: 0, step: 0.01 } as const;
  const isFavor = readAmount(values.total_amount) === 0;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-start gap-3 sm:gap-5">
      <Field
        label="Total amount"
        error={errors.total_amount?.message}
        hint="For the whole job. Enter 0 if you’re asking a favor."
      >
        <TextInput {...box} before={sign} {...register('total_amount')} />
      </Field>
      {isFavor ? null : (
        <Field label="Hourly rate" optional error={errors.hourly_rate?.message}>
          <TextInput {...box} before={sign} {...register('hourly_rate')} />
        </Field>
      )}
    </div>
  );
}

/** A live preview of the time and pay that sitters will read. [J2] */
export function JobPreview({ values, timeZone }: { values: JobFormValues; timeZone: string }) {
  const money = useMoney();
  const period = periodOf(values, timeZone);
  const text = jobPreview(values, { timeZone, money });
  return (
    <div className="grid min-h-16 content-center rounded-md bg-accent-soft px-4 py-2.5">
      <p className="font-semibold">{text || 'Length and pay show here'}</p>
      <p className="text-ink-soft text-sm">
        {period
          ? jobPeriod(period, { now: new Date(), viewerTimeZone: viewerTimeZone() })
          : 'Choose when it starts and ends.'}
      </p>
    </div>
  );
}
