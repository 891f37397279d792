import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { queryClient } from '~/lib/calls/query-client.ts';
import { notify } from '~/notify/notify.ts';
import { notifyFailure } from '~/notify/notify-failure.ts';
import { forgetPush, keepPush } from './kept-push.ts';
import { dismissPushOffer, isPushPermitted, pushSupport, subscribe, unsubscribe } from './push.ts';

const devicesQuery = api.notification.listPushDevices.queryOptions();
const refetchDevices = () => queryClient.invalidateQueries({ queryKey: devicesQuery.queryKey });
const onError = (error: unknown) => notifyFailure(error);

/** The devices that show the member's notifications, and functions to add or remove this one. */
export function usePush() {
  const devices = useQuery(devicesQuery, queryClient);
  const [support, setSupport] = useState(pushSupport);
  const [isAsking, setAsking] = useState(false);
  const start = useMutation(api.notification.startPush.mutationOptions({ onError }), queryClient);
  const end = useMutation(
    api.notification.endPush.mutationOptions({ onSuccess: refetchDevices, onError }),
    queryClient,
  );
  const current = devices.data?.items.filter(({ is_current }) => is_current) ?? [];

  /**
   * Asks for the browser's permission and then registers with the server; resolves when either has
   * refused or both have succeeded.
   */
  async function turnOn(): Promise<void> {
    setAsking(true);
    try {
      const { public_key } = await queryClient.ensureQueryData(devicesQuery);
      const subscription = await subscribe(public_key);
      dismissPushOffer();
      if (subscription) {
        const started = await start.mutateAsync(subscription).catch(() => null);
        if (started) {
          // First of all: the browser may renew its subscription from now on.
          await keepPush({ endpoint: subscription.endpoint, key: public_key });
          notify.outcome({ title: 'Notifications are on for this device' });
          await refetchDevices();
          // Those that this browser dropped when its member withdrew the permission.
          for (const { id } of current) if (id !== started.id) end.mutate({ id });
        }
      }
    } catch (error) {
      notifyFailure(error);
    }
    setSupport(pushSupport());
    setAsking(false);
  }

  function turnOff({ id, is_current }: { id: string; is_current: boolean }): void {
    end.mutate({ id });
    if (!is_current) return;
    void forgetPush();
    unsubscribe().catch(() => undefined);
  }

  return {
    devices,
    /** Whether this browser is on the list and may show notifications. */
    isOn: current.length > 0 && isPushPermitted(),
    support,
    isAsking,
    turnOn,
    turnOff,
    ending: end.isPending && end.variables.id,
  };
}
