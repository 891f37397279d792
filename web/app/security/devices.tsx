import type { SessionDevice } from '@kindpal/contract/security/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { reloadUser } from '~/account/session/session-store.ts';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { formatDay } from '~/lib/format.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { Badge } from '~/ui/badge.tsx';
import { Button } from '~/ui/button.tsx';
import { TextLink } from '~/ui/link.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Moment } from '~/ui/moment.tsx';
import { OfflineWait } from '~/ui/offline-wait.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { deviceName } from './device-name.ts';

const PHONES = ['Android', 'iOS'];
const feedQuery = api.notification.getCalendarFeed.queryOptions();

/** Signing out devices also cancels a pending change of email, the feed, and maybe a deletion. */
function refetchAccess() {
  void reloadUser().catch(() => undefined);
  queryClient.setQueryData(feedQuery.queryKey, { url: null });
  void queryClient.invalidateQueries({ queryKey: api.deletion.key() });
  return queryClient.invalidateQueries({ queryKey: api.security.key() });
}

/** The devices on which the member is signed in, with buttons to sign them out. [U6] */
export function Devices() {
  const query = useQuery(api.security.listDevices.queryOptions());
  const devices = query.data?.items;
  if (query.isPending) {
    return (
      <OfflineWait query={query}>
        <div role="status" aria-label="Loading: devices">
          <Skeleton className="h-24" />
        </div>
      </OfflineWait>
    );
  }
  if (!devices) return <LoadFailed title="Your devices didn’t load" query={query} />;
  return (
    <div className="grid gap-5">
      <ul aria-label="Devices" className="grid gap-4">
        {devices.map((device) => (
          <Row key={device.id} device={device} />
        ))}
      </ul>
      {devices.length > 1 ? <EndOthers /> : null}
    </div>
  );
}

function Row({ device }: { device: SessionDevice }) {
  const name = deviceName(device);
  const Icon = device.os && PHONES.includes(device.os) ? Smartphone : Monitor;
  const end = useMutation(
    api.security.endSession.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: `${name} is signed out` });
        return refetchAccess();
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Icon aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {device.is_current ? <Badge tone="positive">This device</Badge> : null}
        </p>
        <p className="text-ink-soft text-sm">
          Last used <Moment at={device.last_used_at} />, signed in on{' '}
          <span className="whitespace-nowrap">{formatDay(device.created_at)}</span>
        </p>
      </div>
      {device.is_current ? null : (
        <Button
          size="sm"
          variant="outline"
          aria-label={`Sign out ${name}`}
          busy={end.isPending}
          onClick={() => end.mutate({ id: device.id })}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

/** Ends all other sessions of the member, and warns that the calendar feed ends too. [U6] */
function EndOthers() {
  const signOutOthers = useMutation(
    api.account.signOut.mutationOptions({
      onSuccess: () => {
        notify.outcome({ title: 'All other devices are signed out' });
        return refetchAccess();
      },
      onError: (error) => notifyFailure(error),
    }),
  );
  const feed = useQuery(feedQuery);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="outline"
        busy={signOutOthers.isPending}
        onClick={() => signOutOthers.mutate({ scope: 'others' })}
      >
        Sign out all other devices
      </Button>
      {feed.data?.url ? (
        <p className="text-ink-soft text-sm">
          Signing out another device also ends your calendar feed. You can turn it on again, with a
          new address, in <TextLink to="/notifications/settings">Notification Settings</TextLink>.
        </p>
      ) : null}
    </div>
  );
}
