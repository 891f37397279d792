import { SECURITY_EVENT_KINDS, type SecurityEvent } from '@kindpal/contract/security/schema';
import { expect, test } from 'vitest';
import { deviceName } from './device-name.ts';
import { securityEventText } from './event-text.ts';

const event = (given: Partial<SecurityEvent>): SecurityEvent => ({
  id: 'one',
  kind: 'signed_in',
  detail: null,
  times: 1,
  browser: null,
  os: null,
  created_at: '2026-11-22T12:00:00Z',
  ...given,
});

test('every kind of event has its own text [U6]', () => {
  const texts = SECURITY_EVENT_KINDS.map((kind) => securityEventText(event({ kind })));
  expect(new Set(texts).size).toBe(SECURITY_EVENT_KINDS.length);
  expect(securityEventText(event({ kind: 'sign_in_failed', times: 3 }))).toBe('3 failed sign-ins');
  expect(securityEventText(event({ kind: 'passkey_added', detail: 'my phone' }))).toBe(
    'Passkey added: my phone',
  );
});

test('a device is named by its browser and system [U6]', () => {
  expect(deviceName({ browser: 'Chrome', os: 'Android' })).toBe('Chrome on Android');
  expect(deviceName({ browser: null, os: 'iOS' })).toBe('iOS');
  expect(deviceName({ browser: null, os: null })).toBe('Unknown device');
});
