import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const app = join(import.meta.dirname, '../web/app');

/** Imports that need no retry of their own, and why. */
const PLAIN: Record<string, string> = {
  'account/session/session-store.ts':
    'rejects as the call of the session does; its callers ask again',
  'guideline/decided-lately.tsx': 'adds numbers to a page that is whole without them',
  'feedback/help-button.tsx': 'says that the help did not load; the next press loads it again',
  'lib/loading/import-file.ts': 'is what each repeated load calls',
  'notify/notify.ts':
    'waits for the toast hosts, which are loaded with a retry and hold the library',
  'newsletter/newsletter-form.tsx': 'says so above the button; Subscribe loads it again',
  'onboarding/use-sitter-onboarding.ts': 'only fetches early what the next page loads',
  'routes/join.tsx': 'only fetches early what the forms, which are retried, import',
  'waitlist/waitlist-form.tsx': 'says so above the button; Join the Waitlist loads it again',
};

/** The number of dynamic imports in a file, and how many are retried until they succeed. */
function countImports(file: string): { all: number; repeated: number } {
  const code = readFileSync(join(app, file), 'utf8').replace(/typeof import\(/g, '');
  const count = (pattern: RegExp) => code.match(pattern)?.length ?? 0;
  return { all: count(/\bimport\(/g), repeated: count(/\b(lazyPart|loadCode)\(/g) };
}

it('a member without a network gets lazy-loaded code as soon as the network is back [P12]', () => {
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
  const plain = files.filter((file) => {
    const { all, repeated } = countImports(file);
    return all > repeated;
  });
  expect(plain.sort()).toEqual(Object.keys(PLAIN).sort());
});
