import { describe, expect, it } from 'vitest';
import { isInVain } from './offline-wait.tsx';

const waiting = { isPending: true, failureCount: 0, failureReason: null };

describe('a list that does not come', () => {
  it('is in vain without a network, and after nobody answered [P12] [J1]', () => {
    expect(isInVain(waiting, false)).toBe(true);
    const unanswered = {
      ...waiting,
      failureCount: 1,
      failureReason: new TypeError('Failed to fetch'),
    };
    expect(isInVain(unanswered, true)).toBe(true);
  });

  it('is only slow while the first answer is on its way, and has failed otherwise when refused', () => {
    expect(isInVain(waiting, true)).toBe(false);
    expect(isInVain({ ...waiting, failureCount: 1, failureReason: new Error('No') }, true)).toBe(
      false,
    );
    expect(isInVain({ ...waiting, isPending: false }, false)).toBe(false);
  });
});
