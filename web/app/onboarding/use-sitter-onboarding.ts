import { zodResolver } from '@hookform/resolvers/zod';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import type { Rates } from '@kindpal/contract/payment/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useFormDraft } from '~/draft/use-form-draft.ts';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { rejectedFields, showFormError } from '~/lib/calls/form-errors.ts';
import { useUpdateProfile } from '~/member/use-own-profile.ts';
import { notify } from '~/notify/notify.ts';
import { type RateValues, rateFormSchema, rateValuesOf } from '~/payment/rate-form.ts';
import { jobsNearQuery, READY_TO_SIT } from './jobs-near.ts';
import {
  type Personal,
  type PersonalValues,
  personalFormSchema,
  personalValuesOf,
} from './personal-form.ts';
import { restoreTexts } from './stored-values.ts';
import { useSaveHours } from './use-save-hours.ts';
import { useStep } from './use-step.ts';

export const SITTER_STEPS = [
  'Personal Information',
  'Payment Preferences',
  'Payment Methods',
  'Availability',
] as const;
const LAST = SITTER_STEPS.length - 1;

/** The initial data of the four steps: the profile, and the draft of unsaved input. */
export type SitterStart = { profile: OwnProfile; stored: Record<string, unknown> | null };

/**
 * The four steps of a sitter. Continuing saves the current step, and finishing saves all. [O2] [O3]
 */
export function useSitterOnboarding({ profile, stored }: SitterStart) {
  const { step, isEntered, setStep } = useStep(stored?.step, SITTER_STEPS.length);
  const [isSaving, setSaving] = useState(false);
  const { personalForm, rateForm, saveStep } = useStepForms({ profile, stored });
  const draft = useFormDraft('pet_sitter_onboarding', {
    step,
    // Saved values are in the profile: an old draft must not overwrite a newer profile.
    personal: unlessSame(personalForm.watch(), personalValuesOf(profile)),
    rates: unlessSame(rateForm.watch(), rateValuesOf(profile)),
  });
  const finish = useFinish(draft);

  async function goOn(): Promise<void> {
    if (step < LAST) {
      if (await saveStep(step)) setStep(step + 1);
      return;
    }
    for (const place of SITTER_STEPS.keys()) {
      if (!(await saveStep(place))) return place === step ? undefined : setStep(place);
    }
    await finish();
  }

  return {
    step,
    isEntered,
    isLast: step === LAST,
    isSaving,
    draft,
    personalForm,
    rateForm,
    goTo: setStep,
    next: async () => {
      if (isSaving) return;
      setSaving(true);
      await goOn().finally(() => setSaving(false));
    },
  };
}

/** The forms of the steps that have one here, and how each step is saved. */
function useStepForms({ profile, stored }: SitterStart) {
  const update = useUpdateProfile(profile.id);
  const saveHours = useSaveHours(profile);
  const personalForm = useForm<PersonalValues, unknown, Personal>({
    resolver: zodResolver(personalFormSchema),
    defaultValues: restoreTexts(stored?.personal, personalValuesOf(profile)),
    shouldFocusError: false,
  });
  const rateForm = useForm<RateValues, unknown, Rates>({
    resolver: zodResolver(rateFormSchema),
    defaultValues: restoreTexts(stored?.rates, rateValuesOf(profile)),
  });
  // Subscribes to the errors here as well: the form library only updates subscribers of fields that
  // were read during rendering.
  void [personalForm.formState.errors, rateForm.formState.errors];
  async function savePreference(): Promise<boolean> {
    // Null after the radio buttons were rendered again without a choice.
    if (!rateForm.getValues('payment_preference')) {
      const message = 'Please choose a payment preference';
      rateForm.setError('payment_preference', { message }, { shouldFocus: true });
      return false;
    }
    return submit(rateForm, {
      send: async (rates) => rateForm.reset(rateValuesOf(await update(rates))),
      unexpected: 'Failed to update payment preferences',
    });
  }
  const saveStep = async (step: number): Promise<boolean> => {
    if (step === 0) {
      return submit(personalForm, {
        send: async (typed) => personalForm.reset(personalValuesOf(await update(typed))),
        unexpected: 'Failed to update profile information',
      });
    }
    if (step === 1) return savePreference();
    return step === LAST ? saveHours() : true;
  };
  return { personalForm, rateForm, saveStep };
}

const unlessSame = <T>(typed: T, saved: T) =>
  JSON.stringify(typed) === JSON.stringify(saved) ? null : typed;

/**
 * Submits a form if it is valid, and shows errors at their fields. Resolves to whether it
 * succeeded.
 */
async function submit<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { send, unexpected }: { send: (typed: Output) => Promise<void>; unexpected: string },
): Promise<boolean> {
  let isTaken = false;
  await form.handleSubmit(async (typed) => {
    try {
      await send(typed);
      isTaken = true;
    } catch (error) {
      if (hasCode(error, 'UNAUTHORIZED')) notifySignedOut();
      showFormError(error, form, { unexpected });
    }
  })();
  return isTaken;
}

function notifySignedOut(): void {
  notify.outcome({ title: 'User not authenticated', variant: 'destructive' });
}

/** Completes the steps, deletes the draft and opens the dashboard. [O2] */
function useFinish(draft: ReturnType<typeof useFormDraft>): () => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { mutateAsync } = useMutation(api.member.completeSitterOnboarding.mutationOptions());
  return async () => {
    // A draft that is saved after submission would remain stored.
    await draft.close();
    try {
      const saved = await mutateAsync(undefined);
      const place = saved.view === 'self' ? saved.place_id : null;
      // The nearby jobs are loaded first, so that nothing on the dashboard moves later.
      await Promise.all([
        place && queryClient.prefetchQuery(jobsNearQuery(place)),
        import('./sitter-ready.tsx').catch(() => null),
      ]);
      await navigate('/dashboard', { replace: true, state: READY_TO_SIT });
      queryClient.setQueryData(api.member.get.queryKey({ input: { id: saved.id } }), saved);
    } catch (error) {
      draft.reopen();
      if (hasCode(error, 'UNAUTHORIZED')) return notifySignedOut();
      notify.outcome({
        title: 'Failed to complete onboarding',
        description: rejectedFields(error)[0]?.message ?? errorText(error),
        variant: 'destructive',
        error,
      });
    }
  };
}
