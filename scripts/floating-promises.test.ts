import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

const root = join(import.meta.dirname, '..');
const RULES = ['noFloatingPromises', 'noMisusedPromises'];

describe('a developer who leaves a promise without a handler', () => {
  it('is refused by the linter, in every package', () => {
    const { linter, overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    for (const rule of RULES) {
      expect([rule, linter.rules.nursery[rule]]).toEqual([rule, 'error']);
      expect(JSON.stringify(overrides)).not.toContain(rule);
    }
  });

  it('cannot write `void` before it in the server, where a rejection would have ended the process', () => {
    const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    const ofServer = overrides.filter(({ includes }: { includes: string[] }) =>
      includes.includes('server/**'),
    );
    expect(JSON.stringify(ofServer)).toContain('"noVoid":"error"');
  });

  it('finds no file exempt from the rules', () => {
    const excused = sources().filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...RULES, 'noVoid'].some((rule) => text.includes(rule));
    });
    expect(excused).toEqual([]);
  });
});
