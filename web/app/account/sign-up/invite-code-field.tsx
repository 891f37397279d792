import { normalizeInviteCode } from '@kindpal/contract/invite/rules';
import { type ChangeEvent, type ComponentProps, type FocusEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { Field, useFieldWiring } from '~/ui/field.tsx';
import { CheckIcon, CrossIcon } from '~/ui/icons.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import type { Invite } from './use-invite.ts';

type InviteCodeFieldProps = {
  invite: Invite;
  registration: UseFormRegisterReturn;
  error: string | undefined;
  /** Replaces the typed code by its normalized form. */
  onNormalized: (code: string) => void;
  /** Moves the focus to the input. */
  onFocus: () => void;
};

/**
 * The invite code: the one of a link is collapsed to one line, which stays when the code turns out
 * not to work, so that the form does not move; otherwise an input with help. [U1]
 */
export function InviteCodeField(props: InviteCodeFieldProps) {
  const { invite, registration, error, onNormalized, onFocus } = props;
  const [isOpen, setOpen] = useState(false);
  const isFolded = invite.state !== 'unknown' && !isOpen && !error;
  const { onBlur, onChange, ...codeField } = registration;
  function leave(event: FocusEvent<HTMLInputElement>) {
    onNormalized(normalizeInviteCode(event.target.value));
    void onBlur(event);
  }
  function type(event: ChangeEvent<HTMLInputElement>) {
    // Typing removes the error that opened the input, which stays open.
    setOpen(true);
    void onChange(event);
  }
  function open() {
    // The focused button disappears, so the new input gets the focus.
    flushSync(() => setOpen(true));
    onFocus();
  }
  return (
    <Field
      label="Invite Code"
      error={error}
      hint={
        isFolded
          ? undefined
          : 'From a member you know: 12 letters and digits. Capitals and dashes don’t matter.'
      }
      {...(isFolded ? { hideLabel: true, className: 'rounded-md bg-sunken pl-3' } : {})}
    >
      {isFolded ? (
        <FoldedCode invite={invite} registration={registration} onOpen={open} />
      ) : (
        <TextInput
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder="XXXX-XXXX-XXXX"
          className="font-semibold tracking-wide"
          {...codeField}
          onBlur={leave}
          onChange={type}
        />
      )}
    </Field>
  );
}

type FoldedCodeProps = Pick<InviteCodeFieldProps, 'invite' | 'registration'> & {
  onOpen: () => void;
};

/** The code as one line of text; space for its mark is reserved while it is being checked. */
function FoldedCode({ invite, registration, onOpen }: FoldedCodeProps) {
  const wiring = useFieldWiring<ComponentProps<'input'>>(registration);
  const tick = invite.state === 'valid' ? 'text-positive' : 'invisible';
  const isRefused = invite.state === 'refused';
  return (
    // With large text, the button is below the code.
    <span className="flex flex-wrap items-center">
      <span className="flex min-w-0 flex-1 basis-[11rem] items-center">
        {isRefused ? (
          <CrossIcon className="size-5 shrink-0 text-danger" />
        ) : (
          <CheckIcon className={cx('size-5 shrink-0', tick)} />
        )}
        <input
          {...wiring}
          readOnly
          className="min-h-11 w-full min-w-0 bg-transparent px-2 font-semibold text-[length:min(var(--text-sm),5.5vw)] text-ink tracking-wide"
        />
      </span>
      <Button size="sm" variant="quiet" onClick={onOpen}>
        Change
      </Button>
    </span>
  );
}
