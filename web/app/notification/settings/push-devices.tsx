import type { PushDevice } from '@kindpal/contract/notification/schema';
import { formatDate } from '~/lib/format.ts';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import type { PushSupport } from '../push/push.ts';
import { usePush } from '../push/use-push.ts';

const HINTS: Record<PushSupport, string> = {
  ready: 'This device can show notifications while Kindpal is closed.',
  denied:
    'This browser blocks notifications from Kindpal. Allow them in the site settings of the browser.',
  needs_home_screen:
    'On an iPhone or iPad, press Share, then “Add to Home Screen.” Open Kindpal from there and come back to this page.',
  none: 'This browser can’t show notifications.',
};

/** The devices that show notifications while Kindpal is closed, and the switch for this device. */
export function PushDevices() {
  const { devices, isOn, support, isAsking, turnOn, turnOff, ending } = usePush();
  if (devices.isError && !devices.data) {
    return <LoadFailed title="Your devices didn’t load" query={devices} />;
  }
  if (devices.isPending) return <Skeleton className="h-24 rounded-lg" />;
  const { items } = devices.data;
  return (
    <>
      {isOn ? null : <p className="text-ink-soft text-sm">{HINTS[support]}</p>}
      {items.length > 0 ? (
        <ul aria-label="Devices" className="grid divide-y divide-line">
          {items.map((device) => (
            <Device
              key={device.id}
              device={device}
              isBusy={ending === device.id}
              onEnd={() => turnOff(device)}
            />
          ))}
        </ul>
      ) : null}
      {!isOn && support === 'ready' ? (
        <Button
          variant="outline"
          size="sm"
          className="justify-self-start"
          busy={isAsking}
          onClick={() => void turnOn()}
        >
          Turn on for this device
        </Button>
      ) : null}
    </>
  );
}

type DeviceProps = { device: PushDevice; isBusy: boolean; onEnd: () => void };

function Device({ device, isBusy, onEnd }: DeviceProps) {
  const { browser, os, is_current, created_at } = device;
  const name = [browser, os].filter((part) => part !== null).join(' on ') || 'A browser';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="grid">
        <span className="font-semibold">
          {name}
          {is_current ? ' (this device)' : ''}
        </span>
        <span className="text-ink-soft text-sm">Since {formatDate(created_at)}</span>
      </span>
      <Button
        variant="quiet"
        size="sm"
        busy={isBusy}
        onClick={onEnd}
        aria-label={`Turn off on ${name}`}
      >
        Turn off
      </Button>
    </li>
  );
}
