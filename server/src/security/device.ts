import type { Device } from '@kindpal/contract/security/schema';

/** Reads a device's common name from its user agent; null where it does not say. [U6] */
export type DeviceReader = (userAgent: string | null | undefined) => Device;

/** Returns the device reader; its list of browsers is loaded with the first call. [U6] */
export async function loadDeviceReader(): Promise<DeviceReader> {
  const { default: bowser } = await import('bowser');
  return (userAgent) => {
    if (!userAgent) return { browser: null, os: null };
    const { browser, os } = bowser.parse(userAgent);
    return { browser: browser.name || null, os: os.name || null };
  };
}

/** A device in words: 'Chrome on Android'. */
export function nameDevice({ browser, os }: Device): string {
  if (browser && os) return `${browser} on ${os}`;
  return browser ?? os ?? 'an unknown device';
}
