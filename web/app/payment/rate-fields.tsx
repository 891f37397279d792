import { RATE_STEPS } from '@kindpal/contract/payment/rules';
import type { UseFormReturn } from 'react-hook-form';
import { Field } from '~/ui/field.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { useCurrencySign } from './currency-sign.tsx';
import { AMOUNT_FIELD, type RateValues } from './rate-form.ts';

const PREFERENCES = [
  { value: 'hourly_rate', label: 'Hourly rate', description: 'Set price per hour' },
  { value: 'fixed_rate', label: 'Fixed rate', description: 'Set price per visit or walk' },
  { value: 'negotiable', label: 'Negotiable', description: 'Agreed with each owner' },
] as const;

const AMOUNTS = {
  hourly_rate: { label: 'Hourly rate amount', hint: 'In steps of 0.50.' },
  fixed_rate: { label: 'Fixed rate amount', hint: 'In steps of 1.00.' },
};

type RateFieldsProps = { form: UseFormReturn<RateValues, unknown, unknown> };

/** A sitter's payment preference, with the amount if it has one. [R6] */
export function RateFields({ form }: RateFieldsProps) {
  const sign = useCurrencySign();
  const { errors } = form.formState;
  const chosen = form.watch('payment_preference');
  const preference = !chosen || chosen === 'negotiable' ? null : chosen;
  return (
    <>
      <RadioCards
        legend="How you like to be paid"
        options={PREFERENCES}
        columns={3}
        error={errors.payment_preference?.message}
        {...form.register('payment_preference')}
      />
      {preference ? (
        <Field
          key={preference}
          label={AMOUNTS[preference].label}
          error={errors[AMOUNT_FIELD[preference]]?.message}
          hint={AMOUNTS[preference].hint}
          className="sm:max-w-xs"
        >
          <TextInput
            type="number"
            inputMode="decimal"
            min={0}
            step={RATE_STEPS[preference]}
            before={sign}
            {...form.register(AMOUNT_FIELD[preference])}
          />
        </Field>
      ) : null}
    </>
  );
}
