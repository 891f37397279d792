import { afterEach, expect, it, vi } from 'vitest';
import { hasPasskeys } from './has-passkeys.ts';

afterEach(() => vi.unstubAllGlobals());

const at = (hostname: string, more: object = {}) =>
  vi.stubGlobal('window', {
    PublicKeyCredential: class {},
    isSecureContext: true,
    location: { hostname },
    ...more,
  });

it('passkeys are offered where a browser can use them: at a name, over a safe connection [U13]', () => {
  at('kindpal.example');
  expect(hasPasskeys()).toBe(true);
  at('localhost');
  expect(hasPasskeys()).toBe(true);
  for (const address of ['192.168.1.20', '[::1]']) {
    at(address);
    expect(hasPasskeys()).toBe(false);
  }
  at('kindpal.example', { isSecureContext: false });
  expect(hasPasskeys()).toBe(false);
  vi.stubGlobal('window', { isSecureContext: true, location: { hostname: 'kindpal.example' } });
  expect(hasPasskeys()).toBe(false);
});
