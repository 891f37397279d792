import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { copyText } from '~/lib/copy-text.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { Field } from '~/ui/field.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { TextInput } from '~/ui/text-input.tsx';

const feedQuery = api.notification.getCalendarFeed.queryOptions();
const key = feedQuery.queryKey;
const onError = (error: unknown) => notifyFailure(error);

const notifyRenewed = () =>
  notify.outcome({
    title: 'Your calendar has a new address',
    description: 'The previous one no longer works.',
  });

/** The address of a feed with the member's jobs for their own calendar, and a button to end it. */
export function CalendarFeed() {
  const feed = useQuery(feedQuery);
  const start = useMutation(
    api.notification.startCalendarFeed.mutationOptions({
      onSuccess: (made) => queryClient.setQueryData(key, made),
      onError,
    }),
  );
  const end = useMutation(
    api.notification.endCalendarFeed.mutationOptions({
      onSuccess: () => queryClient.setQueryData(key, { url: null }),
      onError,
    }),
  );
  if (feed.isError && !feed.data)
    return <LoadFailed title="Your calendar didn’t load" query={feed} />;
  if (feed.isPending) return <Skeleton className="h-24 rounded-lg" />;
  const { url } = feed.data;
  return (
    <>
      <p className="text-ink-soft text-sm">
        Your calendar app can follow the jobs you posted or claimed: titles, areas and times. Anyone
        with the address can read them.
      </p>
      {url ? (
        <Field label="Address for your calendar app">
          <TextInput readOnly value={url} onFocus={({ target }) => target.select()} />
        </Field>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {url ? (
          <>
            <Button
              size="sm"
              onClick={() => void copyText(url, 'Calendar address copied to clipboard')}
            >
              Copy
            </Button>
            <Button
              variant="outline"
              size="sm"
              busy={start.isPending}
              onClick={() => start.mutate(undefined, { onSuccess: notifyRenewed })}
            >
              New address
            </Button>
            <Button
              variant="quiet"
              size="sm"
              busy={end.isPending}
              onClick={() => end.mutate(undefined)}
            >
              Turn off
            </Button>
          </>
        ) : (
          <Button
            variant="outline"
            size="sm"
            busy={start.isPending}
            onClick={() => start.mutate(undefined)}
          >
            Turn on
          </Button>
        )}
      </div>
    </>
  );
}
