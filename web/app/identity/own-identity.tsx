import {
  IDENTITY_CHECKLIST,
  IDENTITY_ITEMS,
  IDENTITY_METHODS,
  IDENTITY_MONTHS,
} from '@kindpal/contract/identity/rules';
import type { IdentityStatus, OwnIdentityCheck } from '@kindpal/contract/identity/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { formatDay } from '~/lib/format.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { ConfirmDialog } from '~/ui/confirm-dialog.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';

const mine = api.identity.findMine.queryOptions();

/** The member's identity check: request, status and result. [R1] */
export function OwnIdentity() {
  const query = useQuery(mine);
  // A member without a check has null.
  if (query.isError && query.data === undefined) {
    return <LoadFailed title="Your identity check didn’t load" query={query} />;
  }
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <Skeleton className="h-40" />
      </OfflineWait>
    );
  }
  const check = query.data;
  return (
    <div className="grid gap-4">
      {check ? <State check={check} /> : null}
      {!check || check.can.renew ? <Ask isAgain={check !== null} /> : null}
      {check?.can.withdraw ? <Withdraw check={check} /> : null}
    </div>
  );
}

const STATES: Record<Exclude<IdentityStatus, 'confirmed'>, string> = {
  requested: 'You asked for a check. Our team contacts you by email to arrange it.',
  checked: 'Your document was checked. A second person on our team has to confirm it.',
  refused: 'Your identity couldn’t be confirmed.',
  withdrawn: 'You withdrew your identity check.',
  revoked: 'Our team revoked your identity check.',
  renamed: 'You changed your name, so the check no longer counts.',
  replaced: 'A newer check has replaced this one.',
  expired: 'Your identity check has expired.',
};

function State({ check }: { check: OwnIdentityCheck }) {
  const { status, method, confirmed_at, expires_at, reason } = check;
  return (
    <div role="status" className="grid gap-1">
      <p className="font-semibold">
        {status === 'confirmed'
          ? `Confirmed ${confirmed_at ? formatDay(confirmed_at) : ''}${method ? ` ${IDENTITY_METHODS[method].toLowerCase()}` : ''}, valid until ${expires_at ? formatDay(expires_at) : ''}.`
          : STATES[status]}
      </p>
      {reason ? (
        <p dir="auto" className="whitespace-pre-wrap text-ink-soft wrap-anywhere">
          {reason}
        </p>
      ) : null}
      {status === 'confirmed' ? (
        <p className="text-ink-soft text-sm">If you change your name, it no longer counts.</p>
      ) : null}
    </div>
  );
}

function Ask({ isAgain }: { isAgain: boolean }) {
  const ask = useMutation(
    api.identity.request.mutationOptions({
      onSuccess: (check) => queryClient.setQueryData(mine.queryKey, check),
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <div className="grid justify-items-start gap-3">
      <div className="grid gap-2 text-ink-soft text-sm">
        <p>
          Our team meets you on a video call or in person, and looks at this. A second person
          confirms it.
        </p>
        <ul className="grid list-disc gap-1 pl-5">
          {IDENTITY_ITEMS.map((item) => (
            <li key={item}>{IDENTITY_CHECKLIST[item]}</li>
          ))}
        </ul>
        <p>
          We keep that it was checked, how and when; no picture and no number of your document. Your
          profile then says “Identity checked” for {IDENTITY_MONTHS / 12} years.
        </p>
      </div>
      <Button variant="outline" busy={ask.isPending} onClick={() => ask.mutate(undefined)}>
        {isAgain ? 'Ask for a new check' : 'Ask for an identity check'}
      </Button>
    </div>
  );
}

function Withdraw({ check }: { check: OwnIdentityCheck }) {
  const [asking, setAsking] = useState(false);
  const withdraw = useMutation(
    api.identity.withdraw.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(),
      onError: (error) => {
        notifyFailure(error);
        void queryClient.invalidateQueries({ queryKey: mine.queryKey });
      },
      onSettled: () => setAsking(false),
    }),
  );
  const isConfirmed = check.status === 'confirmed';
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className="justify-self-start"
        onClick={() => setAsking(true)}
      >
        {isConfirmed ? 'Remove from my profile' : 'Cancel my request'}
      </Button>
      {asking ? (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setAsking(false)}
          title={isConfirmed ? 'Remove the identity check?' : 'Cancel your request?'}
          description="You can ask for a new check at any time."
          confirmLabel={isConfirmed ? 'Remove' : 'Cancel my request'}
          busyLabel="One moment..."
          cancelLabel="Keep it"
          tone="danger"
          busy={withdraw.isPending}
          onConfirm={() => withdraw.mutate({ id: check.id })}
        />
      ) : null}
    </>
  );
}
