import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';

const root = join(import.meta.dirname, '..');
const RULES = ['noFloatingPromises', 'noMisusedPromises'];
/** Promises of libraries, and of listeners, timers and methods that nobody waits for. */
const WRONG = [
  "writeFile('notes', 'text');",
  'sleep(1);',
  "once(process, 'exit');",
  "process.on('message', async () => { await save(); });",
  "process.on('message', save);",
  "new EventEmitter().on('saved', () => save());",
  'setTimeout(async () => { await save(); }, 1);',
  'setInterval(save, 1);',
  'setImmediate(() => save());',
  'createServer(async () => { await save(); });',
  'new Writable({ write: async () => { await save(); } });',
  'export const saver: { open(): void } = { async open() { await save(); } };',
];
const PLANTED = [
  "import { EventEmitter, once } from 'node:events';",
  "import { writeFile } from 'node:fs/promises';",
  "import { setTimeout as sleep } from 'node:timers/promises';",
  "import { createServer } from 'node:http';",
  "import { Writable } from 'node:stream';",
  'async function save() {}',
  ...WRONG,
  'setTimeout(() => { save().catch(() => undefined); }, 1);',
];

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

  it('is refused where Biome overlooks it: a library, a listener, a timer, a method', () => {
    // Outside of the project, where other tests read every file.
    const folder = mkdtempSync(join(tmpdir(), 'kindpal-planted-'));
    const typeRoots = [join(root, 'node_modules/@types')];
    const settings = { extends: join(root, 'tsconfig.json'), compilerOptions: { typeRoots } };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...settings, include: ['.'] }));
    try {
      writeFileSync(join(folder, 'planted.ts'), PLANTED.join('\n'));
      const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
      const { stdout } = spawnSync(
        process.execPath,
        [oxlint, '-c', join(root, '.oxlintrc.json'), '-f', 'unix', folder],
        { cwd: root, encoding: 'utf8' },
      );
      const lines = [...stdout.matchAll(/planted\.ts:(\d+):.*no-(?:misused|floating)-promises/g)];
      const found = lines.map(([, line]) => PLANTED[Number(line) - 1]);
      expect(found).toEqual(WRONG);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('finds no file exempt from the rules', () => {
    const excused = sources().filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return [...RULES, 'noVoid', 'no-misused-promises', 'no-floating-promises', 'oxlint-'].some(
        (rule) => text.includes(rule),
      );
    });
    expect(excused).toEqual([]);
  });
});
