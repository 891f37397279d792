import { zodResolver } from '@hookform/resolvers/zod';
import { type OwnProfile, profileEditSchema } from '@kindpal/contract/member/schema';
import { emailSchema } from '@kindpal/contract/text/schema';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { acceptUser, readSession, reloadUser } from '~/account/session/session-store.ts';
import { useUser } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { errorText } from '~/lib/calls/error-text.ts';
import { rejectedFields, showFormError } from '~/lib/calls/form-errors.ts';
import { isUnreachable } from '~/lib/calls/reachability.ts';
import { useFocusFirstWrong } from '~/lib/calls/wrong-fields.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { AddressField, AreaField } from '~/place/area-field.tsx';
import { areaValuesOf, optionalAreaInput, pickPlace } from '~/place/area-values.ts';
import { useOwnProof } from '~/security/use-own-proof.tsx';
import { Field } from '~/ui/field.tsx';
import { SaveButton } from '~/ui/save-button.tsx';
import { EmailInput } from '~/ui/text-input.tsx';
import { ContactPhoneField } from './contact-phone-field.tsx';
import { PendingEmail } from './pending-email.tsx';
import { useUpdateProfile } from './use-own-profile.ts';

const schema = profileEditSchema.pick({ phone: true }).required().extend({
  email: emailSchema,
  location: z.string(),
  place_id: z.string(),
  address: z.string(),
});
type Values = z.input<typeof schema>;
type Contact = z.output<typeof schema>;

const valuesOf = (profile: OwnProfile, email: string): Values => ({
  email,
  phone: profile.phone ?? '',
  ...areaValuesOf(profile),
});

/** Whether the server has this address as the member's pending one. */
async function isPending(email: string): Promise<boolean> {
  try {
    await reloadUser();
  } catch {
    return false;
  }
  return readSession().user?.new_email === email;
}

/**
 * Email, phone, area and address. A new email address is pending until it is confirmed. [R3] [U8]
 */
export function ContactForm({ profile }: { profile: OwnProfile }) {
  const user = useUser();
  const update = useUpdateProfile(profile.id);
  const { mutateAsync: updateUser } = useMutation(api.account.updateUser.mutationOptions());
  const form = useForm<Values, unknown, Contact>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(profile, user.email),
    shouldFocusError: false,
  });
  const { errors, isSubmitting, isDirty, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(element, submitCount);
  useUnsaved(isDirty);
  const { prove, proofWindow } = useOwnProof({
    title: 'Change your email?',
    description: `It changes once you confirm the new address.${
      // Nothing is emailed to an address that may be a stranger's.
      user.confirm_email_by ? '' : ' We also email the one you have now.'
    }`,
    confirmLabel: 'Change email',
  });
  const isNewEmail = form.watch('email').trim().toLowerCase() !== user.email;

  async function save(typed: Contact) {
    try {
      const saved = await update({ phone: typed.phone || null, ...optionalAreaInput(typed) });
      if (isNewEmail && !(await changeEmail(typed.email))) return;
      form.reset(valuesOf(saved, user.email));
      notify.outcome({
        title: 'Contact information updated successfully',
        description: isNewEmail ? `Open the link we sent to ${typed.email}.` : undefined,
      });
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to update contact information' });
    }
  }

  /**
   * Requests the new email address; resolves to false if the member canceled, or if an error was
   * shown.
   */
  async function changeEmail(email: string): Promise<boolean> {
    try {
      return await prove(async (proof) => acceptUser(await updateUser({ email, ...proof })));
    } catch (error) {
      // Only the answer may be lost.
      if (isUnreachable(error) && user.new_email !== email && (await isPending(email))) return true;
      const message = rejectedFields(error)[0]?.message ?? errorText(error);
      form.setError('email', { message });
      const description = `Failed to update email: ${message}`;
      notify.outcome({ title: 'Error', description, variant: 'destructive', error });
      return false;
    }
  }

  return (
    <>
      <form ref={element} noValidate className="grid gap-4" onSubmit={form.handleSubmit(save)}>
        {user.new_email ? <PendingEmail email={user.email} pending={user.new_email} /> : null}
        <Field
          label="Email"
          error={errors.email?.message}
          hint="Only you see it. Changes once you confirm the new address."
        >
          <EmailInput {...form.register('email')} />
        </Field>
        <ContactPhoneField registration={form.register('phone')} error={errors.phone?.message} />
        <AreaField
          registration={form.register('location')}
          typed={form.watch('location')}
          placeId={form.watch('place_id')}
          onPick={(place) => pickPlace(form, place)}
          error={errors.location?.message}
        />
        <AddressField registration={form.register('address')} error={errors.address?.message} />
        <SaveButton isDirty={isDirty} busy={isSubmitting}>
          Save Contact Information
        </SaveButton>
      </form>
      {proofWindow}
    </>
  );
}
