import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Watches its own process for a moment in which it has no free descriptor. */
const WATCH_WITHOUT_DESCRIPTORS = `
  import { closeSync, openSync } from 'node:fs';
  import { watchPostmaster } from '${new URL('./run-postmaster.ts', import.meta.url)}';
  let state = 'there';
  watchPostmaster(process.pid, () => { state = 'gone'; });
  const taken = [];
  try {
    for (;;) taken.push(openSync('/dev/null'));
  } catch (error) {
    setTimeout(() => {
      for (const descriptor of taken) closeSync(descriptor);
      console.log(error.code, state);
    }, 600);
  }
`;

test.skipIf(process.platform === 'win32')(
  'a live PostgreSQL is not taken for dead while there is no free descriptor',
  () => {
    const script = 'ulimit -n 64 && exec "$0" --input-type=module -e "$1"';
    const output = execFileSync('sh', ['-c', script, process.execPath, WATCH_WITHOUT_DESCRIPTORS]);
    expect(output.toString().trim()).toBe('EMFILE there');
  },
);
