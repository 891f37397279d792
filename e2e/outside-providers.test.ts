import type { Page } from '@playwright/test';
import { findFreePort } from '../scripts/find-free-port.ts';
import { startOutsideProvider } from '../server/src/testing/outside-provider.ts';
import { startSamlProvider } from '../server/src/testing/saml-provider.ts';
import { findBarriers } from './axe.ts';
import { startEmptyCommunity } from './community.ts';
import { expect, test } from './fixtures.ts';

const connected = (page: Page) => page.getByRole('list', { name: 'Connected accounts' });

test('a newcomer joins, connects and signs in with outside accounts, by OpenID Connect and SAML [U1 U11 U12]', async ({
  people,
}) => {
  test.slow();
  const stops: (() => Promise<void>)[] = [];
  try {
    const port = await findFreePort();
    const origin = `http://localhost:${port}`;
    const oidc = await startOutsideProvider(origin);
    stops.push(oidc.stop);
    const saml = await startSamlProvider(origin);
    stops.push(saml.stop);
    oidc.signInAs({ sub: 'robin', email: 'robin@northside.example', email_verified: true });
    saml.signInAs({ id: 'robin.vale', email: 'robin@eastside.example' });
    const community = await startEmptyCommunity({
      port,
      settings: {
        OIDC_PROVIDERS: JSON.stringify([oidc.setting]),
        SAML_PROVIDERS: JSON.stringify([saml.setting]),
      },
    });
    stops.unshift(community.stop);

    const page = await people.open(community, community.founderLink);
    await test.step('they join with an invite, without a password', async () => {
      await expect(page.getByLabel('Invite Code')).toHaveValue(/^(\w{4}-){2}\w{4}$/);
      await page.getByLabel('Full Name').fill('Robin Vale');
      await page.getByLabel(/I accept the/).check();
      await page.getByLabel('I am 18 or over.').check();
      await page.getByRole('button', { name: 'Continue with Northside Housing' }).click();
      await expect(page).toHaveURL('/dashboard');
    });

    await test.step('they connect their SAML account, whose form comes from another site', async () => {
      await page.goto('/security');
      await expect(connected(page)).toContainText('robin@northside.example');
      await page.getByRole('button', { name: 'Connect Eastside Housing' }).click();
      await expect(connected(page)).toContainText('robin@eastside.example');
      await expect(page).toHaveURL('/security#identities');
    });

    for (const name of ['Northside Housing', 'Eastside Housing']) {
      await test.step(`another browser signs in with ${name}`, async () => {
        const other = await people.open(community, '/join?tab=signin');
        await other.getByRole('button', { name: `Continue with ${name}` }).click();
        await expect(other).toHaveURL('/dashboard');
      });
    }

    await test.step('canceling there is reported, and a used address opens nothing', async () => {
      const other = await people.open(community, '/join?tab=signin');
      oidc.signInAs(null);
      await other.getByRole('button', { name: 'Continue with Northside Housing' }).click();
      await expect(other.getByRole('alert')).toHaveText('You canceled at the provider.');
      expect(await findBarriers(other)).toEqual([]);
      await other.goto('/continue');
      await expect(other.getByText('No code detected.')).toBeVisible();
      await other.goto('/continue?code=guess');
      await expect(other.getByRole('heading', { name: 'You’re not signed in' })).toBeVisible();
    });
  } finally {
    for (const stop of stops) await stop();
  }
});
