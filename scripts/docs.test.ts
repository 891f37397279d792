import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(project, path), 'utf8');
const decisions = globSync('docs/decisions/*.md', { cwd: project }).sort();

/** The ids that GitHub gives to the headings of a page. */
const headingIds = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  );

describe('a developer who reads the documentation', () => {
  it.each(decisions)('learns when %s was decided and whether it is still valid', (path) => {
    const number = Number(/\/(\d{4})-/.exec(path)?.[1]);
    const [title, , state] = read(path).split('\n');
    expect(title).toMatch(new RegExp(`^# ${number} · \\S`));
    expect(state).toMatch(/^20\d\d-\d\d-\d\d · (accepted|replaced by \[\d+\]\(.+\))$/);
  });

  it('finds one decision per number', () => {
    const numbers = decisions.map((path) => /\/(\d{4})-/.exec(path)?.[1]);
    expect(numbers.filter((number, place) => numbers.indexOf(number) !== place)).toEqual([]);
  });

  it('finds every setting in the README', () => {
    const source = read('server/src/env.ts').split('const settings = z.object({')[1] ?? '';
    const names = [...source.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name as string);
    expect(names).toContain('DATABASE_POOL');
    const readme = read('README.md');
    expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('finds the page behind every address of one in the code', () => {
    const sources = globSync('{bench,contract,e2e,scripts,server,web}/**/*.{ts,tsx,css,sql}', {
      cwd: project,
      exclude: ['**/node_modules', 'web/build*'],
    });
    const named = sources.flatMap(
      (path) => read(path).match(/docs\/decisions\/\d{4}[\w-]*\.md/g) ?? [],
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((page) => !existsSync(join(project, page)))).toEqual([]);
  });

  it('finds a file behind every link, and its heading', () => {
    // docs/rows.md is generated from the tests, and has its own test.
    const written = globSync('docs/**/*.md', { cwd: project }).filter(
      (page) => !page.endsWith('rows.md'),
    );
    const pages = ['README.md', 'CONTRIBUTING.md', ...written];
    const broken = pages.flatMap((page) => {
      const links = read(page).matchAll(/\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)/g);
      return [...links]
        .map(([, link = '', heading]) => {
          const target = link ? relative(project, join(project, dirname(page), link)) : page;
          return { target, heading };
        })
        .filter(({ target, heading }) => {
          if (!existsSync(join(project, target))) return true;
          return heading && !headingIds(read(target)).includes(heading);
        })
        .map(({ target, heading }) => `${page}: ${target}#${heading}`);
    });
    expect(broken).toEqual([]);
  });

  it('finds every file that CONTRIBUTING names', () => {
    // Also by a path below one of these, where its sentence is about one of them.
    const roots = ['', 'contract/src', 'server/src', 'server/src/db', 'web/app'];
    const named = [...read('CONTRIBUTING.md').matchAll(/`([\w./-]+\.(?:ts|tsx|sql|txt|js|md))`/g)];
    const files = named.map(([, path]) => path as string).filter((path) => path.includes('/'));
    expect(files.length).toBeGreaterThan(10);
    expect(
      files.filter((path) => !roots.some((root) => existsSync(join(project, root, path)))),
    ).toEqual([]);
  });
});
