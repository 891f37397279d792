import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeTempDataDir, removeTempDataDir } from '../testing/make-temp-data-dir.ts';
import { openOutput } from './output.ts';

test('an operator reads whole lines after one of which a full pipe took only the beginning', () => {
  const dir = makeTempDataDir();
  const pipe = join(dir, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK);
  const read = () => {
    const bytes = Buffer.alloc(2 ** 20);
    return bytes.toString('utf8', 0, readSync(fd, bytes));
  };
  const output = openOutput(fd);
  output.write(`${'x'.repeat(2 ** 20)}\n`);
  expect(read()).toMatch(/^x+$/);
  output.write('{"msg":"the next"}\n');
  const [torn, lost, next] = read().split('\n');
  expect(torn).toBe('');
  expect(JSON.parse(lost ?? '')).toMatchObject({ level: 40, msg: '1 lines of the log were lost' });
  expect(next).toBe('{"msg":"the next"}');
  closeSync(fd);
  removeTempDataDir(dir);
});
