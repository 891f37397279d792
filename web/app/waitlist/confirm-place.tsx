import type { SaidOnWaitlist } from '@kindpal/contract/waitlist/contract';
import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { client } from '~/lib/calls/client.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';

/**
 * Confirms a place on the waiting list. It shows what was entered, and confirms exactly that:
 * anybody can enter somebody else's address. [P4]
 */
export function ConfirmPlace() {
  const token = useSearchParams()[0].get('token') ?? '';
  const { said, failure, isExpired } = useSaid(token);
  if (!said && !isExpired) {
    return (
      <div className="page py-6">
        {failure ? (
          <p role="alert" className="font-medium text-danger">
            {failure}
          </p>
        ) : (
          <PartSpinner label="Loading what you entered" />
        )}
      </div>
    );
  }
  return (
    <MailedLink
      isExpired={isExpired}
      call={(token) => client.waitlist.confirm({ token, ...(said ?? NOTHING) })}
      asked={{
        title: 'Confirm your place on the waitlist',
        text: <Said said={said ?? NOTHING} />,
        button: 'Confirm my place',
      }}
      done={{
        title: 'You’re on the waitlist',
        text: 'We’ll email you when there’s an invite for you. Know a member with a code? That’s even quicker.',
        action: <ButtonLink to="/about">Why invite-only?</ButtonLink>,
      }}
      expired={{
        title: 'This link doesn’t work',
        text: 'Links work for 7 days. Join the waitlist again to get a new one.',
        action: <ButtonLink to="/#waitlist">Ask for a new link</ButtonLink>,
      }}
    />
  );
}

const NOTHING: SaidOnWaitlist = { full_name: '', note: null };

function Said({ said: { full_name, note } }: { said: SaidOnWaitlist }): ReactNode {
  return (
    <>
      We’ll email you once, when there’s an invite for you. Our team reads:
      <strong dir="auto" className="wrap-anywhere mt-3 block">
        {full_name}
      </strong>
      {note ? (
        <span dir="auto" className="wrap-anywhere block whitespace-pre-line">
          {note}
        </span>
      ) : null}
      <span className="mt-3 block">
        Not what you wrote? <TextLink to="/#waitlist">Enter it again</TextLink>, and we’ll email you
        a new link.
      </span>
    </>
  );
}

function useSaid(token: string) {
  const [said, setSaid] = useState<SaidOnWaitlist | null>(null);
  const [failure, setFailure] = useState('');
  const [isExpired, setExpired] = useState(token === '');
  useEffect(() => {
    if (!token) return;
    client.waitlist.getEntry({ token }).then(setSaid, (error: unknown) => {
      if (hasCode(error, 'LINK_EXPIRED', 'INVALID_INPUT')) setExpired(true);
      else setFailure(errorText(error));
    });
  }, [token]);
  return { said, failure, isExpired };
}
