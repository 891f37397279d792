import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ongoingToast, outcomeToast } from './constants.ts';
import {
  dismissInTime,
  dismissOutcome,
  endErrorsOfPage,
  heldOutcomes,
  noteFailedCall,
  noteSucceededCall,
  showOutcome,
} from './outcomes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of heldOutcomes.read()) dismissOutcome(id);
  vi.runAllTimers();
  vi.useRealTimers();
});

describe('what a member is told about what they just did', () => {
  it('the second outcome replaces the first [P9]', () => {
    showOutcome({ title: 'Copied!' });
    showOutcome({ title: 'Job claimed' });
    expect(heldOutcomes.read().map(({ title, open }) => [title, open])).toEqual([
      ['Job claimed', true],
    ]);
  });

  it('a dismissed outcome closes at once and is removed much later [P9]', () => {
    const id = showOutcome({ title: 'Error', variant: 'destructive' });
    dismissOutcome(id);
    expect(heldOutcomes.read()[0]?.open).toBe(false);
    vi.advanceTimersByTime(999_999);
    expect(heldOutcomes.read()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(heldOutcomes.read()).toHaveLength(0);
  });

  it('an outcome that was replaced can still be dismissed [P9]', () => {
    const first = showOutcome({ title: 'Copied!' });
    showOutcome({ title: 'Job claimed' });
    dismissOutcome(first);
    expect(heldOutcomes.read()[0]).toMatchObject({ title: 'Job claimed', open: true });
  });

  const isShown = () => heldOutcomes.read()[0]?.open;

  it('an error ends when the same call succeeds, and not when another one does [P9]', () => {
    const error = new Error();
    noteFailedCall('job.post', error);
    showOutcome({ title: 'Failed to post job. Please try again.', variant: 'destructive', error });
    noteSucceededCall('job.list');
    expect(isShown()).toBe(true);
    noteSucceededCall('job.post');
    expect(isShown()).toBe(false);
  });

  it('an error stays when a call succeeds that failed in the background before it [P9]', () => {
    noteFailedCall('notification.list', new Error());
    showOutcome({ title: 'Could not copy', variant: 'destructive' });
    noteSucceededCall('notification.list');
    expect(isShown()).toBe(true);
    const error = new Error();
    noteFailedCall('job.post', error);
    noteFailedCall('notification.list', new Error());
    showOutcome({ title: 'Failed to post job. Please try again.', variant: 'destructive', error });
    noteSucceededCall('notification.list');
    expect(isShown()).toBe(true);
    noteSucceededCall('job.post');
    expect(isShown()).toBe(false);
  });

  it('an error that was thrown as a mere text is shown without harm [P9]', () => {
    noteFailedCall('job.post', 'failed');
    showOutcome({ title: 'Error', variant: 'destructive', error: 'failed' });
    noteSucceededCall('job.post');
    expect(isShown()).toBe(true);
  });

  it('an error ends with its page, a success does not [P9]', () => {
    showOutcome({ title: 'Saved' });
    endErrorsOfPage();
    expect(isShown()).toBe(true);
    showOutcome({ title: 'Error', variant: 'destructive' });
    endErrorsOfPage();
    expect(isShown()).toBe(false);
  });

  it('an error that redirects to another page is shown there, and ends with it [P9] [J3]', () => {
    showOutcome({ title: 'Error', variant: 'destructive', isForNextPage: true });
    endErrorsOfPage();
    expect(isShown()).toBe(true);
    endErrorsOfPage();
    expect(isShown()).toBe(false);
  });

  it('where no library ends it, a success ends after its time and an error stays [P9]', () => {
    const startTime = () => heldOutcomes.read().slice(0, 1).map(dismissInTime)[0];
    showOutcome({ title: 'Saved' });
    startTime();
    vi.advanceTimersByTime(4999);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isShown()).toBe(false);

    showOutcome({ title: 'Visit started', durationMs: 10_000 });
    startTime()?.();
    vi.advanceTimersByTime(20_000);
    expect(isShown(), 'its host was taken away').toBe(true);
    startTime();
    vi.advanceTimersByTime(9_999);
    expect(isShown()).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isShown()).toBe(false);

    showOutcome({ title: 'Error', variant: 'destructive' });
    startTime();
    vi.advanceTimersByTime(60_000);
    expect(isShown()).toBe(true);
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
      width: expect.stringContaining(`${356 / 16}rem`),
      removalMs: 200,
    });
  });
});
