import type { BusyProblem, BusyCalendar as Kept } from '@kindpal/contract/notification/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { DOT, formatRelative } from '~/lib/format.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { BusyCalendarForm } from './busy-calendar-form.tsx';

const busyQuery = api.notification.getBusyCalendar.queryOptions();
const FIRST_READING_MS = 2_000;

const PROBLEMS: Record<BusyProblem, string> = {
  unreachable: 'We couldn’t reach it last time. Check that the address still works.',
  no_calendar: 'We can’t read a calendar at this address.',
  too_large: 'The calendar is larger than 5 MB, so we can’t read it.',
};

const isAwaited = ({ host, read_at, problem }: Kept) => Boolean(host) && !read_at && !problem;

/** The source of a sitter's busy times: an address can be entered, but is never shown again. */
export function BusyCalendar() {
  const busy = useQuery({
    ...busyQuery,
    refetchInterval: ({ state: { data } }) => (data && isAwaited(data) ? FIRST_READING_MS : false),
  });
  if (busy.isError && !busy.data)
    return <LoadFailed title="Your busy times didn’t load" query={busy} />;
  if (busy.isPending) return <Skeleton className="h-24 rounded-lg" />;
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <h3 className="font-semibold">Busy times from your calendar</h3>
      <p className="text-ink-soft text-sm">
        Kindpal can read when you’re busy, warn you before you claim a job at that time, and notify
        you about new jobs only when you’re free. We keep the times, nothing about the events.
      </p>
      {busy.data.host ? <Connected calendar={busy.data} /> : <BusyCalendarForm />}
    </div>
  );
}

function Connected({ calendar }: { calendar: Kept }) {
  const { host, read_at, problem } = calendar;
  const end = useMutation(
    api.notification.endBusyCalendar.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: busyQuery.queryKey }),
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <>
      <p className="text-sm" role="status">
        <span className="wrap-anywhere font-semibold">{host}</span>
        {isAwaited(calendar) ? `${DOT}Waiting to be read` : null}
        {read_at ? `${DOT}Read ${formatRelative(read_at)}` : null}
      </p>
      {problem ? <p className="text-danger text-sm">{PROBLEMS[problem]}</p> : null}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        busy={end.isPending}
        onClick={() => end.mutate(undefined)}
      >
        Remove calendar
      </Button>
    </>
  );
}
