import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a server that is measured: tells its parent how long its event loop was blocked, and
 * the most that the loop's own thread worked without a turn. The difference is waiting for a
 * processor that somebody else had.
 */
const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

let worked = process.threadCpuUsage();
let mostWork = 0;
setInterval(() => {
  const { user, system } = process.threadCpuUsage(worked);
  worked = process.threadCpuUsage();
  mostWork = Math.max(mostWork, (user + system) / 1_000);
}, RESOLUTION_MS).unref();

process.on('message', () => {
  // What is recorded begins with the timer's own interval.
  process.send?.({ block: Math.max(0, delay.max / 1e6 - RESOLUTION_MS), work: mostWork });
  delay.reset();
  mostWork = 0;
});
process.channel?.unref();
