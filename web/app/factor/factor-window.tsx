import type { Session } from '@kindpal/contract/account/schema';
import { type Factor, TRUSTED_DAYS } from '@kindpal/contract/factor/schema';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { emitSessionEvent } from '~/account/session/session-events.ts';
import { client } from '~/lib/calls/client.ts';
import { showFormError } from '~/lib/calls/form-errors.ts';
import type { ShownPasskey } from '~/passkey/ceremony.ts';
import { PasskeyButton } from '~/passkey/passkey-button.tsx';
import { Button } from '~/ui/button.tsx';
import { Checkbox } from '~/ui/checkbox.tsx';
import { Dialog, DialogActions } from '~/ui/dialog.tsx';
import { Field } from '~/ui/field.tsx';
import { TextLink } from '~/ui/link.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import { CodeField, readCode, refuseCode } from './code-field.tsx';
import { codeRefusal } from './code-refusal.ts';

type FactorWindowProps = {
  factors: Factor[];
  /** True when signing in; otherwise a member confirms their identity. */
  isSignIn?: boolean;
  /** The sign-in began with a text message, so a phone does not count as a second factor. */
  isByText?: boolean | undefined;
  isStaff?: boolean;
  onDone: (session: Session) => void;
  onCancel: () => void;
};

/** A dialog for a second factor: the code of an app or a phone, or a recovery code. [U7] [U13] */
export function FactorWindow(props: FactorWindowProps) {
  const { isSignIn = false, isByText = false, onCancel } = props;
  const verified = props.factors.filter(({ status }) => status === 'verified');
  const usable = isByText
    ? verified.filter(({ factor_type }) => factor_type !== 'phone')
    : verified;
  const first = usable.find(({ factor_type }) => factor_type === 'totp') ?? usable[0];
  const [own, setOwn] = useState<Factor | null>(first ?? null);
  const others = (
    <div className="grid justify-items-start">
      {[...usable, null]
        .filter((one) => one?.id !== own?.id)
        .map((one) => (
          <Button
            key={one?.id ?? 'recovery'}
            variant="quiet"
            size="sm"
            className="-mx-4"
            onClick={() => setOwn(one)}
          >
            {wayText(one, usable)}
          </Button>
        ))}
    </div>
  );

  function close() {
    // Closing also ends the session that the password started.
    if (isSignIn) void client.account.signOut({ scope: 'local' }).catch(() => undefined);
    onCancel();
  }
  function finish(session: Session) {
    props.onDone(session);
    emitSessionEvent('MFA_CHALLENGE_VERIFIED');
  }
  async function confirm(shown: ShownPasskey) {
    await client.passkey.confirm(shown);
    const { session } = await client.account.getSession();
    if (session) finish(session);
  }
  return (
    <Dialog open onOpenChange={(open) => open || close()} {...windowTexts(own, usable)}>
      {isByText && usable.length < verified.length ? (
        <p className="mb-4 text-ink-soft text-sm">
          You signed in with a text message, so a text can’t be the second factor as well. To use
          your phone for it, sign in with your password or a code by email.
        </p>
      ) : null}
      {own ? (
        <OwnForm key={own.id} {...props} onDone={finish} factor={own} others={others} />
      ) : (
        <RecoveryForm {...props} onDone={finish} others={others} onLeave={close} />
      )}
      {isSignIn ? null : (
        <div className="mt-3 empty:hidden">
          <PasskeyButton onShown={confirm} />
        </div>
      )}
    </Dialog>
  );
}

/** Whether a factor's name must be shown to distinguish it from the member's others. */
const isOneOfSeveral = ({ factor_type }: Factor, all: Factor[]) =>
  all.filter((other) => other.factor_type === factor_type).length > 1;

/** The label of the button for a factor, or for the recovery codes. */
function wayText(factor: Factor | null, all: Factor[]): string {
  if (!factor) return 'Use a recovery code';
  const { factor_type, friendly_name } = factor;
  const isOther = isOneOfSeveral(factor, all);
  if (factor_type === 'phone') {
    return isOther && friendly_name ? `Text a code to: ${friendly_name}` : 'Text me a code';
  }
  return `Use a code from ${isOther ? (friendly_name ?? 'another app') : 'your app'}`;
}

function windowTexts(factor: Factor | null, all: Factor[]) {
  if (!factor) {
    return {
      title: 'Enter a recovery code',
      description:
        'One of the codes you saved when you set up your second factor. Each works once.',
    };
  }
  const { factor_type, friendly_name } = factor;
  if (factor_type === 'phone') {
    return {
      title: 'Get a code by text',
      description: `${friendly_name ?? 'Your phone'} gets a 6-digit code. It works once, for 5 minutes.`,
    };
  }
  const name = isOneOfSeveral(factor, all) ? friendly_name : null;
  return {
    title: 'Enter the code from your app',
    description: `${name ?? 'Your authenticator app'} shows a new 6-digit code every 30 seconds.`,
  };
}

type WithOthers = FactorWindowProps & { others: ReactNode };

/** A form for the code of an app, or of a phone once it was texted. */
function OwnForm({ factor, isSignIn, isStaff, onDone, others }: WithOthers & { factor: Factor }) {
  const isPhone = factor.factor_type === 'phone';
  const [sent, setSent] = useState<string | null>(null);
  const form = useForm({ defaultValues: { code: '', trust_device: false } });

  async function enter({ code: typed, trust_device }: { code: string; trust_device: boolean }) {
    const code = readCode(form, typed);
    if (!code) return;
    try {
      const id = sent ?? (await client.factor.challenge({ factor_id: factor.id })).id;
      const input = { factor_id: factor.id, challenge_id: id, code, trust_device };
      onDone(await client.factor.verify(input));
    } catch (error) {
      const message = codeRefusal(error);
      if (!message) return showFormError(error, form);
      refuseCode(form, message);
    }
  }

  async function send() {
    try {
      setSent((await client.factor.challenge({ factor_id: factor.id })).id);
    } catch (error) {
      showFormError(error, form);
    }
  }

  if (isPhone && sent === null) {
    return (
      <form noValidate className="grid gap-3" onSubmit={form.handleSubmit(send)}>
        {others}
        <DialogActions>
          <Button type="submit" autoFocus busy={form.formState.isSubmitting} busyLabel="Sending...">
            Text Me a Code
          </Button>
        </DialogActions>
      </form>
    );
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
      {isPhone ? (
        <Button
          variant="quiet"
          size="sm"
          className="-mx-4 justify-self-start"
          onClick={() => void send()}
        >
          Send it again
        </Button>
      ) : null}
      {others}
      <DialogActions>
        <Button type="submit" busy={form.formState.isSubmitting} busyLabel="Checking...">
          {isSignIn ? 'Sign In' : 'Confirm'}
        </Button>
      </DialogActions>
    </form>
  );
}

function RecoveryForm({ isSignIn, onDone, others, onLeave }: WithOthers & { onLeave: () => void }) {
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
      {others}
      <p className="text-sm">
        No recovery codes left?{' '}
        <TextLink to="/contact#second-factor" onClick={onLeave}>
          Contact us
        </TextLink>
      </p>
      <DialogActions>
        <Button type="submit" busy={isSubmitting} busyLabel="Checking...">
          {isSignIn ? 'Sign In' : 'Confirm'}
        </Button>
      </DialogActions>
    </form>
  );
}
