import { zodResolver } from '@hookform/resolvers/zod';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import type { Rates } from '@kindpal/contract/payment/rules';
import { useForm } from 'react-hook-form';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { useUpdateProfile } from '~/member/use-own-profile.ts';
import { notify } from '~/notify/notify.ts';
import { SaveButton } from '~/ui/save-button.tsx';
import { RateFields } from './rate-fields.tsx';
import { type RateValues, rateFormSchema, rateValuesOf } from './rate-form.ts';

/** How a sitter wants to be paid, for members who sit. [R6] */
export function PaymentPreferenceForm({ profile }: { profile: OwnProfile }) {
  const update = useUpdateProfile(profile.id);
  const form = useForm<RateValues, unknown, Rates>({
    resolver: zodResolver(rateFormSchema),
    defaultValues: rateValuesOf(profile),
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);

  async function save(rates: Rates) {
    try {
      form.reset(rateValuesOf(await update(rates)));
      notify.outcome({ title: 'Payment preferences updated successfully' });
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to update payment preferences' });
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(save)}>
      <RateFields form={form} />
      <SaveButton isDirty={isDirty} busy={isSubmitting}>
        Save Payment Preferences
      </SaveButton>
    </form>
  );
}
