import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listDeclaredErrors } from '~/testing/declared-errors.ts';
import { refusedCall } from '~/testing/refused-call.ts';
import { client } from './client.ts';
import { hasCode } from './error-text.ts';
import { isRetryable, isUnreachable } from './reachability.ts';
import { onUnauthorized } from './unauthorized.ts';

beforeEach(() => {
  vi.stubGlobal('window', { location: new URL('https://kindpal.example/dashboard') });
});
afterEach(() => vi.unstubAllGlobals());

/** What a call fails with when this is answered. */
async function failureOf(answer: Response): Promise<unknown> {
  vi.stubGlobal('fetch', async () => answer);
  return client.account.getSession().then(
    () => expect.fail('The call succeeded.'),
    (error: unknown) => error,
  );
}

/** A body whose connection is lost after its first part. */
function cutBody(reason: Error): ReadableStream {
  let parts = 0;
  return new ReadableStream({
    pull(controller) {
      parts += 1;
      if (parts === 1) controller.enqueue(new TextEncoder().encode('{"session":'));
      else controller.error(reason);
    },
  });
}

const page = new TextEncoder().encode('<html>Not here</html>');

describe('an answer of a proxy', () => {
  const json = { 'content-type': 'application/json' };
  const asJson = (body: unknown) => new TextEncoder().encode(JSON.stringify(body));

  it.each([
    ['a page', page, {}],
    ['a page that is called JSON', page, json],
    ['nothing', null, {}],
    ['no problem details', asJson({ message: 'Forbidden' }), json],
    ['a code in another format', asJson({ code: 'FORBIDDEN', message: 'Forbidden' }), json],
  ])(
    'that is an error with %s as its body counts as none, and keeps its status [U6] [M1]',
    async (_, body, headers) => {
      for (const status of [401, 403, 404, 413, 429, 500, 502]) {
        const error = await failureOf(new Response(body, { status, headers }));
        expect(error).toMatchObject({ status, defined: false });
        expect(hasCode(error, ...listDeclaredErrors().map(([code]) => code))).toBe(false);
        expect(isUnreachable(error)).toBe(true);
        expect(isRetryable(error)).toBe(true);
      }
    },
  );

  it.each([new TypeError('network error'), new DOMException('timed out', 'TimeoutError')])(
    'that is lost halfway counts as none (%s), but keeps the status of a refusal [U6] [U7]',
    async (reason) => {
      const answer = (status: number) => new Response(cutBody(reason), { status, headers: json });
      expect(isUnreachable(await failureOf(answer(200)))).toBe(true);
      expect(await failureOf(answer(404))).toMatchObject({ status: 404 });
    },
  );

  it.each([
    'application/json',
    'text/html; charset=utf-8',
    'application/xhtml+xml',
    'text/plain',
    'text/event-stream',
  ])('that is a success in another format counts as none: %s [U7]', async (type) => {
    const answer = new Response(page, { headers: { 'content-type': type } });
    expect(isUnreachable(await failureOf(answer))).toBe(true);
  });

  it('that is a success with another status than the contract’s counts as none [M1]', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}));
    const message = { job_id: 'j1', claim_id: 'c1', client_id: 'one', content: 'Hi' };
    const sent = client.chat.sendJobMessage(message).catch((error: unknown) => error);
    expect(isUnreachable(await sent)).toBe(true);
  });

  it('that refuses to tell the session does not ask for it again, which would never end [U7]', async () => {
    const asked = vi.fn();
    onUnauthorized(asked);
    await failureOf(new Response(page, { status: 401, headers: { 'content-type': 'text/html' } }));
    onUnauthorized(() => {});
    expect(asked).not.toHaveBeenCalled();
  });

  it('with problem details keeps their code', async () => {
    const problem = refusedCall('UNAUTHORIZED', 401);
    expect(await failureOf(problem)).toMatchObject({ code: 'UNAUTHORIZED', defined: true });
  });
});
