import { zodResolver } from '@hookform/resolvers/zod';
import { type OwnProfile, serviceSchema } from '@kindpal/contract/member/schema';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Checkbox } from '~/ui/checkbox.tsx';
import { FieldError } from '~/ui/field.tsx';
import { SaveButton } from '~/ui/save-button.tsx';
import { SERVICE_LABELS } from './fact-texts.ts';
import { useUpdateProfile } from './use-own-profile.ts';

const formSchema = z.object({ services: z.array(serviceSchema).min(1, 'Choose at least one') });
type Values = z.infer<typeof formSchema>;

const valuesOf = ({ services }: OwnProfile): Values => ({ services: services ?? [] });

/** The services of a sitter; owners can filter the directory by them. [R8] */
export function ServicesForm({ profile }: { profile: OwnProfile }) {
  const update = useUpdateProfile(profile.id);
  const form = useForm<Values>({
    resolver: zodResolver(formSchema),
    defaultValues: valuesOf(profile),
  });
  const { isSubmitting, isDirty, errors } = form.formState;
  useUnsaved(isDirty);

  async function save(values: Values) {
    try {
      form.reset(valuesOf(await update(values)));
      notify.outcome({ title: 'Services updated successfully' });
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to update services' });
    }
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(save)}>
      <fieldset className="grid" aria-describedby={errors.services ? 'services-error' : undefined}>
        <legend className="font-semibold text-sm">What you offer</legend>
        {serviceSchema.options.map((service) => (
          <Checkbox
            key={service}
            value={service}
            label={SERVICE_LABELS[service]}
            {...form.register('services')}
          />
        ))}
        {errors.services ? (
          <FieldError id="services-error">{errors.services.message}</FieldError>
        ) : null}
      </fieldset>
      <SaveButton isDirty={isDirty} busy={isSubmitting}>
        Save Services
      </SaveButton>
    </form>
  );
}
