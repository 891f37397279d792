import { setTimeout as sleep } from 'node:timers/promises';
import { findProcessMark } from '../process-state.ts';
import { clearUnfinished, lockTarget, workshopOf } from './unfinished-backup.ts';

// A backup that ends in any other way than being killed ends this process first.
const [dir = '', pid, mark] = process.argv.slice(2);
while (findProcessMark(Number(pid)) === mark) await sleep(250);
const release = lockTarget(dir);
await clearUnfinished(workshopOf(dir)).finally(release);
