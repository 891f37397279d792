/**
 * Forwards the end of `npm start` to this process as SIGTERM. npm signals the shell in between,
 * which on many systems dies without forwarding.
 */
export function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  timer.unref();
}
