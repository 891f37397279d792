import type { Factor } from '@kindpal/contract/factor/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useUser } from '~/account/session/use-session.ts';
import { api } from '~/lib/calls/api.ts';
import { useConfig } from '~/lib/config.ts';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { AddPhoneWindow } from './add-phone-part.ts';
import { FactorRow } from './factor-row.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useProof } from './use-proof.tsx';

const EnrollWindow = lazyPart(() =>
  import('./enroll-window.tsx').then((module) => module.EnrollWindow),
);

/** The member's second factors: add, remove, recovery codes. [U13] */
export function SecondFactors() {
  const { needs_factor } = useUser();
  const offersPhone = useConfig()?.offers_phone === true;
  const query = useQuery(api.factor.list.queryOptions());
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <div role="status" aria-label="Loading: second factors">
          <Skeleton className="h-24" />
        </div>
      </OfflineWait>
    );
  }
  if (!query.data) return <LoadFailed title="Your second factors didn’t load" query={query} />;
  const factors = query.data.items.filter(({ status }) => status === 'verified');
  return (
    <div className="grid gap-5">
      {needs_factor ? (
        <Banner tone="caution" title="Staff need a second factor">
          {factors.length > 0
            ? 'To open the admin area, sign out and sign in again with your second factor.'
            : 'To open the admin area, set one up or sign in with a passkey.'}
        </Banner>
      ) : null}
      <p className="text-ink-soft">
        When you sign in, you enter your password and a code from{' '}
        {offersPhone ? 'an app on your phone or a text message' : 'an app on your phone'}. A stolen
        password alone isn’t enough.
      </p>
      {factors.length > 0 ? (
        <ul aria-label="Second factors" className="grid gap-4">
          {factors.map((factor) => (
            <Row key={factor.id} factor={factor} isLast={factors.length === 1} />
          ))}
        </ul>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <AddApp isFirst={factors.length === 0} />
        {offersPhone ? (
          <AddPhone
            isFirst={factors.length === 0}
            hasPhone={factors.some(({ factor_type }) => factor_type === 'phone')}
          />
        ) : null}
      </div>
      {factors.length > 0 ? <RecoveryCodes left={query.data.recovery_codes_left} /> : null}
    </div>
  );
}

function Row({ factor, isLast }: { factor: Factor; isLast: boolean }) {
  const { mutateAsync, isPending } = useMutation(api.factor.unenroll.mutationOptions());
  return (
    <FactorRow
      name={
        factor.friendly_name ?? (factor.factor_type === 'phone' ? 'Phone' : 'Authenticator app')
      }
      addedAt={factor.created_at}
      lastUsedAt={factor.last_used_at}
      consequence={
        isLast
          ? 'Only your password will protect your account, and your recovery codes stop working. Your other devices are signed out.'
          : 'Your other devices are signed out.'
      }
      remove={() => mutateAsync({ factor_id: factor.id })}
      isRemoving={isPending}
    />
  );
}

function AddApp({ isFirst }: { isFirst: boolean }) {
  const { run, proof } = useProof();
  const enroll = useMutation(api.factor.enroll.mutationOptions());

  const begin = () =>
    run(async () => void (await enroll.mutateAsync({ factor_type: 'totp' as const })));
  return (
    <>
      <Button
        variant={isFirst ? 'primary' : 'outline'}
        className="justify-self-start"
        busy={enroll.isPending}
        onPointerEnter={EnrollWindow.prefetch}
        onClick={() => void begin()}
      >
        {isFirst ? 'Set up an authenticator app' : 'Add another app'}
      </Button>
      <Suspense>
        {enroll.data?.type === 'totp' ? (
          <EnrollWindow enrolled={enroll.data} isFirst={isFirst} onClose={enroll.reset} />
        ) : null}
      </Suspense>
      {proof}
    </>
  );
}

function AddPhone({ isFirst, hasPhone }: { isFirst: boolean; hasPhone: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outline"
        onPointerEnter={AddPhoneWindow.prefetch}
        onClick={() => setOpen(true)}
      >
        {hasPhone ? 'Add another phone' : 'Use text messages'}
      </Button>
      <Suspense>
        {isOpen ? <AddPhoneWindow isFirst={isFirst} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
