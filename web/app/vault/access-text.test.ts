import { beforeEach, expect, it, vi } from 'vitest';
import { partsText, stillKnownText, viewText } from './access-text.ts';

const now = new Date(2026, 10, 22, 18, 0);
beforeEach(() => {
  vi.useFakeTimers({ now });
  return () => vi.useRealTimers();
});
const at = (day: number, hour: number) => new Date(2026, 10, day, hour, 12).toISOString();
const sam = { id: crypto.randomUUID(), full_name: 'Sam Fox' };
const view = (viewed_at: string, viewer: typeof sam | null = sam) =>
  viewText({ id: crypto.randomUUID(), part: 'door', viewer, viewed_at }, now);

it('shows an owner who opened what, and when in their own time zone', () => {
  expect(view(at(22, 9))).toBe('Sam Fox opened the door code, today, 9:12\u00a0AM');
  expect(view(at(21, 23))).toBe('Sam Fox opened the door code, yesterday, 11:12\u00a0PM');
  expect(view(at(3, 9))).toBe('Sam Fox opened the door code, Tue, Nov\u00a03, 9:12\u00a0AM');
  expect(view(at(22, 9), null)).toBe('A former member opened the door code, today, 9:12\u00a0AM');
});

it('lists what is attached as in a sentence', () => {
  expect(partsText(['door'])).toBe('Door code');
  expect(partsText(['door', 'alarm', 'wifi'])).toBe('Door code, alarm code, and Wi-Fi');
});

it('asks an owner to change codes that a former sitter knows', () => {
  expect(stillKnownText({ full_name: 'Sam Fox', parts: ['door'] })).toBe(
    'Sam Fox opened the door code and no longer has the job. Change it, then save what is new under Edit home access.',
  );
  expect(stillKnownText({ full_name: null, parts: ['door', 'wifi'] })).toMatch(
    /^A former member opened the door code and the Wi-Fi and no .* Change them,/,
  );
});
