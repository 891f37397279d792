import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into a server that is measured: tells its parent how long its event loop was blocked. */
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

process.on('message', () => {
  // What is recorded begins with the timer's own interval.
  process.send?.(Math.max(0, delay.max / 1e6 - RESOLUTION_MS));
  delay.reset();
});
process.channel?.unref();
