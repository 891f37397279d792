import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { httpErrorText, ongoingToast, outcomeToast } from './constants.ts';
import { dismissOutcome, heldOutcomes, showOutcome } from './outcomes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of heldOutcomes()) dismissOutcome(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('what a member is told about what they just did', () => {
  it('the second outcome takes the place of the first [P9]', () => {
    showOutcome({ title: 'Copied!' });
    showOutcome({ title: 'Job claimed' });
    expect(heldOutcomes().map(({ title, open }) => [title, open])).toEqual([['Job claimed', true]]);
  });

  it('a dismissed outcome closes at once and is forgotten long after [P9]', () => {
    const id = showOutcome({ title: 'Error', variant: 'destructive' });
    dismissOutcome(id);
    expect(heldOutcomes()[0]?.open).toBe(false);
    vi.advanceTimersByTime(999_999);
    expect(heldOutcomes()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(heldOutcomes()).toHaveLength(0);
  });

  it('an outcome that was replaced can still be dismissed without harm [P9]', () => {
    const first = showOutcome({ title: 'Copied!' });
    showOutcome({ title: 'Job claimed' });
    dismissOutcome(first);
    expect(heldOutcomes()[0]).toMatchObject({ title: 'Job claimed', open: true });
  });

  it('the first system keeps the constants of the specification [P9]', () => {
    expect(outcomeToast).toEqual({
      limit: 1,
      durationMs: 5000,
      removeDelayMs: 1_000_000,
      swipeThresholdPx: 50,
      hotkey: ['F8'],
    });
  });

  it('the second system keeps the constants of the specification [P10]', () => {
    expect(ongoingToast).toEqual({
      visible: 3,
      durationMs: 4000,
      gapPx: 14,
      offsetPx: 32,
      widthPx: 356,
      removalMs: 200,
    });
  });

  it('a promise that ends in a non-OK response names its status [P10]', () => {
    expect(httpErrorText(503)).toBe('HTTP error! status: 503');
  });
});
