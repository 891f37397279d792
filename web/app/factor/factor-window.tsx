import type { Session } from '@kindpal/contract/account/schema';
import { type Factor, TRUSTED_DAYS } from '@kindpal/contract/factor/schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { client } from '~/lib/client.ts';
import { showFormError } from '~/lib/form-errors.ts';
import { ConfirmByPasskey } from '~/passkey/confirm-by-passkey.tsx';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { CodeField, readCode, refuseCode } from './code-field.tsx';
import { codeRefusal } from './code-refusal.ts';

type FactorWindowProps = {
  factors: Factor[];
  /** Somebody signs in; otherwise a member confirms that it is them. */
  isSignIn?: boolean;
  isStaff?: boolean;
  onDone: (session: Session) => void;
  onCancel: () => void;
};

/** Asks for a second factor: the code of an app, or one of the recovery codes. [U13] */
export function FactorWindow(props: FactorWindowProps) {
  const { isSignIn = false, onCancel } = props;
  const app = props.factors.find(
    ({ factor_type, status }) => factor_type === 'totp' && status === 'verified',
  );
  const [usesRecovery, setUsesRecovery] = useState(!app);

  function close() {
    // What the password has begun ends as well.
    if (isSignIn) void client.account.signOut({ scope: 'local' }).catch(() => undefined);
    onCancel();
  }
  async function takeSession() {
    const { session } = await client.account.getSession();
    if (session) props.onDone(session);
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || close()}
      title={usesRecovery ? 'Enter a recovery code' : 'Enter the code from your app'}
      description={
        usesRecovery
          ? 'One of the codes you saved when you set up your second factor. Each works once.'
          : 'Your authenticator app shows a new 6-digit code every 30 seconds.'
      }
    >
      {app && !usesRecovery ? (
        <AppForm {...props} factorId={app.id} onOther={() => setUsesRecovery(true)} />
      ) : (
        <RecoveryForm {...props} {...(app ? { onOther: () => setUsesRecovery(false) } : {})} />
      )}
      {isSignIn ? null : <ConfirmByPasskey onDone={takeSession} />}
    </Dialog>
  );
}

type AppFormProps = FactorWindowProps & { factorId: string; onOther: () => void };

function AppForm({ factorId, isSignIn, isStaff, onDone, onOther }: AppFormProps) {
  const form = useForm({ defaultValues: { code: '', trust_device: false } });

  async function enter({ code: typed, trust_device }: { code: string; trust_device: boolean }) {
    const code = readCode(form, typed);
    if (!code) return;
    try {
      const { id } = await client.factor.challenge({ factor_id: factorId });
      const input = { factor_id: factorId, challenge_id: id, code, trust_device };
      onDone(await client.factor.verify(input));
    } catch (error) {
      const message = codeRefusal(error);
      if (!message) return showFormError(error, form);
      refuseCode(form, message);
    }
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(enter)}>
      <CodeField form={form} />
      {isSignIn && !isStaff ? (
        <Checkbox
          label={`Don’t ask again on this device for ${TRUSTED_DAYS} days`}
          {...form.register('trust_device')}
        />
      ) : null}
      <Button variant="quiet" size="sm" className="-mx-4 justify-self-start" onClick={onOther}>
        Use a recovery code
      </Button>
      <DialogActions>
        <Button type="submit" busy={form.formState.isSubmitting} busyLabel="Checking...">
          {isSignIn ? 'Sign In' : 'Confirm'}
        </Button>
      </DialogActions>
    </form>
  );
}

function RecoveryForm({ isSignIn, onDone, onOther }: FactorWindowProps & { onOther?: () => void }) {
  const form = useForm({ defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;

  async function enter({ code }: { code: string }) {
    try {
      onDone(await client.factor.redeemRecoveryCode({ code: code.trim() }));
    } catch (error) {
      const message = codeRefusal(error);
      if (!message) return showFormError(error, form);
      refuseCode(form, message);
    }
  }

  return (
    <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(enter)}>
      <Field label="Recovery code" hint="16 letters and digits" error={errors.code?.message}>
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          autoFocus
          {...form.register('code', { required: 'Enter a recovery code' })}
        />
      </Field>
      {onOther ? (
        <Button variant="quiet" size="sm" className="-mx-4 justify-self-start" onClick={onOther}>
          Use a code from your app
        </Button>
      ) : null}
      <DialogActions>
        <Button type="submit" busy={isSubmitting} busyLabel="Checking...">
          {isSignIn ? 'Sign In' : 'Confirm'}
        </Button>
      </DialogActions>
    </form>
  );
}
