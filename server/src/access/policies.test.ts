import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
/** Places are written only at the start, never by a call. */
const features = globSync('*/router.ts', { cwd: SOURCE })
  .map(dirname)
  .filter((feature) => feature !== 'place')
  .sort();

it.each(features)(
  'a developer who changes %s finds its authorization in a policy, in plain English [S6]',
  (feature) => {
    const files = globSync(`${feature}/*.ts`, { cwd: SOURCE }).filter(
      (file) => !/\.test\.|matrix/.test(file),
    );
    const code = files.map((file) => readFileSync(join(SOURCE, file), 'utf8')).join('\n');
    if (!/\.(update|delete)\(\w|`\s*(UPDATE|DELETE) |\bDO UPDATE\b/.test(code)) return;
    const policy = join(SOURCE, feature, 'policy.ts');
    if (existsSync(policy)) {
      expect(readFileSync(policy, 'utf8')).toMatch(/^\/\*\*?\n( \*( .+)?\n)+ \*\/$/m);
    } else {
      // A claim is part of a job's state, so the job's policy decides.
      expect(code).toMatch(/from '\.\.\/\w+\/policy\.ts'/);
    }
  },
);

/** The argument list that starts at this parenthesis. */
function argumentAt(code: string, start: number): string {
  let depth = 0;
  for (let at = start; at < code.length; at++) {
    if (code[at] === '(') depth++;
    if (code[at] === ')' && --depth === 0) return code.slice(start, at);
  }
  return '';
}

it.each(features)(
  'a row of %s given by a caller is changed under a condition from a policy [S6]',
  (feature) => {
    const files = globSync(`${feature}/*.ts`, { cwd: SOURCE }).filter(
      (file) => !/\.test\.|matrix|policy\.ts$/.test(file),
    );
    for (const file of files) {
      const code = readFileSync(join(SOURCE, file), 'utf8');
      const changes = code.matchAll(/\.(?:update|delete)\(\w+\)[^;]*?\.where(?=\()/g);
      const inline = [...changes]
        .map((change) => argumentAt(code, change.index + change[0].length))
        // Selecting a row by the actor's own id cannot reach anybody else's.
        .filter(
          (where) => /\b(actor|holder)\.id\b/.test(where) && /\beq\([\s\S]*\beq\(/.test(where),
        );
      expect([file, inline]).toEqual([file, []]);
    }
  },
);
