import type { Page } from '@playwright/test';
import { findFreePort } from '../scripts/find-free-port.ts';
import { startOutsideProvider } from '../server/src/testing/outside/outside-provider.ts';
import { startSamlProvider } from '../server/src/testing/outside/saml-provider.ts';
import { findBarriers } from './support/axe.ts';
import { type Community, startEmptyCommunity } from './support/community.ts';
import { runInDatabase } from './support/database.ts';
import { expect, test } from './support/fixtures.ts';
import { receiveMail } from './support/mail.ts';

const EMAIL = 'robin@northside.example';

type Proving = { community: Community; confirm: string; former?: string };

/**
 * Enters a mailed code in the window that asks for a proof of identity, and returns it; `former` is
 * the code of an earlier email.
 */
async function proveByCode(
  page: Page,
  { community, confirm, former = 'none' }: Proving,
): Promise<string> {
  const asked = page.getByRole('dialog');
  await expect(asked.getByLabel('Current Password')).toBeHidden();
  await asked.getByRole('button', { name: 'Email Me a Code' }).click();
  await expect(asked.getByText(`We emailed a 6-digit code to ${EMAIL}.`)).toBeVisible();
  const about = new RegExp(`^(?!.*${former}).*\\d{6}`);
  const { subject } = await receiveMail(community, { to: EMAIL, about });
  const code = /\d{6}/.exec(subject)?.[0] ?? '';
  await expect(asked.getByLabel('6-digit code')).toBeFocused();
  await asked.getByLabel('6-digit code').fill(code);
  expect(await findBarriers(page)).toEqual([]);
  await asked.getByRole('button', { name: confirm }).click();
  return code;
}

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
      await page.getByRole('button', { name: 'Continue with Northside Housing' }).click();
      await expect(page).toHaveURL('/dashboard');
    });

    let former = '';
    await test.step('they prove their identity by a mailed code and connect their SAML account, which answers by a form from another site', async () => {
      await page.goto('/security');
      await expect(connected(page)).toContainText('robin@northside.example');
      await page.getByRole('button', { name: 'Connect Eastside Housing' }).click();
      former = await proveByCode(page, { community, confirm: 'Confirm' });
      await expect(connected(page)).toContainText('robin@eastside.example');
      await expect(page).toHaveURL('/security#identities');
    });

    await test.step('they need another code to request a copy of their data', async () => {
      await page.getByRole('button', { name: 'Request a copy of your data' }).click();
      await proveByCode(page, { community, confirm: 'Request a copy', former });
      // While the window is open, the page's buttons count as hidden: only this text says that the
      // proof is stored, which the next step makes older.
      await expect(page.getByText('You can ask for another copy from')).toBeVisible();
    });

    await test.step('later they are asked to sign in again, and a mailed code is enough for that', async () => {
      const later = `UPDATE auth.session SET proved_at = now() - interval '11 minutes',
        confirmed_at = now() - interval '11 minutes'`;
      await runInDatabase(community, later, []);
      await page.reload();
      await page.getByRole('button', { name: 'Delete my account' }).click();
      await expect(page.getByText('You don’t have a password')).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
      const asked = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await expect(asked.getByText('You don’t have a password')).toBeVisible();
      await expect(asked.getByRole('button', { name: 'Email Me a Code' })).toBeHidden();
      expect(await findBarriers(page)).toEqual([]);
      await asked.getByRole('button', { name: 'Sign in again' }).click();
      await expect(page).toHaveURL('/join?tab=signin');
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await page.getByRole('dialog').getByLabel('Email').fill(EMAIL);
      await page.getByRole('button', { name: 'Send Code' }).click();
      const mail = await receiveMail(community, { to: EMAIL, about: /sign-in code/ });
      await page.getByLabel('6-digit code').fill(/\d{6}/.exec(mail.subject)?.[0] ?? '');
      await page.getByRole('button', { name: 'Sign In', exact: true }).last().click();
      await expect(page).toHaveURL(/\/security/);
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
      await expect(page.getByRole('img', { name: /^QR code/ })).toBeVisible();
      await page.keyboard.press('Escape');
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
      await expect(other.getByRole('alert')).toHaveText('You canceled the sign-in.');
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
