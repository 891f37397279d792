import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
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
  /**
   * Performs the action of the link; an invalid or expired link is refused with one of `BAD_LINK`.
   */
  call: (token: string) => Promise<unknown>;
  /** Whether the link is already known to be invalid. */
  isExpired?: boolean;
};

const BAD_LINK = ['LINK_EXPIRED', 'TOKEN_REFUSED', 'INVALID_INPUT'] as const;

type Outcome = 'asked' | 'done' | 'expired';

/**
 * The page of a mailed link. It needs a press, because programs that scan emails open every link.
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
      if (hasCode(error, ...BAD_LINK)) setOutcome('expired');
      else setFailure(errorText(error));
    }
    setBusy(false);
  }
  return { outcome, busy, failure, press };
}

/** The pressed button disappears, so the focus moves to the result. */
function useFocusOnChange(outcome: Outcome) {
  const region = useRef<HTMLDivElement>(null);
  const last = useRef(outcome);
  useEffect(() => {
    if (last.current !== outcome) region.current?.focus({ preventScroll: true });
    last.current = outcome;
  }, [outcome]);
  return region;
}
