import type { TaskAttempt } from '../tasks/task-queue.ts';

/** An attempt at a task that a test runs without the queue. */
export const directAttempt = (signal = new AbortController().signal): TaskAttempt => ({
  signal,
  isLast: false,
  end: () => Promise.resolve(),
});
