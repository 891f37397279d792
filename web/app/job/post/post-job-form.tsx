import type { OwnProfile } from '@kindpal/contract/member/schema';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import { type ReactNode, useRef, useState } from 'react';
import { usePhotoGate } from '~/file/use-image-upload.ts';
import { focusField, useFocusFirstWrong, wrongFields } from '~/lib/calls/wrong-fields.ts';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { usePets } from '~/pet/use-pets.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { ChoiceTiles } from '~/ui/choice-tiles.tsx';
import { ErrorSummary } from '~/ui/error-summary.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { invalidTextToast, JOB_FIELD_LABELS, type JobFormField } from './job-form.ts';
import { JobTextField } from './job-text-field.tsx';
import { JobPreview, PayFields } from './pay-fields.tsx';
import { PetPart } from './pet-part.tsx';
import { knownPetId, petChoice, withPetChoice } from './saved-pet.ts';
import { useJobForm } from './use-job-form.ts';
import { usePostJob } from './use-post-job.ts';
import { WhenFields } from './when-fields.tsx';
import { WherePart } from './where-part.tsx';
import { WhoPart } from './who-part.tsx';

const TYPES = [
  { value: 'pet_sitting', label: 'Pet sitting', meaning: 'Someone stays over or drops in.' },
  { value: 'dog_walking', label: 'Dog walking', meaning: 'A walk or two around the neighborhood.' },
  { value: 'both', label: 'Both', meaning: 'Sitting and walking.' },
] as const;

/**
 * The form of Post a New Job. It waits for saved pets and the profile's area, which shorten it.
 * [J2]
 */
export function PostJobForm() {
  const own = useOwnProfile();
  const saved = usePets();
  const isWaiting = [own, saved].some(
    (query) => query.isPending && query.fetchStatus === 'fetching' && query.failureCount === 0,
  );
  return isWaiting ? <FormSkeleton /> : <JobForm profile={own.profile} pets={saved.pets} />;
}

function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading the form" className="grid gap-5">
      {['pet', 'job', 'when'].map((part) => (
        <Skeleton key={part} className="h-64" />
      ))}
    </div>
  );
}

type JobFormProps = { profile: OwnProfile | undefined; pets: readonly PetProfile[] | undefined };

function JobForm({ profile, pets }: JobFormProps) {
  const { form, values, timeZone, changeWhen, ...draft } = useJobForm(profile);
  const { post, refuse } = usePostJob(form, draft);
  const photo = usePhotoGate();
  const [isAnother, setAnother] = useState(false);
  const choice = petChoice(values, { pets, isAnother });
  const element = useRef<HTMLFormElement>(null);
  const { errors, submitCount, isSubmitting } = form.formState;
  useFocusFirstWrong(element, submitCount);
  const submit = form.handleSubmit(
    // The draft's pet may have been removed since.
    (draft) => post({ ...draft, pet_id: knownPetId(draft.pet_id, pets) }),
    (refused) => {
      const toast = invalidTextToast(refused, form.getValues());
      if (toast) refuse(toast);
    },
  );

  return (
    <form ref={element} noValidate className="grid gap-4 sm:gap-5" onSubmit={photo.submit(submit)}>
      <Part title="Your pet">
        <PetPart
          form={form}
          values={values}
          pets={pets}
          choice={choice}
          onAnother={setAnother}
          gate={photo}
        />
      </Part>
      <JobPart form={form} values={values} changeWhen={changeWhen} />
      <Part title="When and where">
        <WhenFields values={values} errors={errors} timeZone={timeZone} onChange={changeWhen} />
        <WherePart form={form} values={values} profile={profile} />
      </Part>
      <Part title="Pay">
        <PayFields register={form.register} errors={errors} values={values} />
        <JobPreview values={values} timeZone={timeZone} />
      </Part>
      <Part title="Who can claim it">
        <WhoPart form={form} values={values} />
      </Part>
      <ErrorSummary
        fields={withPetChoice(wrongFields(errors, JOB_FIELD_LABELS), choice)}
        onGo={(name) => focusField(element.current, name)}
      />
      <Button
        type="submit"
        size="lg"
        className="w-full justify-self-end sm:w-auto"
        busy={isSubmitting || photo.isSending}
        busyLabel={photo.isSending ? 'Uploading photo...' : 'Posting...'}
      >
        Post Job
      </Button>
    </form>
  );
}

type JobPartProps = Pick<ReturnType<typeof useJobForm>, 'form' | 'values' | 'changeWhen'>;

/** What is to be done: the type of the job and its texts. */
function JobPart({ form, values, changeWhen }: JobPartProps) {
  const { register, formState } = form;
  const { errors } = formState;
  const textOf = (
    name: Extract<JobFormField, 'title' | 'description' | 'special_instructions'>,
  ) => ({
    name,
    register,
    value: values[name],
    error: errors[name]?.message,
  });
  return (
    <Part title="The job">
      <ChoiceTiles
        legend="Job type"
        options={TYPES}
        hint={TYPES.find(({ value }) => value === values.job_type)?.meaning}
        error={errors.job_type?.message}
        {...register('job_type', {
          onChange: ({ target }) => changeWhen({ job_type: target.value }),
        })}
      />
      <JobTextField {...textOf('title')} label="Title" placeholder="Weekend with Biscuit" />
      <JobTextField
        {...textOf('description')}
        label="Description"
        rows={3}
        placeholder="A typical day: meals, walks, habits"
      />
      <JobTextField
        {...textOf('special_instructions')}
        label="Special instructions"
        optional
        rows={2}
        hint="All members can read this. Keep keys and codes in Home access, which you can attach once the job is posted."
      />
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:gap-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  );
}
