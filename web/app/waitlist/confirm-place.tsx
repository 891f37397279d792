import type { SaidOnWaitlist } from '@kindpal/contract/waitlist/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { client } from '~/lib/calls/client.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { MailedLink } from '~/public/mailed-link.tsx';
import { ButtonLink, TextLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';

/**
 * Confirms a place on the waiting list. It shows what was entered, and confirms exactly that:
 * anybody can enter somebody else's address. [P4]
 */
export function ConfirmPlace() {
  const token = useSearchParams()[0].get('token') ?? '';
  const query = useQuery(
    api.waitlist.getEntry.queryOptions({
      input: { token },
      enabled: token !== '',
      // A confirmed link is refused afterwards, and what was read is what is confirmed.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  const { data: said, error } = query;
  const isExpired = !said && (token === '' || hasCode(error, 'LINK_EXPIRED', 'INVALID_INPUT'));
  if (!said && !isExpired) {
    return (
      <div className="page py-6">
        {query.isError ? (
          <LoadFailed title="What you entered didn’t load" query={query} />
        ) : (
          <OfflineWait query={query}>
            <PartSpinner label="Loading what you entered" />
          </OfflineWait>
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
