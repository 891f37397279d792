import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

const root = join(import.meta.dirname, '..');
const RULE = 'noImportCycles';

describe('a developer who writes an import cycle', () => {
  it('is refused by the linter, types and `import()` included, in every package', () => {
    const { linter, overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    expect(linter.rules.suspicious[RULE]).toEqual({
      level: 'error',
      options: { ignoreTypes: false },
    });
    expect(JSON.stringify(overrides)).not.toContain(RULE);
  });

  it('finds no file exempt from the rule', () => {
    const excused = sources().filter((file) =>
      readFileSync(join(root, file), 'utf8').includes(RULE),
    );
    expect(excused).toEqual([]);
  });
});
