import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * An identifier of this run of a process (unlike its id, never reused), or null when the process
 * is gone or a zombie. Throws when the system lacks the resources to tell, such as descriptors.
 */
export function findProcessMark(pid: number): string | null {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  if (process.platform === 'linux') return findLinuxMark(pid);
  if (!hasProcess(pid)) return null;
  if (process.platform === 'win32') return 'running';
  const [state = '', ...since] = ask('ps', ['-o', 'stat=,lstart=', '-p', `${pid}`]).split(/\s+/);
  return state === '' || state.startsWith('Z') ? null : since.join(' ');
}

/** Whether a process is the PostgreSQL server of this directory; throws like `findProcessMark`. */
export function isPostmasterOf(cluster: string, pid: number): boolean {
  if (findProcessMark(pid) === null) return false;
  if (process.platform === 'win32') {
    return ask('tasklist', ['/FI', `PID eq ${pid}`, '/NH']).includes('postgres.exe');
  }
  if (process.platform !== 'linux') {
    return ask('ps', ['-o', 'command=', '-p', `${pid}`]).includes(` -D ${cluster}`);
  }
  const command = readOrEmpty(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  const works = readOrEmpty(() => readlinkSync(`/proc/${pid}/cwd`)) === cluster;
  return (command[0] ?? '').includes('postgres') && (works || command.includes(cluster));
}

function findLinuxMark(pid: number): string | null {
  const stat = readOrEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  const boot = readOrEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  // The name in parentheses may contain anything; the state follows the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, since] = [fields[0], fields[19]];
  return !since || state === 'Z' || state === 'X' ? null : `${boot}/${since}`;
}

function hasProcess(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function ask(command: string, args: string[]): string {
  return readOrEmpty(() =>
    execFileSync(command, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, LC_ALL: 'C' },
    }).trim(),
  );
}

/** These say nothing about the process: a live one must not be taken for dead. */
const OUT_OF_RESOURCES = ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'];

function readOrEmpty(read: () => string): string {
  try {
    return read();
  } catch (error) {
    if (OUT_OF_RESOURCES.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return '';
  }
}
