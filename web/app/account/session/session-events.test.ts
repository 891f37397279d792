import { describe, expect, it, vi } from 'vitest';

/** A second copy of the module behaves like another tab. */
async function openTab() {
  vi.resetModules();
  return import('./session-events.ts');
}

async function eventsOf(tab: Awaited<ReturnType<typeof openTab>>) {
  const events: unknown[] = [];
  tab.onSessionEvent((event) => events.push(event));
  return events;
}

const delivery = () => new Promise((resolve) => setTimeout(resolve, 30));

describe('the session in two tabs', () => {
  it('signing out in one tab is noticed in the other [U7]', async () => {
    const [first, second] = [await openTab(), await openTab()];
    const [here, there] = [await eventsOf(first), await eventsOf(second)];
    first.emitSessionEvent('SIGNED_OUT');
    await delivery();
    expect(here).toEqual([{ type: 'SIGNED_OUT', from: 'here' }]);
    expect(there).toEqual([{ type: 'SIGNED_OUT', from: 'another-tab' }]);
  });

  it('the initial session event stays in its own tab [U7]', async () => {
    const [first, second] = [await openTab(), await openTab()];
    const there = await eventsOf(second);
    first.emitSessionEvent('INITIAL_SESSION');
    await delivery();
    expect(there).toEqual([]);
  });

  it('there are the seven events of the specification [U7]', async () => {
    const { SESSION_EVENTS } = await openTab();
    expect(SESSION_EVENTS).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'SIGNED_OUT',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'PASSWORD_RECOVERY',
      'MFA_CHALLENGE_VERIFIED',
    ]);
  });
});
