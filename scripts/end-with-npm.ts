/**
 * Passes the end of `npm start` on to this process as SIGTERM. npm signals the shell between the
 * two, which on many systems dies of it without telling anybody.
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
