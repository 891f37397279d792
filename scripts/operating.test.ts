import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseEnv } from '../server/src/env.ts';
import { STOP, TIMEOUTS } from '../server/src/timeouts.ts';

const project = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const page = read('docs/operating.md');
const source = globSync('{server/src,contract/src,scripts}/**/*.ts', {
  cwd: project,
  exclude: (path) => /\.test\.ts$|\/(testing|seed)$/.test(path),
})
  .map(read)
  .join('\n');
const settings = [
  ...(read('server/src/env.ts').split('const settings = z.object({')[1] ?? '').matchAll(
    /^ {2}([A-Z_]+):/gm,
  ),
].map(([, name = '']) => name);

const sections = new Map(
  page.split(/^(?=## )/m).map((part) => [/^## (.+)/.exec(part)?.[1] ?? '', part]),
);
const codes = [...page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(
  ([, code = '']) => code,
);

/** What an operator has to do, and what its section has to name. */
const TASKS: Record<string, string[]> = {
  'Where data is stored': ['`DATA_DIR`', 'postgres-elsewhere`'],
  'Start and stop': ['`npm start`', '`SIGTERM`', '`kill -9`'],
  Upgrade: ['`npm run backup -- DIR`', '`npm ci`'],
  'Roll back': ['`npm run restore -- DIR`', '`DATA_DIR`'],
  Backup: ['`npm run backup -- DIR`', 'secrets'],
  Restore: ['`npm run restore -- DIR`', '`postgres-elsewhere`'],
  'With an external PostgreSQL': ['pg_dump', 'pg_restore', '`DATABASE_URL`'],
  'Several nodes': ['`APP_SECRET`', '`VAULT_SECRET`', '`STORAGE_URL`', '`DATABASE_POOL`'],
  'Behind a proxy': ['`APP_URL`', '`TRUST_PROXY`', '`/realtime/v1`'],
  Monitoring: ['`GET /healthz`', '`GET /readyz`', '`/admin/system`'],
  Logs: ['`LOG_LEVEL`', '`postgres.log`'],
  'When a part fails': ['### A full disk', '### The secret'],
  Email: ['`SMTP_URL', '`MAIL_REPORTS', '`SMS_URL'],
};

/** Whatever may fail beside Kindpal, by a word of the row that says what happens then. */
const PARTS = [
  ...settings.filter((name) => /_(URL|PROVIDERS|SECRET)$|^MAIL_REPORTS$/.test(name)),
  ...['embedded database', 'external database', 'disk', 'mail server', 'bucket', 'SMS provider'],
  ...['push service', 'own calendar', 'list of places', 'picture', 'nodes', 'system clock'],
  ...['saml.pem', 'vault-secret', 'postgres-password'],
];
/** Named elsewhere on the page: where the site is, and what the rows call by its own name. */
const BY_WORD: Record<string, string> = {
  APP_URL: 'Behind a proxy',
  DATABASE_URL: 'An external database',
  DATABASE_OWNER_URL: 'An external database',
  SMTP_URL: 'The mail server',
  SMS_URL: 'The SMS provider',
  STORAGE_URL: 'The bucket',
};

/** Capitals that are no setting: SQL, signals, error codes and what the reader fills in. */
const NO_SETTING = /^(DIR|STORAGE_FULL|SIGTERM|GET|ALTER|CREATE|ROLE|REASSIGN|UPDATE|DELETE)$/;

const seconds = (ms: number) => `${ms / 1000} seconds`;

describe('an operator', () => {
  it.each(Object.entries(TASKS))('finds how to go about it: %s', (title, named) => {
    const text = sections.get(title) ?? '';
    expect(text.length, 'The section is missing or empty').toBeGreaterThan(200);
    expect(named.filter((one) => !text.includes(one))).toEqual([]);
  });

  it('finds every section described here, so that a new one is checked too', () => {
    expect([...sections.keys()].filter(Boolean)).toEqual(Object.keys(TASKS));
  });

  it.each(PARTS)('finds what happens when this fails: %s', (part) => {
    const failures = sections.get('When a part fails') ?? '';
    const rows = failures.split('\n').filter((line) => line.startsWith('| '));
    const named = BY_WORD[part] ?? part;
    if (named in TASKS) return expect(sections.get(named)).toContain(part);
    const row = rows.find((line) => line.split(' | ')[0]?.includes(named));
    expect(row, 'No row names it').toBeDefined();
    // What happens; what to do may be nothing at all.
    expect(row?.split(' | ')[1]?.length).toBeGreaterThan(5);
  });

  it('finds only commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const file of [
      'README.md',
      'CONTRIBUTING.md',
      ...globSync('docs/**/*.md', { cwd: project }),
    ]) {
      const named = [...read(file).matchAll(/npm (?:run ([\w-]+)|(test|start))/g)];
      const names = named.map(([, run, short]) => run ?? short ?? '');
      expect([file, names.filter((name) => !(name in scripts))]).toEqual([file, []]);
    }
  });

  it('finds only settings that exist', () => {
    const readme = read('README.md').split('## Settings')[1]?.split('\n## ')[0] ?? '';
    const cells = readme.match(/^\| `[^|]+/gm) ?? [];
    const inReadme = cells.flatMap((cell) => cell.match(/[A-Z][A-Z_]+/g) ?? []);
    const named = codes.flatMap((code) => /^[A-Z][A-Z_]+(?=$|=)/.exec(code)?.[0] ?? []);
    expect(named).toContain('MAIL_REPORTS');
    const unknown = [...named, ...inReadme].filter(
      (name) => !settings.includes(name) && !NO_SETTING.test(name),
    );
    expect(unknown).toEqual([]);
  });

  it('finds only addresses that exist', () => {
    const paths = codes.flatMap((code) => /^(?:GET )?(\/[a-z][\w./-]*)$/.exec(code)?.[1] ?? []);
    expect(paths).toEqual(expect.arrayContaining(['/healthz', '/readyz', '/admin/system']));
    const pages = read('web/app/routes.ts');
    const isThere = (path: string) => {
      if (path.startsWith('/admin/')) return pages.includes(`route('${path.slice(7)}'`);
      return source.includes(`'${path.replace(/\/$/, '')}`) || source.includes(`${path}\``);
    };
    const own = paths.filter((path) => !/^\/(var|root)(\/|$)/.test(path));
    expect(own.filter((path) => !isThere(path))).toEqual([]);
  });

  it('finds the log lines and error codes that the page quotes', () => {
    const quoted = [...page.matchAll(/log says `([^`]+)`/g)].map(([, line = '']) => line);
    expect(quoted.length).toBeGreaterThan(4);
    expect(quoted.filter((line) => !source.includes(line))).toEqual([]);
    expect(source).toContain('STORAGE_FULL');
  });

  it('finds everything that Kindpal stores in DATA_DIR', () => {
    const stored = [
      ...source.matchAll(/\b(?:dataDir|DATA_DIR), '([\w.-]+)'/g),
      ...source.matchAll(/\bkeep\('\w+', '([\w.-]+)'\)/g),
    ].map(([, name = '']) => name);
    expect(stored).toEqual(expect.arrayContaining(['secret', 'postgres-owner-password', 'mail']));
    const section = sections.get('Where data is stored') ?? '';
    const missing = stored.filter((name) => !new RegExp(`\`(DATA_DIR/)?${name}/?\``).test(section));
    expect(missing).toEqual([]);
  });

  it.each([
    ['Where data is stored', `at most ${TIMEOUTS.backup / 60_000} minutes`],
    ['Start and stop', `at most ${seconds(STOP.whole)}`],
    ['Monitoring', `within ${seconds(TIMEOUTS.readiness)}`],
    ['Several nodes', `\`DATABASE_POOL\` (${parseEnv({}).databasePool})`],
    ['When a part fails', `times out after ${seconds(TIMEOUTS.signInProvider)}`],
    ['When a part fails', `each attempt ends after ${seconds(TIMEOUTS.smsWhole)}`],
    ['When a part fails', `ends after ${seconds(TIMEOUTS.calendarWhole)}`],
    ['When a part fails', `500 after ${seconds(TIMEOUTS.statement + TIMEOUTS.statementGrace)}`],
  ])('finds the limit that the code has, in %s: %s', (title, limit) => {
    expect(sections.get(title)).toContain(limit);
  });
});
