import { normalizeInviteCode } from '@kindpal/contract/invite/rules';
import { type FocusEvent, useState } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { cx } from '~/ui/class-names.ts';
import { Field } from '~/ui/field.tsx';
import { CheckIcon } from '~/ui/icons.tsx';
import { TextLink } from '~/ui/link.tsx';
import { TextInput } from '~/ui/text-input.tsx';
import type { Invite } from './use-invite.ts';

type InviteCodeFieldProps = {
  invite: Invite;
  registration: UseFormRegisterReturn;
  error: string | undefined;
  /** Puts the code as it is stored into the box. */
  onNormalized: (code: string) => void;
};

/** The code: folded away while that of a link is good, otherwise a box, with what to do. [U1] */
export function InviteCodeField(props: InviteCodeFieldProps) {
  const { invite, registration, error, onNormalized } = props;
  const [isOpen, setOpen] = useState(false);
  const isFolded = !isOpen && !error && (invite.state === 'valid' || invite.state === 'checking');
  const { onBlur, ...codeField } = registration;
  function leave(event: FocusEvent<HTMLInputElement>) {
    onNormalized(normalizeInviteCode(event.target.value));
    void onBlur(event);
  }
  return (
    <>
      {invite.state === 'refused' && !isOpen ? <Refused /> : null}
      <Field
        label="Invite Code"
        error={error}
        hint={
          isFolded || invite.state === 'refused'
            ? undefined
            : "From a member you know: 12 letters and digits. Capitals and dashes don't matter."
        }
        {...(isFolded ? { hideLabel: true, className: 'rounded-md bg-sunken pl-3' } : {})}
      >
        <span className={isFolded ? 'flex items-center' : 'contents'}>
          {isFolded ? <CheckIcon className={cx('size-5 shrink-0', tickStyle(invite))} /> : null}
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX"
            readOnly={isFolded}
            bare={isFolded}
            className={isFolded ? 'tracking-wide' : 'font-semibold tracking-wide'}
            {...codeField}
            onBlur={leave}
          />
          {isFolded ? (
            <Button size="sm" variant="quiet" onClick={() => setOpen(true)}>
              Change
            </Button>
          ) : null}
        </span>
      </Field>
    </>
  );
}

function Refused() {
  return (
    <Banner tone="caution" title="This invite code doesn’t work">
      It was used already, replaced or mistyped. Ask the member who sent it for a new link, or{' '}
      <TextLink to="/#waitlist">join the waitlist</TextLink>.
    </Banner>
  );
}

/** The tick keeps its place while the code is being checked. */
const tickStyle = ({ state }: Invite) => (state === 'valid' ? 'text-positive' : 'invisible');
