import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findProcessMark } from '../process-state.ts';

/**
 * Starts a process that clears up what this one leaves of a backup to `dir` if it is killed: above
 * all the server that the copy is tested with. Returns a function that ends that process.
 */
export function clearWhenKilled(dir: string): () => Promise<void> {
  const program = fileURLToPath(new URL('./clearing-process.ts', import.meta.url));
  const args = [program, dir, `${process.pid}`, `${findProcessMark(process.pid)}`];
  const clearing = spawn(process.execPath, args, {
    // Ctrl-C reaches only the backup, which then clears up itself.
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  clearing.unref();
  // Without it the next backup to the same directory clears up.
  clearing.on('error', () => undefined);
  return async () => {
    if (!clearing.pid || clearing.exitCode !== null || clearing.signalCode !== null) return;
    const ended = once(clearing, 'exit');
    clearing.ref();
    clearing.kill('SIGKILL');
    await ended;
  };
}
