import { beforeEach, describe, expect, it, vi } from 'vitest';

const answer = vi.hoisted(() => ({ session: null as unknown }));
vi.mock('~/lib/calls/client.ts', () => ({
  client: { account: { getSession: async () => ({ session: answer.session }) } },
}));
const SESSION = { user: { id: 'ada' }, expires_at: 2_000_000_000 };

/** Loads a fresh copy of the module, like a new tab: the store is a module-level singleton. */
async function openTab(isExpected = false) {
  vi.resetModules();
  const store = await import('./session-store.ts');
  store.expectSession(isExpected);
  return store;
}

describe('the sign-in page says that a session has ended [U6] [U7]', () => {
  beforeEach(() => {
    answer.session = SESSION;
  });

  it('when it ended elsewhere while the page was open', async () => {
    const tab = await openTab();
    tab.acceptSession(SESSION as never);
    answer.session = null;
    await tab.reloadSession();
    expect(tab.readSession()).toMatchObject({ status: 'signed-out', hasEnded: true });
  });

  it('when it ended while the page was closed', async () => {
    const tab = await openTab(true);
    answer.session = null;
    await tab.reloadSession();
    expect(tab.readSession()).toMatchObject({ status: 'signed-out', hasEnded: true });
  });

  it('when another tab signed out', async () => {
    const tab = await openTab();
    tab.followSignOut();
    expect(tab.readSession()).toMatchObject({ hasEnded: false });
    tab.acceptSession(SESSION as never);
    tab.followSignOut();
    expect(tab.readSession()).toMatchObject({ status: 'signed-out', hasEnded: true });
  });

  it('but not to somebody who signed out here', async () => {
    const tab = await openTab();
    tab.acceptSession(SESSION as never);
    tab.dropSession({ isOwnChoice: true });
    expect(tab.readSession()).toMatchObject({ isOwnChoice: true, hasEnded: false });
  });

  it('nor to somebody whose other tab noticed the sign-out here first', async () => {
    const tab = await openTab();
    tab.acceptSession(SESSION as never);
    tab.markSigningOut(true);
    tab.followSignOut();
    expect(tab.readSession()).toMatchObject({ isOwnChoice: true, hasEnded: false });
    tab.markSigningOut(false);
    tab.followSignOut();
    expect(tab.readSession()).toMatchObject({ isOwnChoice: true, hasEnded: false });
  });

  it('nor to somebody whose refused sign-out made this page ask for the session', async () => {
    const tab = await openTab();
    tab.acceptSession(SESSION as never);
    tab.markSigningOut(true);
    answer.session = null;
    await tab.reloadSession();
    expect(tab.readSession()).toMatchObject({ isOwnChoice: true, hasEnded: false });
  });

  it('and not to a visitor who never had one', async () => {
    const tab = await openTab();
    expect(tab.readSession()).toMatchObject({ status: 'signed-out', hasEnded: false });
  });
});
