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
    const files = globSync(`${feature}/**/*.ts`, { cwd: SOURCE }).filter(
      (file) => !/\.test\.|matrix|samples/.test(file),
    );
    const code = files.map((file) => readFileSync(join(SOURCE, file), 'utf8')).join('\n');
    if (!/\.(update|delete)\(\w|`\s*(UPDATE|DELETE) |\bDO UPDATE\b/.test(code)) return;
    const policy = join(SOURCE, feature, 'policy.ts');
    if (existsSync(policy)) {
      expect(readFileSync(policy, 'utf8')).toMatch(/^\/\*\*?\n( \*( .+)?\n)+ \*\/$/m);
    } else {
      // A claim is part of a job's state, so the job's policy decides.
      expect(code).toMatch(/from '(\.\.\/)+\w+\/policy\.ts'/);
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
    const files = globSync(`${feature}/**/*.ts`, { cwd: SOURCE }).filter(
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

/** A change written in SQL: a lock (FOR UPDATE) is none. */
const RAW_CHANGE =
  /\bUPDATE\s+[^\s;]+(\s+(AS\s+)?[a-z]\w*)?\s+SET\b|\bDO\s+UPDATE\b|\bDELETE\s+FROM\b/;

/** The first lines of functions and constants that change rows in SQL without any policy. */
function unguardedSql(code: string): string[] {
  const ofPolicy = namesIn(code, /import \{([^}]*)\} from '[^']*policy\.ts'/g);
  const types = new Set([...code.matchAll(/\btype (\w+)(?=[^;]* from )/g)].map(([, name]) => name));
  const conditions = ofPolicy.filter((name) => !types.has(name));
  return code
    .split(/^(?=(?:export )?(?:async )?(?:function|const|type) )/m)
    .filter((part) => RAW_CHANGE.test(part))
    .filter((part) => !part.includes('Authorized<') && !names(part, conditions))
    .map((part) => part.split('\n')[0] ?? '');
}

/** Files whose changes are not for a caller, with the reason. */
const WITHOUT_POLICY = {
  'a task or the start': [
    'deletion/erase-member.ts',
    'live/prune-change-events.ts',
    'notification/keep-notifications.ts',
    'notification/queue/queue-mails.ts',
    'notification/calendar/read-busy-calendar.ts',
    'place/fill-places.ts',
    'place/match-typed-areas.ts',
    'report/prune-reports.ts',
    'staff/activity/keep-activity.ts',
    'tasks/reset-future-runs.ts',
    'tasks/task-attempt.ts',
    'vault/reencrypt-vault.ts',
    'vault/wipe-access.ts',
  ],
  'what the server notes about its own work': [
    'account/sign-in/failed-attempts.ts',
    'live/event-log.ts',
    'notification/delivery/note-delivery.ts',
    'notification/push/push-keys.ts',
    'staff/activity/record-view.ts',
  ],
  'what follows from the time or the browser at sign-in, which nobody chooses': [
    'moderation/end-decision.ts',
    'notification/settings/remember-time-zone.ts',
  ],
};

it('a row is changed in SQL only under a condition from a policy, or once authorized [S6]', () => {
  const files = globSync('*/**/*.ts', { cwd: SOURCE }).filter(
    (file) => !/^(db|testing|seed)\/|\.test\.|matrix|policy\.ts$/.test(file),
  );
  const found = files.filter(
    (file) => unguardedSql(readFileSync(join(SOURCE, file), 'utf8')).length > 0,
  );
  expect(found.sort()).toEqual(Object.values(WITHOUT_POLICY).flat().sort());
});

it('a change in SQL without any policy is found, and a lock is none [S6]', () => {
  const IMPORT = "import { authorizePet, OWN_PET, type LockedPet } from './policy.ts';";
  const after = (...code: string[]) => unguardedSql([IMPORT, ...code].join('\n'));
  for (const statement of [
    'UPDATE pets SET name = $2 WHERE id = $1',
    'UPDATE pets pet SET name = $2 WHERE id = $1',
    'UPDATE pets AS pet\n  SET name = $2 WHERE id = $1',
    'DELETE FROM pets WHERE id = $1',
    'INSERT INTO pets (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET name = $2',
  ]) {
    expect(after(`const CHANGE = '${statement}';`)).toHaveLength(1);
    expect(after(`const OTHER = OWN_PET;\nconst CHANGE = '${statement}';`)).toHaveLength(1);
    expect(after(`function change(pet: LockedPet) {\n  run('${statement}');\n}`)).toHaveLength(1);
    expect(after(`const CHANGE = \`${statement} AND \${OWN_PET}\`;`)).toEqual([]);
    expect(
      after(`function change(pet: Authorized<LockedPet, 'edit'>) {\n  run('${statement}');\n}`),
    ).toEqual([]);
    expect(after(`function change() {\n  authorizePet();\n  run('${statement}');\n}`)).toEqual([]);
  }
  expect(after("const LOCK = 'SELECT id FROM pets WHERE id = $1 FOR UPDATE';")).toEqual([]);
});
