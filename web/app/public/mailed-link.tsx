import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorText, hasCode } from '~/lib/error-text.ts';
import { Button } from '~/ui/button.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ChatBubbles } from '~/ui/illustrations/chat-bubbles.tsx';
import { KeyOnTag } from '~/ui/illustrations/key-on-tag.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';

type Stand = { title: string; text: ReactNode; action?: ReactNode };

type MailedLinkProps = {
  asked: Stand & { button: string };
  done: Stand;
  expired: Stand;
  /** Does what the mail is about; a link that is not good (any more) is refused by one of `BAD_LINK`. */
  call: (token: string) => Promise<unknown>;
  /** It is known already that the link is not good. */
  isExpired?: boolean;
};

const BAD_LINK = ['LINK_EXPIRED', 'TOKEN_REFUSED', 'INVALID_INPUT'] as const;

type Outcome = 'asked' | 'done' | 'expired';

/**
 * Where a mailed link leads. A person presses the button; the programs that open every link of a
 * mail to look for harm do not.
 */
export function MailedLink({ call, isExpired = false, ...stands }: MailedLinkProps) {
  const token = useSearchParams()[0].get('token') ?? '';
  const { outcome, busy, failure, press } = usePressing(call, isExpired ? '' : token);
  const region = useFocusOnChange(outcome);
  const { title, text, action } = stands[outcome];
  const drawings = { asked: <KeyOnTag />, done: <ChatBubbles />, expired: <LostConnection /> };
  return (
    <div ref={region} tabIndex={-1} className="page py-6 outline-none">
      <EmptyState
        headingLevel={1}
        illustration={drawings[outcome]}
        title={title}
        action={
          outcome === 'asked' ? (
            <Button busy={busy} onClick={() => void press()}>
              {stands.asked.button}
            </Button>
          ) : (
            action
          )
        }
      >
        <p>{text}</p>
        <p role="alert" className="mt-3 font-medium text-danger empty:hidden">
          {failure}
        </p>
      </EmptyState>
    </div>
  );
}

function usePressing(call: MailedLinkProps['call'], token: string) {
  const [outcome, setOutcome] = useState<Outcome>(token ? 'asked' : 'expired');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  async function press() {
    setBusy(true);
    setFailure('');
    try {
      await call(token);
      setOutcome('done');
    } catch (error) {
      if (BAD_LINK.some((code) => hasCode(error, code))) setOutcome('expired');
      else setFailure(errorText(error));
    }
    setBusy(false);
  }
  return { outcome, busy, failure, press };
}

/** The button goes with its question; the focus moves to what came of it. */
function useFocusOnChange(outcome: Outcome) {
  const region = useRef<HTMLDivElement>(null);
  const last = useRef(outcome);
  useEffect(() => {
    if (last.current !== outcome) region.current?.focus({ preventScroll: true });
    last.current = outcome;
  }, [outcome]);
  return region;
}
