import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { clientAddress } from './client-address.ts';

const from = (forwarded: string | undefined, trustProxy: number) =>
  clientAddress(
    {
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '10.0.0.1' } as Socket,
    },
    { trustProxy },
  );

it('trusts no header without known proxies', () => {
  expect(from('1.2.3.4', 0)).toBe('10.0.0.1');
});

it('trusts what the known proxies added, and nothing before it', () => {
  expect(from('6.6.6.6, 1.2.3.4', 1)).toBe('1.2.3.4');
  expect(from('6.6.6.6, 1.2.3.4, 10.0.0.2', 2)).toBe('1.2.3.4');
  expect(from(undefined, 1)).toBe('10.0.0.1');
  expect(from('', 1)).toBe('10.0.0.1');
});

it('is the same for every connection of a client whose proxy adds its port', () => {
  expect([from('1.2.3.4:50432', 1), from('1.2.3.4:50433', 1)]).toEqual(['1.2.3.4', '1.2.3.4']);
  expect(from('[2001:db8::1]:443', 1)).toBe('2001:db8::1');
  expect(from('[2001:db8::1]', 1)).toBe('2001:db8::1');
  expect(from('2001:db8::1', 1)).toBe('2001:db8::1');
  expect(from('unknown', 1)).toBe('unknown');
});
