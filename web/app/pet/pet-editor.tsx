import { zodResolver } from '@hookform/resolvers/zod';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { usePhotoGate } from '~/file/use-image-upload.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { PetFields } from './pet-fields.tsx';
import { EMPTY_PET, type Pet, type PetValues, petFormSchema, petValuesOf } from './pet-form.ts';
import { useChangePets } from './use-pets.ts';

type PetEditorProps = {
  /** The pet to edit; without one, a new pet is added. */
  pet?: PetProfile;
  onDone: () => void;
};

/** The form of one pet. [X2] */
export function PetEditor({ pet, onDone }: PetEditorProps) {
  const { add, change } = useChangePets();
  const [clientId] = useState(() => crypto.randomUUID());
  const photo = usePhotoGate();
  const form = useForm<PetValues, unknown, Pet>({
    resolver: zodResolver(petFormSchema),
    defaultValues: pet ? petValuesOf(pet) : EMPTY_PET,
  });
  const { isSubmitting, isDirty } = form.formState;
  useUnsaved(isDirty);
  const whole = useRef<HTMLFormElement>(null);
  // The button that opened the form has disappeared, and the focus with it.
  useEffect(() => whole.current?.focus({ preventScroll: true }), []);

  async function save(typed: Pet) {
    try {
      const { name } = await (pet ? change(pet, typed) : add(typed, clientId));
      notify.outcome({ title: pet ? `${name} is up to date` : `${name} is in` });
      onDone();
    } catch (error) {
      showFormError(error, form, { unexpected: 'Failed to save your pet' });
    }
  }

  return (
    <form
      ref={whole}
      tabIndex={-1}
      noValidate
      aria-label={pet ? `Edit ${pet.name}` : 'Add a pet'}
      className="grid gap-4 outline-none"
      onSubmit={photo.submit(form.handleSubmit(save))}
    >
      <PetFields form={form} photoKind="pet" gate={photo} />
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" busy={isSubmitting || photo.isSending} busyLabel="Saving...">
          Save Pet
        </Button>
        <Button variant="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
