import { zodResolver } from '@hookform/resolvers/zod';
import {
  IDENTITY_CHECKLIST,
  IDENTITY_ITEMS,
  IDENTITY_METHODS,
} from '@kindpal/contract/identity/rules';
import {
  type IdentityStep,
  identityMethodSchema,
  type StaffIdentityCheck,
} from '@kindpal/contract/identity/schema';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { ReasonField, reasonSchema } from '~/staff/reason-field.tsx';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { FieldError } from '~/ui/field.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';

export type CheckStep = { check: StaffIdentityCheck; step: IdentityStep['step'] };

const TEXTS: Record<CheckStep['step'], { title: string; button: string; done: string }> = {
  check: { title: 'Record the check', button: 'Record', done: 'Check recorded' },
  confirm: { title: 'Confirm the check', button: 'Confirm', done: 'Identity confirmed' },
  refuse: { title: 'Refuse the check', button: 'Refuse', done: 'Check refused' },
  revoke: { title: 'Revoke the identity', button: 'Revoke', done: 'Identity revoked' },
};

const METHODS = Object.entries(IDENTITY_METHODS).map(([value, label]) => ({ value, label }));

/** A dialog to confirm one step of a check. [S4] */
export function StepDialog({ step, onClose }: { step: CheckStep | null; onClose: () => void }) {
  return (
    <Dialog
      open={step !== null}
      onOpenChange={(open) => !open && onClose()}
      title={step ? TEXTS[step.step].title : ''}
      description={
        step ? (
          <>
            For <bdi>{step.check.member.full_name}</bdi>. It’s logged with your name.
          </>
        ) : (
          ''
        )
      }
    >
      {step ? <StepForm {...step} onClose={onClose} /> : null}
    </Dialog>
  );
}

type StepFormProps = CheckStep & { onClose: () => void };

function StepForm(props: StepFormProps) {
  if (props.step === 'check') return <CheckForm {...props} />;
  return props.step === 'confirm' ? <ConfirmForm {...props} /> : <ReasonForm {...props} />;
}

/**
 * Performs the step and refetches the checks, after an error too: others may have changed them.
 * Where somebody else was first there is nothing left to decide.
 */
function useDecide({ step, onClose }: StepFormProps, onError: (failure: unknown) => void) {
  const refetchChecks = () => queryClient.invalidateQueries({ queryKey: api.identity.key() });
  return useMutation(
    api.identity.decide.mutationOptions({
      onSuccess: async () => {
        await refetchChecks();
        notify.outcome({ title: TEXTS[step].done });
        onClose();
      },
      onError: (failure) => {
        onError(failure);
        void refetchChecks();
        if (hasCode(failure, 'CHECK_OVER', 'SECOND_PERSON_NEEDED', 'NOT_FOUND')) onClose();
      },
    }),
  );
}

function Actions({ step, onClose, isPending }: StepFormProps & { isPending: boolean }) {
  return (
    <DialogActions>
      <Button variant="quiet" disabled={isPending} onClick={onClose}>
        Cancel
      </Button>
      <Button
        type="submit"
        variant={step === 'refuse' || step === 'revoke' ? 'danger' : 'primary'}
        busy={isPending}
        busyLabel="Saving..."
      >
        {TEXTS[step].button}
      </Button>
    </DialogActions>
  );
}

const checkFormSchema = z.object({
  method: z.enum(identityMethodSchema.options, {
    error: 'Please choose where you met.',
  }),
  checklist: z
    .array(z.enum(IDENTITY_ITEMS))
    .length(IDENTITY_ITEMS.length, 'Each item has to be confirmed.'),
});

function CheckForm(props: StepFormProps) {
  const { id } = props.check;
  const form = useForm({
    resolver: zodResolver(checkFormSchema),
    defaultValues: { checklist: [] },
  });
  const { errors, isDirty } = form.formState;
  const decide = useDecide(props, (failure) => showFormError(failure, form));
  useUnsaved(isDirty && !decide.isSuccess);

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit((typed) => decide.mutate({ id, step: 'check', ...typed }))}
    >
      <RadioCards
        legend="How did you meet?"
        columns={2}
        options={METHODS}
        error={errors.method?.message}
        {...form.register('method')}
      />
      <fieldset className="grid gap-1">
        <legend className="mb-1.5 font-semibold text-sm">What you saw</legend>
        {IDENTITY_ITEMS.map((item) => (
          <Checkbox
            key={item}
            label={IDENTITY_CHECKLIST[item]}
            value={item}
            {...form.register('checklist')}
          />
        ))}
        {errors.checklist?.message ? <FieldError>{errors.checklist.message}</FieldError> : null}
      </fieldset>
      <Actions {...props} isPending={decide.isPending} />
    </form>
  );
}

function ConfirmForm(props: StepFormProps) {
  const { id, checked_by } = props.check;
  const decide = useDecide(props, (failure) => notifyFailure(failure));
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        decide.mutate({ id, step: 'confirm' });
      }}
    >
      <p>
        Confirm only after you have asked <bdi>{checked_by?.full_name ?? 'who recorded it'}</bdi>{' '}
        about the check, and if the name in the profile is still the one in the document.
      </p>
      <Actions {...props} isPending={decide.isPending} />
    </form>
  );
}

function ReasonForm(props: StepFormProps) {
  const { check, step } = props;
  const form = useForm({ resolver: zodResolver(reasonSchema), defaultValues: { reason: '' } });
  const decide = useDecide(props, (failure) => showFormError(failure, form));
  useUnsaved(form.formState.isDirty && !decide.isSuccess);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={form.handleSubmit(({ reason }) => decide.mutate({ id: check.id, step, reason }))}
    >
      <ReasonField form={form} hint="The member reads it." />
      <Actions {...props} isPending={decide.isPending} />
    </form>
  );
}
