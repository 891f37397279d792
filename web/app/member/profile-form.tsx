import { zodResolver } from '@hookform/resolvers/zod';
import { BIO_MAX, type OwnProfile, profileEditSchema } from '@kindpal/contract/member/schema';
import { socialLinksEditSchema } from '@kindpal/contract/member/social-links';
import { SOCIAL_LABELS, SOCIAL_SERVICES } from '@kindpal/contract/member/social-services';
import { countCharacters } from '@kindpal/contract/text/count-characters';
import { useRef } from 'react';
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { sanitizingNotice } from '~/account/sanitizing-notice.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { focusField, useFocusFirstWrong, wrongFields } from '~/lib/calls/wrong-fields.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { endErrorsOfPage } from '~/notify/outcomes.ts';
import { ErrorSummary } from '~/ui/error-summary.tsx';
import { Field } from '~/ui/field.tsx';
import { SaveButton } from '~/ui/save-button.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { Textarea } from '~/ui/textarea.tsx';
import { NameFields } from './name-fields.tsx';
import { useUpdateProfile } from './use-own-profile.ts';

const schema = profileEditSchema
  .pick({ first_name: true, last_name: true, bio: true, username: true })
  .required()
  .extend({ social_links: socialLinksEditSchema.required() });
type Values = z.input<typeof schema>;
type Typed = z.output<typeof schema>;

const valuesOf = (profile: OwnProfile): Values => ({
  first_name: profile.first_name,
  last_name: profile.last_name,
  bio: profile.bio ?? '',
  username: profile.username ?? '',
  social_links: {
    website: profile.social_links?.website ?? '',
    instagram: profile.social_links?.instagram ?? '',
    facebook: profile.social_links?.facebook ?? '',
  },
});

function notifyMissing({ first_name, last_name, bio }: FieldErrors<Values>) {
  const description =
    first_name || last_name ? 'First name and last name are required' : bio?.message;
  if (description) {
    notify.outcome({ title: 'Validation Error', description, variant: 'destructive' });
  } else endErrorsOfPage();
}

/** The labels of the fields, in the order of the form. */
const LABELS = {
  first_name: 'First Name',
  last_name: 'Last Name',
  bio: 'Bio',
  username: 'Username',
};

const wrongLinks = ({ social_links }: FieldErrors<Values>) =>
  wrongFields(social_links ?? {}, SOCIAL_LABELS).map((link) => ({
    ...link,
    name: `social_links.${link.name}`,
  }));

/** Name, bio, username and links. [R3] */
export function ProfileForm({ profile }: { profile: OwnProfile }) {
  const update = useUpdateProfile(profile.id);
  const form = useForm<Values, unknown, Typed>({
    resolver: zodResolver(schema),
    defaultValues: valuesOf(profile),
    shouldFocusError: false,
  });
  const { errors, isSubmitting, isDirty, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  useFocusFirstWrong(element, submitCount);
  useUnsaved(isDirty);

  async function save(typed: Typed) {
    try {
      const saved = await update({
        ...typed,
        bio: typed.bio || null,
        username: typed.username || null,
      });
      form.reset(valuesOf(saved));
      notify.outcome({ title: 'Profile information updated successfully' });
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to update profile information' });
    }
  }

  const [firstName, lastName, bio] = form.watch(['first_name', 'last_name', 'bio']);
  return (
    <form
      ref={element}
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(save, notifyMissing)}
    >
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
          'Your pets, your neighborhood, what you enjoy about caring for animals.'
        }
        counter={{ used: countCharacters(bio ?? ''), max: BIO_MAX }}
      >
        <Textarea rows={5} maxLength={BIO_MAX} {...form.register('bio')} />
      </Field>
      <LinkFields form={form} />
      <ErrorSummary
        fields={[...wrongFields(errors, LABELS), ...wrongLinks(errors)]}
        onGo={(name) => focusField(element.current, name)}
      />
      <SaveButton isDirty={isDirty} busy={isSubmitting}>
        Save Profile
      </SaveButton>
    </form>
  );
}

/** The username, and where else this member can be found. */
function LinkFields({ form }: { form: UseFormReturn<Values, unknown, Typed> }) {
  const { errors } = form.formState;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Username" optional error={errors.username?.message}>
        <TextInput
          before="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          {...form.register('username')}
        />
      </Field>
      {SOCIAL_SERVICES.map((service) => (
        <Field
          key={service}
          label={SOCIAL_LABELS[service]}
          optional
          error={errors.social_links?.[service]?.message}
        >
          <TextInput
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={service === 'website' ? 'example.org' : `${service}.com/name`}
            {...form.register(`social_links.${service}`)}
          />
        </Field>
      ))}
    </div>
  );
}
