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
      (file) => !/\.test\.|matrix|samples/.test(file),
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

/** The names in a destructuring or an import, as they are called from there on. */
function namesIn(code: string, pattern: RegExp): string[] {
  return [...code.matchAll(pattern)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => /(\w+)(?: = .*)?\s*$/.exec(name)?.[1] ?? []),
  );
}

const names = (code: string, known: string[]) =>
  known.some((name) => new RegExp(`(?<![.\\w])${name}\\b(?!:)`).test(code));

/** The conditions by which a module changes a row that its caller named, without any policy. */
function unguardedChanges(code: string): string[] {
  const ofPolicy = namesIn(code, /import \{([^}]*)\} from '[^']*policy\.ts'/g);
  return code.split(/^(?=(?:export )?(?:async )?function )/m).flatMap((part) => {
    const given = [
      'input',
      ...namesIn(part, /\{([^{}]*)\} = input\b/g),
      ...namesIn(part, /\binput: \{([^{}:]*)\}/g),
    ];
    return [...part.matchAll(/\.(?:update|delete)\(\w+\)[^;]*?\.where(?=\()/g)]
      .map((change) =>
        argumentAt(part, change.index + change[0].length)
          .slice(1)
          .trim(),
      )
      .map((where) => new RegExp(`const ${where} = ([^;]*);`).exec(part)?.[1] ?? where)
      .filter((where) => names(where, given) && !names(where, ofPolicy));
  });
}

it.each(features)(
  'a row of %s given by a caller is changed under a condition from a policy, or by the id that it authorized [S6]',
  (feature) => {
    const files = globSync(`${feature}/*.ts`, { cwd: SOURCE }).filter(
      (file) => !/\.test\.|matrix|samples|policy\.ts$/.test(file),
    );
    for (const file of files) {
      const inline = unguardedChanges(readFileSync(join(SOURCE, file), 'utf8'));
      expect([file, inline]).toEqual([file, []]);
    }
  },
);

it('a change without a condition from a policy is found, however the id was named [S6]', () => {
  const IMPORT = "import { ownPet, type Pet } from './policy.ts';";
  const change = (head: string, where: string) =>
    `${IMPORT}\nexport async function change(${head}\n  await db.update(pets).set({ a: 1 }).where(${where});\n}`;
  const inCall = '{ input, context }: Call) {';
  for (const [head, where] of [
    [inCall, 'eq(pets.id, input.id)'],
    [`${inCall}\n  const { id } = input;`, 'eq(pets.id, id)'],
    [`${inCall}\n  const { id: petId, name = null } = input;`, 'eq(pets.id, petId)'],
    ['{ input: { id }, context }: Call) {', 'eq(pets.id, id)'],
    [`${inCall}\n  const isIt = eq(pets.id, input.id);`, 'isIt'],
  ] as const) {
    expect(unguardedChanges(change(head, where))).toHaveLength(1);
  }
  for (const [head, where] of [
    [inCall, 'ownPet(actor.id, input.id)'],
    [`${inCall}\n  const isIt = ownPet(actor.id, input.id);`, 'isIt'],
    [`${inCall}\n  const { id } = input;`, 'eq(pets.id, allowed.id)'],
  ] as const) {
    expect(unguardedChanges(change(head, where))).toEqual([]);
  }
});
