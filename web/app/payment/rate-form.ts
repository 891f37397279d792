import { type OwnProfile, paymentPreferenceSchema } from '@kindpal/contract/member/schema';
import { type PaymentPreference, RATE_STEPS, type Rates } from '@kindpal/contract/payment/rules';
import { rateSchema } from '@kindpal/contract/payment/schema';
import { z } from 'zod';

/** The values of the fields, as typed. */
export type RateValues = {
  payment_preference: PaymentPreference | '';
  hourly_rate_amount: string;
  fixed_rate_amount: string;
};

/** The field for each preference's amount; negotiable has none. */
export const AMOUNT_FIELD = {
  hourly_rate: 'hourly_rate_amount',
  fixed_rate: 'fixed_rate_amount',
} as const;

export function rateValuesOf(profile: Rates): RateValues {
  const { payment_preference, hourly_rate_amount, fixed_rate_amount } = profile;
  const typed = (amount: number | null) => (amount === null ? '' : String(amount));
  return {
    payment_preference: payment_preference ?? '',
    hourly_rate_amount: typed(hourly_rate_amount),
    fixed_rate_amount: typed(fixed_rate_amount),
  };
}

function readAmount(text: string): number | null {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? null : Number(plain);
}

/** Validates and sends only the visible amount. An empty field means none. [R6] */
export const rateFormSchema = z
  .object({
    payment_preference: z.union([paymentPreferenceSchema, z.literal('')]),
    hourly_rate_amount: z.string(),
    fixed_rate_amount: z.string(),
  })
  .transform((typed, context): Rates => {
    const rates = { payment_preference: typed.payment_preference || null, ...NO_AMOUNTS };
    const { payment_preference } = rates;
    if (payment_preference === null || payment_preference === 'negotiable') return rates;
    const field = AMOUNT_FIELD[payment_preference];
    const read = rateSchema(RATE_STEPS[payment_preference]).safeParse(readAmount(typed[field]));
    if (read.success) return { ...rates, [field]: read.data };
    for (const { message } of read.error.issues) {
      context.addIssue({ code: 'custom', path: [field], message });
    }
    return z.NEVER;
  });

const NO_AMOUNTS: Pick<OwnProfile, 'hourly_rate_amount' | 'fixed_rate_amount'> = {
  hourly_rate_amount: null,
  fixed_rate_amount: null,
};
