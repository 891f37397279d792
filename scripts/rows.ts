import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS } from './rows-of-the-product.ts';

const project = join(import.meta.dirname, '..');
const document = join(project, 'docs/rows.md');
const tests = '{contract/src,server/src,web/app,e2e,scripts}/**/*.test.{ts,tsx}';

/** Ids in brackets in the title of a test: `[J4]`, `[J4 M1]`. */
const IN_BRACKETS = /\[([A-Z]\d+(?: [A-Z]\d+)*)\]/g;
/** A call with a test title, up to the end of the title. */
const TITLE =
  /\b(?:test|it|describe|base|step)[\w.]*\s*(?:\.each\([\s\S]*?\)\s*)?\(\s*(['"`])([\s\S]*?)\1/g;

/** The rows in a test file's titles. */
export function rowsIn(source: string): Set<string> {
  const found = new Set<string>();
  for (const [, , title = ''] of source.matchAll(TITLE)) {
    for (const [, ids = ''] of title.matchAll(IN_BRACKETS)) {
      for (const id of ids.split(' ')) found.add(id);
    }
  }
  return found;
}

/** The test files of each row, from the current files. */
export function listTests(): Map<string, string[]> {
  const files = globSync(tests, { cwd: project }).map((path) => path.replaceAll('\\', '/'));
  const byRow = new Map<string, string[]>(ROWS.map(([id]) => [id, []]));
  for (const file of files.sort()) {
    for (const id of rowsIn(readFileSync(join(project, file), 'utf8'))) {
      byRow.set(id, [...(byRow.get(id) ?? []), file]);
    }
  }
  return byRow;
}

/** The text of docs/rows.md. */
export function describeRows(): string {
  const byRow = listTests();
  const lines = ROWS.map(([id, what]) => {
    const files = (byRow.get(id) ?? []).map((file) => `[${file}](../${file})`);
    return `| ${id} | ${what} | ${files.join('<br>')} |`;
  });
  return `# Rows and their tests

What the product must do, row by row, and the test files whose titles carry the row's id (\`[J4]\`).
\`npx node scripts/rows.ts\` writes this page; a test fails while it is out of date.

| Row | What it is | Tests |
|---|---|---|
${lines.join('\n')}
`;
}

if (import.meta.main) {
  writeFileSync(document, describeRows());
  const bare = [...listTests()].filter(([, files]) => files.length === 0).map(([id]) => id);
  if (bare.length > 0) console.log(`No test carries ${bare.join(', ')}.`);
}
