import { afterEach, expect, it, vi } from 'vitest';

const ADDRESS = 'http://localhost:3000/rest/v1/jobs?limit=20';

/** Loads the module as on a page that the server sent with these answers. */
async function openPage(answers: object | null, cookie = 'kindpal_signed_in=1') {
  vi.resetModules();
  vi.spyOn(performance, 'now').mockReturnValue(500);
  const element = answers && { textContent: JSON.stringify(answers), remove: vi.fn() };
  vi.stubGlobal('document', {
    cookie,
    getElementById: (id: string) => (id === 'answers' ? element : null),
  });
  const { takeAnswer } = await import('./page-answers.ts');
  const { emitSessionEvent } = await import('~/account/session/session-events.ts');
  const take = (url = ADDRESS, method = 'GET') => takeAnswer({ url, method });
  return { take, element, emitSessionEvent };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it('an answer that came with the page is used once instead of a request; other calls are sent', async () => {
  const { take, element } = await openPage({ '/rest/v1/jobs?limit=20': { items: [] } });
  expect(take('http://localhost:3000/rest/v1/jobs?limit=4')).toBeNull();
  expect(take(ADDRESS, 'POST')).toBeNull();
  expect(await take()?.json()).toEqual({ items: [] });
  expect(take()).toBeNull();
  expect(element?.remove).toHaveBeenCalledOnce();
});

it('it is dropped when another member signs in, and when it is too old', async () => {
  const given = { '/rest/v1/jobs?limit=20': { items: [] } };
  const first = await openPage(given);
  first.emitSessionEvent('INITIAL_SESSION');
  first.emitSessionEvent('SIGNED_IN');
  expect(first.take()).toBeNull();
  const second = await openPage(given);
  vi.spyOn(performance, 'now').mockReturnValue(10_001);
  expect(second.take()).toBeNull();
});

it('it is not used if its member has signed out since [U6]', async () => {
  const { take } = await openPage({ '/rest/v1/jobs?limit=20': { items: [] } }, 'other=1');
  expect(take()).toBeNull();
});

it('a page without answers requests everything', async () => {
  const { take } = await openPage(null);
  expect(take()).toBeNull();
});
