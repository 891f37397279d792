import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';
import { consentQuery } from './consent-query.ts';

/** Asks a member to agree to changed guidelines, without blocking anything. */
export function AgreeBanner() {
  const { data, isPending } = useQuery(consentQuery);
  const agree = useMutation(
    api.guideline.agree.mutationOptions({
      onSuccess: (consent) => queryClient.setQueryData(consentQuery.queryKey, consent),
      onError: (error) => {
        notifyFailure(error);
        void queryClient.invalidateQueries({ queryKey: consentQuery.queryKey });
      },
    }),
  );
  // What is below waits, so that it does not move when the banner appears.
  if (isPending) return <div data-loading />;
  if (!data || data.agreed_at) return null;
  return (
    <Banner
      title="Our community guidelines"
      action={
        <Button
          size="sm"
          busy={agree.isPending}
          busyLabel="Saving..."
          onClick={() => agree.mutate({ version: data.version })}
        >
          I Agree
        </Button>
      }
    >
      They’re new or have changed since you joined. Please{' '}
      <Link to="/guidelines" className="underline">
        read them
      </Link>{' '}
      and agree.
    </Banner>
  );
}
