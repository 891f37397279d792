import { zodResolver } from '@hookform/resolvers/zod';
import { type OwnProfile, paymentServiceSchema } from '@kindpal/contract/member/schema';
import { PAYMENT_SERVICE_MAX, type PaymentLink } from '@kindpal/contract/payment/rules';
import { Plus } from 'lucide-react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { rejectedFields, showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { useUpdateProfile } from '~/member/use-own-profile.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { limitCharacters } from '~/ui/limit-characters.ts';
import { Select } from '~/ui/select.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import {
  newMethodKey,
  normalizedPreview,
  type PaymentMethodValues,
  paymentMethodSchema,
} from './payment-method.ts';

const EMPTY: PaymentMethodValues = { service: '', name: '', url: '' };

/** A form to add a payment method; while typing, it shows the result or the error. [R5] */
export function PaymentMethodForm({ profile }: { profile: OwnProfile }) {
  const update = useUpdateProfile(profile.id);
  const form = useForm<PaymentMethodValues, unknown, PaymentLink>({
    resolver: zodResolver(paymentMethodSchema),
    defaultValues: EMPTY,
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);

  async function add(method: PaymentLink) {
    try {
      await update({ payment_links: { [newMethodKey(method)]: method } });
      form.reset(EMPTY);
      notify.outcome({ title: 'Payment method added', description: method.service });
    } catch (error) {
      const [rejected] = rejectedFields(error);
      const field = rejected?.path.endsWith('.service') ? 'name' : 'url';
      if (rejected) form.setError(field, { message: rejected.message }, { shouldFocus: true });
      else showFormError(error, form, { unexpected: 'Failed to add payment method' });
    }
  }

  return (
    <form
      noValidate
      aria-label="Add a payment method"
      className="grid gap-4"
      onSubmit={form.handleSubmit(add)}
    >
      <MethodFields form={form} />
      <Button
        type="submit"
        variant="outline"
        className="sm:justify-self-start"
        icon={<Plus aria-hidden="true" className="size-5" />}
        busy={isSubmitting}
        busyLabel="Adding..."
      >
        Add Payment Method
      </Button>
    </form>
  );
}

function MethodFields({
  form,
}: {
  form: UseFormReturn<PaymentMethodValues, unknown, PaymentLink>;
}) {
  const { register, formState, watch } = form;
  const { errors } = formState;
  const typed = watch();
  const isOther = typed.service === 'Other';
  const hasRefusedName = isOther && errors.name !== undefined;
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Service" optional hint="We can usually tell from what you enter below.">
          <Select {...register('service')}>
            <option value="">Detect it for me</option>
            {paymentServiceSchema.options.map((service) => (
              <option key={service}>{service}</option>
            ))}
          </Select>
        </Field>
        {isOther ? (
          <Field label="Name of the service" optional error={errors.name?.message}>
            <TextInput
              autoComplete="off"
              {...limitCharacters({ maxLength: PAYMENT_SERVICE_MAX, ...register('name') })}
            />
          </Field>
        ) : null}
      </div>
      <Field
        label="Link, $cashtag or @name"
        error={errors.url?.message}
        hint={
          (hasRefusedName ? undefined : normalizedPreview(typed)) ??
          'Like https://paypal.me/you, $you for Cash App, @you for Venmo.'
        }
      >
        <TextInput
          type="text"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...register('url')}
        />
      </Field>
    </>
  );
}
