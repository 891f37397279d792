import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
/**
 * Every folder of the product; `db` runs others' statements, and tests and samples are not
 * production code.
 */
const folders = [...new Set(globSync('*/*.ts', { cwd: SOURCE }).map(dirname))].filter(
  (folder) => !['db', 'testing', 'seed'].includes(folder),
);

it.each(folders)(
  'a developer who renames a column in a statement of %s is told by a test',
  (feature) => {
    const files = globSync(`${feature}/*.ts`, { cwd: SOURCE }).filter(
      (file) => !/\.(test|samples)\./.test(file),
    );
    for (const file of files) {
      const code = readFileSync(join(SOURCE, file), 'utf8');
      // Rows of `prepared`, `jsonRows` and `shortRead` are reviewed; those of other calls must
      // have no type.
      expect([file, code.match(/\.(execute|query)<[^(]*/g) ?? []]).toEqual([file, []]);
      const reads =
        code.match(/\brows\b[^=;]*= await [\w.]+\.(execute|query)\((?!'SELECT FROM)/g) ?? [];
      const parses = code.match(/\.parse\(rows\b/g) ?? [];
      expect([file, parses.length]).toEqual([file, reads.length]);
    }
  },
);
