import { afterEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { provideRandomUuid } from './random-uuid.ts';

afterEach(() => vi.unstubAllGlobals());

it('a member of a site without https has random ids for what they post and write [J2 M1]', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  provideRandomUuid();
  const ids = Array.from({ length: 500 }, () => crypto.randomUUID());
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(500);
  expect(new Set(ids.map((id) => id[0])).size).toBe(16);
  expect(new Set(ids.map((id) => id[19]))).toEqual(new Set('89ab'));
});

it('a browser with random ids of its own keeps them', () => {
  const randomUUID = () => 'its own';
  vi.stubGlobal('crypto', { randomUUID });
  provideRandomUuid();
  expect(crypto.randomUUID).toBe(randomUUID);
});
