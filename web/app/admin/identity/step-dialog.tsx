import {
  IDENTITY_CHECKLIST,
  IDENTITY_ITEMS,
  IDENTITY_METHODS,
  type IdentityItem,
  type IdentityMethod,
} from '@kindpal/contract/identity/rules';
import type { IdentityStep, StaffIdentityCheck } from '@kindpal/contract/identity/schema';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { REASON_MAX } from '~/admin/reason-field.tsx';
import { api } from '~/lib/api.ts';
import { errorText } from '~/lib/error-text.ts';
import { queryClient } from '~/lib/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field, FieldError } from '~/ui/field.tsx';
import { RadioCards } from '~/ui/radio-cards.tsx';
import { Textarea } from '~/ui/textarea.tsx';

export type Step = { check: StaffIdentityCheck; step: IdentityStep['step'] };

const TEXTS: Record<Step['step'], { title: string; button: string; done: string }> = {
  check: { title: 'Record the check', button: 'Record', done: 'Check recorded' },
  confirm: { title: 'Confirm the check', button: 'Confirm', done: 'Identity confirmed' },
  refuse: { title: 'Refuse the check', button: 'Refuse', done: 'Check refused' },
  revoke: { title: 'Revoke the identity', button: 'Revoke', done: 'Identity revoked' },
};

const METHODS = Object.entries(IDENTITY_METHODS).map(([value, label]) => ({ value, label }));

/** One step of a check, once it is confirmed. [S4] */
export function StepDialog({ step, onClose }: { step: Step | null; onClose: () => void }) {
  return (
    <Dialog
      open={step !== null}
      onOpenChange={(open) => !open && onClose()}
      title={step ? TEXTS[step.step].title : ''}
      description={
        step ? (
          <>
            <bdi>{step.check.member.full_name}</bdi>. It is logged with your name.
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

function StepForm({ check, step, onClose }: Step & { onClose: () => void }) {
  const [method, setMethod] = useState<IdentityMethod>();
  const [items, setItems] = useState<IdentityItem[]>([]);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string>();
  const lookAgain = () => queryClient.invalidateQueries({ queryKey: api.identity.key() });
  const decide = useMutation(
    api.identity.decide.mutationOptions({
      onSuccess: async () => {
        await lookAgain();
        notify.outcome({ title: TEXTS[step].done });
        onClose();
      },
      onError: (failure) => {
        setError(errorText(failure));
        void lookAgain();
      },
    }),
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    if (decide.isPending) return;
    const { id } = check;
    if (step === 'confirm') return decide.mutate({ id, step });
    if (step !== 'check') {
      if (!reason.trim()) return setError('Please give a reason.');
      return decide.mutate({ id, step, reason });
    }
    if (!method) return setError('Please choose where you met.');
    if (items.length < IDENTITY_ITEMS.length) return setError('Each item has to be confirmed.');
    decide.mutate({ id, step, method, checklist: items });
  }

  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      {step === 'check' ? (
        <>
          <RadioCards
            legend="Where did you meet?"
            columns={2}
            options={METHODS}
            value={method ?? ''}
            onChange={({ target }) => setMethod(target.value as IdentityMethod)}
          />
          <fieldset className="grid gap-1">
            <legend className="mb-1.5 font-semibold text-sm">What you saw</legend>
            {IDENTITY_ITEMS.map((item) => (
              <Checkbox
                key={item}
                label={IDENTITY_CHECKLIST[item]}
                checked={items.includes(item)}
                onChange={({ target }) =>
                  setItems((before) =>
                    target.checked ? [...before, item] : before.filter((one) => one !== item),
                  )
                }
              />
            ))}
          </fieldset>
        </>
      ) : null}
      {step === 'confirm' ? (
        <p>
          Confirm only after you have asked{' '}
          <bdi>{check.checked_by?.full_name ?? 'who recorded it'}</bdi> about the check, and if the
          name in the profile is still the one in the document.
        </p>
      ) : null}
      {step === 'refuse' || step === 'revoke' ? (
        <Field
          label="Reason"
          hint="The member reads it."
          counter={{ used: reason.length, max: REASON_MAX }}
        >
          <Textarea
            rows={3}
            maxLength={REASON_MAX}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      ) : null}
      {error ? <FieldError>{error}</FieldError> : null}
      <DialogActions>
        <Button variant="quiet" disabled={decide.isPending} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          variant={step === 'refuse' || step === 'revoke' ? 'danger' : 'primary'}
          busy={decide.isPending}
          busyLabel="Saving..."
        >
          {TEXTS[step].button}
        </Button>
      </DialogActions>
    </form>
  );
}
