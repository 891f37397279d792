import { describe, expect, it } from 'vitest';
import { cannotLoad } from './offline-wait.tsx';

const waiting = { isPending: true, failureCount: 0, failureReason: null };

describe('a list that does not load', () => {
  it('is reported without a network, and after no response [P12] [J1]', () => {
    expect(cannotLoad(waiting, false)).toBe(true);
    const unanswered = {
      ...waiting,
      failureCount: 1,
      failureReason: new TypeError('Failed to fetch'),
    };
    expect(cannotLoad(unanswered, true)).toBe(true);
  });

  it('is only slow during the first request, and has failed after a refusal', () => {
    expect(cannotLoad(waiting, true)).toBe(false);
    expect(cannotLoad({ ...waiting, failureCount: 1, failureReason: new Error('No') }, true)).toBe(
      false,
    );
    expect(cannotLoad({ ...waiting, isPending: false }, false)).toBe(false);
  });
});
