import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded into a measured server: reports how long its event loop was blocked, and the longest
 * that the loop's own thread worked in one turn. The difference is time waiting for a CPU.
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
  // Measured delays include the timer's own interval.
  process.send?.({ block: Math.max(0, delay.max / 1e6 - RESOLUTION_MS), work: mostWork });
  delay.reset();
  mostWork = 0;
});
process.channel?.unref();
