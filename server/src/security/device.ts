import type { Device } from '@kindpal/contract/security/schema';

/**
 * Reads a device's common name from its user agent; null where it names no known one. Anybody can
 * send any text as a user agent, and members read the name in emails and on their security page.
 * [U6]
 */
export type DeviceReader = (userAgent: string | null | undefined) => Device;

/** Returns the device reader; its list of browsers is loaded with the first call. [U6] */
export async function loadDeviceReader(): Promise<DeviceReader> {
  const { default: bowser } = await import('bowser');
  const browsers = new Set<string>(Object.values(bowser.BROWSER_MAP));
  const systems = new Set<string>(Object.values(bowser.OS_MAP));
  return (userAgent) => {
    if (!userAgent) return { browser: null, os: null };
    const { browser, os } = bowser.parse(userAgent);
    return { browser: ifIn(browsers, browser.name), os: ifIn(systems, os.name) };
  };
}

const ifIn = (known: Set<string>, name: string | undefined) =>
  name !== undefined && known.has(name) ? name : null;

/** A device in words: 'Chrome on Android'. */
export function nameDevice({ browser, os }: Device): string {
  if (browser && os) return `${browser} on ${os}`;
  return browser ?? os ?? 'an unknown device';
}
