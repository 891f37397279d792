import type { OwnDecision } from '@kindpal/contract/moderation/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useSearchParams } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { hasCode } from '~/lib/calls/error-text.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { DOT, formatDateTime } from '~/lib/format.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Card } from '~/ui/card.tsx';
import { EmptyState } from '~/ui/empty-state.tsx';
import { LostConnection } from '~/ui/illustrations/lost-connection.tsx';
import { ButtonLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Moment } from '~/ui/moment.tsx';
import { PartSpinner } from '~/ui/part-spinner.tsx';
import { AppealForm } from './appeal-form.tsx';

/** A suspension with its reason, end and appeal, for a member who opened its link. */
export function OwnSuspension() {
  const token = useSearchParams()[0].get('token') ?? '';
  const options = api.moderation.getSuspension.queryOptions({
    input: { token },
    enabled: token !== '',
  });
  const query = useQuery(options);
  const appeal = useMutation(
    api.moderation.appealSuspension.mutationOptions({
      onSuccess: (decision) => queryClient.setQueryData(options.queryKey, decision),
    }),
  );
  const isBad = hasCode(query.error, 'LINK_EXPIRED') || hasCode(query.error, 'INVALID_INPUT');
  if (token === '' || isBad) return <BadLink />;
  if (query.isError && !query.data) return <LoadFailed title="This didn’t load" query={query} />;
  if (!query.data) return <PartSpinner label="Loading the decision" />;

  return (
    <Suspension
      token={token}
      decision={query.data}
      onAppeal={(text) => appeal.mutateAsync({ token, text })}
    />
  );
}

type SuspensionProps = {
  token: string;
  decision: OwnDecision;
  onAppeal: (text: string) => Promise<unknown>;
};

function Suspension({ token, decision, onAppeal }: SuspensionProps) {
  const { kind, reason, ends_at, ended_at, appeal, can } = decision;
  const title = useRef<HTMLHeadingElement>(null);
  // The form disappears, often before the guard of the focus is loaded (`keep-focus.ts`).
  const send = (text: string) => onAppeal(text).then(() => title.current?.focus());
  if (ended_at !== null) return <Over decision={decision} />;
  return (
    <>
      <header className="grid gap-1">
        <h1 ref={title} tabIndex={-1} className="text-3xl outline-none">
          {kind === 'ban' ? 'Your account is banned' : 'Your account is suspended'}
        </h1>
        <p className="text-ink-soft">
          {ends_at ? (
            <>
              You can sign in again on <time dateTime={ends_at}>{formatDateTime(ends_at)}</time>.
            </>
          ) : (
            'You can no longer sign in.'
          )}
        </p>
      </header>
      <Card as="section" className="grid gap-2">
        <h2 className="text-lg">Why</h2>
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {reason}
        </p>
      </Card>
      {appeal ? <Appeal appeal={appeal} /> : null}
      {can.appeal ? (
        <Card as="section" className="grid gap-3">
          <h2 className="text-lg">Do you think this is a mistake?</h2>
          <AppealForm send={send} />
        </Card>
      ) : null}
      <AccountLink token={token} />
    </>
  );
}

/** Emails the link to the member's data and the deletion of their account. [X1] */
function AccountLink({ token }: { token: string }) {
  const mail = useMutation(
    api.moderation.mailAccountLink.mutationOptions({ onError: (error) => notifyFailure(error) }),
  );
  return (
    <Card as="section" className="grid justify-items-start gap-3">
      <h2 className="text-lg">Your data and your account</h2>
      {mail.isSuccess ? (
        <p role="status">
          We emailed you a link. It works for 30 minutes. You can come back here for a new one.
        </p>
      ) : (
        <>
          <p>
            You can get a copy of your data or delete your account. To be sure it’s you, we’ll email
            you a link.
          </p>
          <Button
            variant="outline"
            busy={mail.isPending}
            busyLabel="Sending..."
            onClick={() => mail.mutate({ token })}
          >
            Email me a link
          </Button>
        </>
      )}
    </Card>
  );
}

/** A member's appeal, and the answer. */
export function Appeal({ appeal }: { appeal: NonNullable<OwnDecision['appeal']> }) {
  const { text, created_at, decision, answer } = appeal;
  return (
    <Card as="section" role="status" className="grid gap-2">
      <h2 className="text-lg">
        {decision === null
          ? 'Your appeal was sent'
          : decision === 'granted'
            ? 'Your appeal was granted'
            : 'Your appeal was not granted'}
      </h2>
      <p className="text-ink-soft text-sm">
        <Moment at={created_at} isFirst />
        {decision === null ? `${DOT}We’ll email you our answer.` : null}
      </p>
      <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      {answer ? (
        <p dir="auto" className="rounded-md bg-sunken p-3 whitespace-pre-wrap wrap-anywhere">
          {answer}
        </p>
      ) : null}
    </Card>
  );
}

function Over({ decision: { appeal } }: { decision: OwnDecision }) {
  return (
    <>
      <header className="grid gap-1">
        <h1 className="text-3xl">Your suspension has ended</h1>
        <p className="text-ink-soft">Your profile and your open jobs are visible again.</p>
      </header>
      {appeal ? <Appeal appeal={appeal} /> : null}
      <div>
        <ButtonLink to="/join?tab=signin">Sign In</ButtonLink>
      </div>
    </>
  );
}

function BadLink() {
  return (
    <EmptyState
      headingLevel={1}
      illustration={<LostConnection />}
      title="This link doesn’t work"
      action={<ButtonLink to="/contact">Contact us</ButtonLink>}
    >
      It’s incomplete. Sign in to get a new one, or contact us.
    </EmptyState>
  );
}
