import { zodResolver } from '@hookform/resolvers/zod';
import { BIO_MAX, type OwnProfile, profileEditSchema } from '@kindpal/contract/member/schema';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { type FieldErrors, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { sanitizingNotice } from '~/account/sanitizing-notice.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { NameFields } from './name-fields.tsx';
import { useUpdateProfile } from './use-own-profile.ts';

const schema = profileEditSchema.pick({ first_name: true, last_name: true, bio: true }).required();
type Values = z.input<typeof schema>;

const valuesOf = ({ first_name, last_name, bio }: OwnProfile): Values => ({
  first_name,
  last_name,
  bio: bio ?? '',
});

function sayWhatIsMissing({ first_name, last_name, bio }: FieldErrors<Values>) {
  const description =
    first_name || last_name ? 'First name and last name are required' : bio?.message;
  if (description) {
    notify.outcome({ title: 'Validation Error', description, variant: 'destructive' });
  }
}

/** Name and bio. [R3] */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const update = useUpdateProfile(profile.id);
  const form = useForm<Values, unknown, z.output<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(profile),
  });
  const { errors, isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);

  async function save(typed: z.output<typeof schema>) {
    try {
      const saved = await update({ ...typed, bio: typed.bio || null });
      form.reset(valuesOf(saved));
      notify.outcome({ title: 'Profile information updated successfully' });
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to update profile information' });
    }
  }

  const [firstName, lastName, bio] = form.watch(['first_name', 'last_name', 'bio']);
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(save, sayWhatIsMissing)}>
      <NameFields
        first={{
          registration: form.register('first_name'),
          typed: firstName,
          error: errors.first_name?.message,
        }}
        last={{
          registration: form.register('last_name'),
          typed: lastName,
          error: errors.last_name?.message,
        }}
      />
      <Field
        label="Bio"
        error={errors.bio?.message}
        hint={
          sanitizingNotice(bio ?? '', 'your bio') ??
          'Your animals, your neighbourhood, what you enjoy about looking after them.'
        }
        counter={{ used: countCharacters(bio ?? ''), max: BIO_MAX }}
      >
        <Textarea rows={5} maxLength={BIO_MAX} {...form.register('bio')} />
      </Field>
      <Button
        type="submit"
        className="sm:justify-self-start"
        busy={isSubmitting}
        busyLabel="Saving..."
      >
        Save Profile
      </Button>
    </form>
  );
}
