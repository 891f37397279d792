import type { Device } from '@kindpal/contract/security/schema';

/** A device in words: 'Chrome on Android'. */
export function deviceName({ browser, os }: Device): string {
  if (browser && os) return `${browser} on ${os}`;
  return browser ?? os ?? 'Unknown device';
}
