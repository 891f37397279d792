import { FACTOR_NAME_MAX } from '@kindpal/contract/factor/schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { emitSessionEvent } from '~/account/session/session-events.ts';
import { acceptUser } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import { copyText } from '~/lib/copy-text.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { TextLink } from '~/ui/link.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { CodeField, readCode } from './code-field.tsx';
import { CodeList } from './code-list.tsx';
import { codeRefusal } from './code-refusal.ts';
import { refetchFactors } from './refetch-factors.ts';

type Enrolled = { id: string; totp: { qr_code: string; secret: string; uri: string } };
type EnrollWindowProps = { enrolled: Enrolled; isFirst: boolean; onClose: () => void };

/** A dialog with three steps: scan, enter the first code, save the recovery codes. [U13] */
export function EnrollWindow({ enrolled, isFirst, onClose }: EnrollWindowProps) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const make = useMutation(
    api.factor.makeRecoveryCodes.mutationOptions({
      onSuccess: (made) => setCodes(made.codes),
      onError: (error) => {
        notifyFailure(error, { title: 'Your recovery codes couldn’t be made' });
        close();
      },
    }),
  );

  function close() {
    onClose();
    void refetchFactors();
  }
  function finish() {
    notify.outcome({ title: 'Your authenticator app is set up' });
    if (isFirst) make.mutate(undefined);
    else close();
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      width="md"
      title={codes ? 'Save your recovery codes' : 'Set up your authenticator app'}
      description={
        codes
          ? 'They’re shown only once. Each one signs you in once when you don’t have your phone.'
          : 'Scan this picture with an app such as Google Authenticator, 1Password or Aegis.'
      }
    >
      {codes ? (
        <CodeList codes={codes} onSaved={close} />
      ) : (
        <FirstCode enrolled={enrolled} onDone={finish} />
      )}
    </Dialog>
  );
}

/** The field that an error belongs to. */
function fieldOf(error: unknown): 'code' | 'friendly_name' | null {
  if (codeRefusal(error)) return 'code';
  return hasCode(error, 'MFA_FACTOR_NAME_CONFLICT') ? 'friendly_name' : null;
}

function FirstCode({ enrolled, onDone }: { enrolled: Enrolled; onDone: () => void }) {
  const { id, totp } = enrolled;
  const form = useForm({ defaultValues: { code: '', friendly_name: '' } });
  const { errors, isSubmitting } = form.formState;
  const { mutateAsync: challenge } = useMutation(api.factor.challenge.mutationOptions());
  const { mutateAsync: verify } = useMutation(api.factor.verify.mutationOptions());

  async function enter(typed: { code: string; friendly_name: string }) {
    const code = readCode(form, typed.code);
    if (!code) return;
    try {
      const asked = await challenge({ factor_id: id });
      const { user } = await verify({
        factor_id: id,
        challenge_id: asked.id,
        code,
        friendly_name: typed.friendly_name,
      });
      acceptUser(user);
      emitSessionEvent('MFA_CHALLENGE_VERIFIED');
      onDone();
    } catch (error) {
      const field = fieldOf(error);
      if (!field) return showFormError(error, form);
      form.setError(field, { message: errorText(error) }, { shouldFocus: true });
    }
  }
  return (
    <form noValidate className="grid gap-4" onSubmit={form.handleSubmit(enter)}>
      <img
        src={`data:image/svg+xml;utf8,${encodeURIComponent(totp.qr_code)}`}
        alt="QR code to scan with your authenticator app"
        className="mx-auto size-40 rounded-md bg-white p-1"
      />
      <div className="grid gap-1">
        <p className="text-ink-soft text-sm">
          Can’t scan it, or using this phone? <TextLink to={totp.uri}>Open your app</TextLink>, or
          enter this key:
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <code className="wrap-anywhere min-w-0 flex-1 select-all text-balance rounded-sm bg-sunken px-3 py-2 font-mono text-sm">
            {totp.secret.match(/.{1,4}/g)?.join(' ')}
          </code>
          <Button
            size="sm"
            variant="outline"
            onClick={() => void copyText(totp.secret, 'Key copied.')}
          >
            Copy key
          </Button>
        </div>
      </div>
      <CodeField form={form} label="6-digit code from the app" autoFocus={false} />
      <Field label="Name" optional error={errors.friendly_name?.message}>
        <TextInput
          autoComplete="off"
          maxLength={FACTOR_NAME_MAX}
          placeholder="My phone"
          {...form.register('friendly_name')}
        />
      </Field>
      <p className="text-ink-soft text-sm">Your other devices will be signed out.</p>
      <DialogActions>
        <Button type="submit" busy={isSubmitting} busyLabel="Checking...">
          Turn on
        </Button>
      </DialogActions>
    </form>
  );
}
