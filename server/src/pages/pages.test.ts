import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { createPages } from './pages.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

it.each([
  ['production', 0],
  ['development', 3],
  ['demo', 3],
] as const)('in %s, %i addresses show mails that were kept as files', (mode, count) => {
  const { env, ...services } = kindpal.services;
  const { routes } = createPages({ ...services, env: { ...env, mode } });
  const shown = routes.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/dev/mail'),
  );
  expect(shown).toHaveLength(count);
});
