import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { createPages } from './pages.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

it('the web app gets the instance’s emergency number if there is one', async () => {
  const { env, ...services } = kindpal.services;
  for (const emergencyNumber of ['112', undefined]) {
    const pages = createPages({ ...services, env: { ...env, emergencyNumber } });
    const config: unknown = await (await pages.request('/config.json')).json();
    expect(config).toEqual({
      app_name: env.appName,
      support_email: env.supportEmail,
      currency: env.currency,
      offers_phone: true,
      ...(emergencyNumber ? { emergency_number: emergencyNumber } : {}),
    });
  }
});

it.each([
  ['production', 0],
  ['development', 5],
  ['demo', 5],
] as const)('in %s, %i addresses show mails stored as files', (mode, count) => {
  const { env, ...services } = kindpal.services;
  const { routes } = createPages({ ...services, env: { ...env, mode } });
  const shown = routes.filter(
    ({ method, path }) => method === 'GET' && path.startsWith('/dev/mail'),
  );
  expect(shown).toHaveLength(count);
});
