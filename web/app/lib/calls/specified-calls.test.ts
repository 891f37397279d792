import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '@kindpal/contract';
import { SPECIFIED } from '@kindpal/contract/transport/base';
import { expect, it } from 'vitest';

const APP = join(import.meta.dirname, '../..');

const source = globSync('**/*.{ts,tsx}', { cwd: APP, exclude: ['**/*.test.ts'] })
  .map((file) => readFileSync(join(APP, file), 'utf8'))
  .join('\n');
const calls = Object.entries(contract).flatMap(([feature, those]) =>
  Object.entries(those).map(([name, call]) => {
    const ofFeature = `\\b(?:api|client)\\s*\\.${feature}\\s*`;
    const isChosen = new RegExp(`${ofFeature}\\[`).test(source) && source.includes(`'${name}'`);
    const isUsed = isChosen || new RegExp(`${ofFeature}\\.${name}\\b`).test(source);
    return { name: `${feature}.${name}`, isUsed, isMarked: isMarked(call) };
  }),
);
const namesOf = (those: typeof calls) => those.map(({ name }) => name);

it('no call that is marked as one for API clients is used by the web [X2]', () => {
  expect(namesOf(calls.filter(({ isUsed, isMarked }) => isUsed && isMarked))).toEqual([]);
});

it('every other call is used by the web [X2]', () => {
  expect(namesOf(calls.filter(({ isUsed, isMarked }) => !isUsed && !isMarked))).toEqual([]);
});

function isMarked(call: object): boolean {
  const { '~orpc': definition } = call as { '~orpc': { route: { description?: string } } };
  return definition.route.description === SPECIFIED;
}
