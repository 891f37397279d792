import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@kindpal/contract';
import { SPECIFIED } from '@kindpal/contract/transport/base';
import { expect, it } from 'vitest';

const APP = join(import.meta.dirname, '..');

it('no call that is marked as one for API clients is used by the web [X2]', () => {
  const source = globSync('**/*.{ts,tsx}', { cwd: APP, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(APP, file), 'utf8'))
    .join('\n');
  const calls = Object.entries(contract).flatMap(([feature, those]) =>
    Object.entries(those).map(([name, call]) => {
      const used = new RegExp(`\\b(api|client)\\s*\\.${feature}\\s*\\.${name}\\b`).test(source);
      return { name: `${feature}.${name}`, used, marked: isMarked(call) };
    }),
  );
  expect(calls.filter(({ used, marked }) => used && marked)).toEqual([]);
});

function isMarked(call: object): boolean {
  const { '~orpc': definition } = call as { '~orpc': { route: { description?: string } } };
  return definition.route.description === SPECIFIED;
}
