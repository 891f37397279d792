import { PET_SIZES } from '@kindpal/contract/job/rules';
import { petSizeSchema } from '@kindpal/contract/job/schema';
import { type ReactNode, useState } from 'react';
import { PhotoField } from '~/file/photo-field.tsx';
import { usePets } from '~/pet/use-pets.ts';
import { AreaField } from '~/place/area-field.tsx';
import { pickPlace } from '~/place/area-values.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { Field } from '~/ui/field.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';
import { Select } from '~/ui/select.tsx';
import { firstRefused, invalidTextToast } from './job-form.ts';
import { JobTextField } from './job-text-field.tsx';
import { PayFields, WhenFields } from './job-when-and-pay.tsx';
import { knownPetId } from './saved-pet.ts';
import { SavedPetField } from './saved-pet-field.tsx';
import { useJobForm } from './use-job-form.ts';
import { usePostJob } from './use-post-job.ts';

const TYPE_CHOICES = [
  { value: 'pet_sitting', label: 'Pet sitting', description: 'Someone stays over or drops in' },
  {
    value: 'dog_walking',
    label: 'Dog walking',
    description: 'A walk or two around the neighborhood',
  },
  { value: 'both', label: 'Both', description: 'Sitting and walking' },
] as const;

/** Post a New Job. [J2] */
export function PostJobForm() {
  const { form, values, timeZone, clientId, moveEnd, finish } = useJobForm();
  const { post, refuse, isPosting } = usePostJob(form, clientId, finish);
  const { pets } = usePets();
  const [isUploading, setUploading] = useState(false);
  const { register, formState } = form;
  const { errors } = formState;
  const textOf = (name: Parameters<typeof JobTextField>[0]['name']) => ({
    name,
    register,
    value: values[name],
    error: errors[name]?.message,
  });
  // Another name or breed means another pet, and its health is not that of the saved one.
  const meanAnotherPet = () => form.setValue('pet_id', '');
  const submit = form.handleSubmit(
    // A draft may be for a pet that was removed since.
    (draft) => post({ ...draft, pet_id: knownPetId(draft.pet_id, pets) }),
    (refused) => {
      const first = firstRefused(refused);
      if (first) form.setFocus(first);
      const toast = invalidTextToast(refused);
      if (toast) refuse(toast);
    },
  );

  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPosting && !isUploading) void submit(event);
      }}
    >
      <Part title="The job">
        <JobTextField {...textOf('title')} label="Title" placeholder="Weekend with Biscuit" />
        <RadioCards
          legend="Job type"
          options={TYPE_CHOICES}
          columns={3}
          error={errors.job_type?.message}
          {...register('job_type', { onChange: moveEnd })}
        />
        <JobTextField
          {...textOf('description')}
          label="Description"
          rows={4}
          placeholder="A typical day: meals, walks, habits"
        />
        <AreaField
          registration={register('location')}
          typed={values.location}
          placeId={values.place_id}
          onPick={(place) => pickPlace(form, place)}
          error={errors.location?.message}
          hint="The town or neighborhood. Everyone can see it."
        />
        <JobTextField
          {...textOf('address')}
          label="Address"
          optional
          autoComplete="street-address"
          hint="Street and number. Only you and the sitter who claimed the job can see it."
        />
      </Part>
      <Part title="When">
        <WhenFields register={register} errors={errors} timeZone={timeZone} onStart={moveEnd} />
      </Part>
      <Part title="Pay">
        <PayFields register={register} errors={errors} />
      </Part>
      <Part title="Your pet">
        <SavedPetField form={form} values={values} pets={pets} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <JobTextField {...textOf('pet_name')} label="Pet name" onTyped={meanAnotherPet} />
          <JobTextField {...textOf('breed')} label="Breed" onTyped={meanAnotherPet} optional />
        </div>
        <Field label="Pet size" error={errors.size?.message}>
          <Select {...register('size')}>
            <option value="">Choose a size</option>
            {petSizeSchema.options.map((size) => (
              <option key={size} value={size}>
                {PET_SIZES[size]}
              </option>
            ))}
          </Select>
        </Field>
        <PetPhotoField
          url={values.image_url}
          onUrl={(url) => form.setValue('image_url', url, { shouldDirty: true })}
          onBusy={setUploading}
        />
        <JobTextField
          {...textOf('special_instructions')}
          label="Special instructions"
          optional
          rows={3}
          hint="All members can read this. Share keys and alarm codes only in the chat."
        />
      </Part>
      <Button
        type="submit"
        size="lg"
        className="w-full justify-self-end sm:w-auto"
        busy={isPosting || isUploading}
        busyLabel={isUploading ? 'Uploading photo...' : 'Posting...'}
      >
        Post Job
      </Button>
    </form>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card as="section" inset="lg" className="grid gap-5">
      <h2 className="text-xl">{title}</h2>
      {children}
    </Card>
  );
}

type PetPhotoFieldProps = {
  url: string;
  onUrl: (url: string) => void;
  onBusy: (isBusy: boolean) => void;
};

/** The pet's picture: sent as soon as it is chosen, so that posting does not wait for it. [J2] [X5] */
function PetPhotoField(props: PetPhotoFieldProps) {
  return <PhotoField label="Pet photo" prompt="Choose a photo of your pet" kind="pet" {...props} />;
}
