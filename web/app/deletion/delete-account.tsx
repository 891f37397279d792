import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { refetchAccount } from '~/security/refetch-account.ts';
import { useOwnProof } from '~/security/use-own-proof.tsx';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { KeepAccountPart } from './keep-account-part.ts';
import { WhatGoes } from './what-goes.tsx';

/** Explains what is deleted and what stays when a member leaves, and starts it. [X1] */
export function DeleteAccount() {
  const query = useQuery(api.deletion.get.queryOptions());
  const { data } = query;
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <div role="status" aria-label="Loading: deletion">
          <Skeleton className="h-32" />
        </div>
      </OfflineWait>
    );
  }
  if (!data) return <LoadFailed title="This didn’t load" query={query} />;
  if (data.due_at) {
    return (
      <Suspense fallback={<Skeleton className="h-32" />}>
        <KeepAccountPart dueAt={data.due_at} />
      </Suspense>
    );
  }
  return (
    <div className="grid gap-4">
      <WhatGoes />
      {data.running_jobs.length > 0 ? (
        <p role="status" className="font-medium">
          A job is in progress. You can delete your account once it’s done:{' '}
          {data.running_jobs.map(({ id, title }, place) => (
            <span key={id}>
              {place > 0 ? ', ' : null}
              <Link to={`/jobs/${id}`} className="wrap-anywhere underline">
                {title}
              </Link>
            </span>
          ))}
        </p>
      ) : (
        <Ask />
      )}
    </div>
  );
}

function Ask() {
  const { mutateAsync: request } = useMutation(api.deletion.request.mutationOptions());
  const { prove, proofWindow } = useOwnProof({
    title: 'Delete your account?',
    description: 'It will be deleted in 14 days. We’ll email you how to keep it.',
    confirmLabel: 'Delete my account',
    tone: 'danger',
  });

  async function ask() {
    try {
      if (await prove((proof) => request(proof))) await refetchAccount();
    } catch (error) {
      notifyFailure(error);
    }
  }
  return (
    <>
      <Button
        variant="outline"
        className="justify-self-start border-danger! text-danger!"
        onClick={() => void ask()}
      >
        Delete my account
      </Button>
      {proofWindow}
    </>
  );
}
