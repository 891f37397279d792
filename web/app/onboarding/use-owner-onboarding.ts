import { zodResolver } from '@hookform/resolvers/zod';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import type { PetProfile } from '@kindpal/contract/pet/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldPath, type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { reloadUser } from '~/account/session/session-store.ts';
import { useFormDraft } from '~/draft/use-form-draft.ts';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { rejectedFields } from '~/lib/calls/form-errors.ts';
import { notify } from '~/notify/notify.ts';
import { EMPTY_PET, type Pet, type PetValues, petFormSchema, petValuesOf } from '~/pet/pet-form.ts';
import { type Owner, type OwnerValues, ownerFormSchema, ownerValuesOf } from './owner-form.ts';
import { restoreTexts } from './stored-values.ts';
import { useStep } from './use-step.ts';

export const OWNER_STEPS = ['Pet Information', 'Your Information'] as const;

const SETUP_FAILED = 'Setup failed - Failed to complete setup. Please try again.';

/** The initial data of the two steps: the profile, an existing pet, and the draft. */
export type OwnerStart = {
  profile: OwnProfile;
  pet: PetProfile | undefined;
  stored: Record<string, unknown> | null;
};

/** The two steps of an owner, saved as a draft while typing. [O1] [O3] */
export function useOwnerOnboarding({ profile, pet, stored }: OwnerStart) {
  const { step, isEntered, setStep } = useStep(stored?.step, OWNER_STEPS.length);
  const [clientId] = useState(() => restoreId(stored?.client_id));
  const petForm = useForm<PetValues, unknown, Pet>({
    resolver: zodResolver(petFormSchema),
    defaultValues: restoreTexts(stored?.pet, pet ? petValuesOf(pet) : EMPTY_PET),
    shouldFocusError: false,
  });
  const ownerForm = useForm<OwnerValues, unknown, Owner>({
    resolver: zodResolver(ownerFormSchema),
    defaultValues: restoreTexts(stored?.owner, ownerValuesOf(profile)),
    shouldFocusError: false,
  });
  const draft = useFormDraft('pet_onboarding', {
    step,
    client_id: clientId,
    pet: petForm.watch(),
    owner: ownerForm.watch(),
  });
  // Subscribes to the errors here as well: the form library only updates subscribers of fields that
  // were read during rendering.
  void [petForm.formState.errors, ownerForm.formState.errors];
  const complete = useComplete({ draft, petForm, ownerForm, setStep });
  return {
    step,
    isEntered,
    draft,
    petForm,
    ownerForm,
    next: petForm.handleSubmit(() => setStep(1)),
    back: () => setStep(0),
    complete: ownerForm.handleSubmit(async (owner) => {
      // The first step may contain something that validation refuses after a reload.
      const isPetRight = await petForm.trigger(undefined, { shouldFocus: false });
      if (!isPetRight) return setStep(0);
      const typed = petFormSchema.parse(petForm.getValues());
      await complete({ pet: { ...typed, id: pet?.id, client_id: clientId }, owner });
    }),
  };
}

function restoreId(stored: unknown): string {
  return typeof stored === 'string' && /^[0-9a-f-]{36}$/.test(stored)
    ? stored
    : crypto.randomUUID();
}

type Steps = {
  draft: ReturnType<typeof useFormDraft>;
  petForm: UseFormReturn<PetValues, unknown, Pet>;
  ownerForm: UseFormReturn<OwnerValues, unknown, Owner>;
  setStep: (step: number) => void;
};

/** Submits both steps together and continues; an error opens the step of its field. */
function useComplete({ draft, petForm, ownerForm, setStep }: Steps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(api.member.completePetOnboarding.mutationOptions());
  return async (input: Parameters<typeof mutateAsync>[0]) => {
    // A draft that is saved after submission would remain stored.
    await draft.close();
    try {
      const saved = await mutateAsync(input);
      await navigate('/onboarding-success', { replace: true });
      queryClient.setQueryData(api.member.get.queryKey({ input: { id: saved.id } }), saved);
      void queryClient.invalidateQueries({ queryKey: api.pet.key() });
      void reloadUser().catch(() => {});
      notify.outcome({
        title: 'Welcome to Kindpal!',
        description: `You and ${input.pet.name} are all set.`,
      });
    } catch (error) {
      draft.reopen();
      if (hasCode(error, 'UNAUTHORIZED')) return;
      if (!placeAtField(error, { petForm, ownerForm, setStep })) {
        notify.outcome({
          title: SETUP_FAILED,
          description: errorText(error),
          variant: 'destructive',
          error,
        });
      }
    }
  };
}

function placeAtField(error: unknown, { petForm, ownerForm, setStep }: Omit<Steps, 'draft'>) {
  let isPlaced = false;
  for (const { path, message } of rejectedFields(error)) {
    const [part, field = ''] = path.split('.');
    const isOwner = part === 'owner';
    if (isOwner) ownerForm.setError(field as FieldPath<OwnerValues>, { message });
    else petForm.setError(field as FieldPath<PetValues>, { message });
    if (!isPlaced) setStep(isOwner ? 1 : 0);
    isPlaced = true;
  }
  return isPlaced;
}
