import { ORPCError } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from './client.ts';
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

  it.each([{}, json])(
    'that cannot be parsed keeps its status, with headers %o [U6]',
    async (headers) => {
      for (const status of [401, 403, 404, 502]) {
        const error = await failureOf(new Response(page, { status, headers }));
        expect(error).toBeInstanceOf(ORPCError);
        expect(error).toMatchObject({ status });
        expect(isRetryable(error)).toBe(status === 502);
        expect(isUnreachable(error)).toBe(status === 502);
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

  it.each(['application/json', 'text/html; charset=utf-8'])(
    'that is a success in another format counts as none: %s [U7]',
    async (type) => {
      const answer = new Response(page, { headers: { 'content-type': type } });
      expect(isUnreachable(await failureOf(answer))).toBe(true);
    },
  );

  it('that refuses to tell the session does not ask for it again, which would never end [U7]', async () => {
    const asked = vi.fn();
    onUnauthorized(asked);
    await failureOf(new Response(page, { status: 401, headers: { 'content-type': 'text/html' } }));
    onUnauthorized(() => {});
    expect(asked).not.toHaveBeenCalled();
  });

  it('with problem details keeps their code', async () => {
    const problem = Response.json({ code: 'UNAUTHORIZED', status: 401 }, { status: 401 });
    expect(await failureOf(problem)).toMatchObject({ code: 'UNAUTHORIZED', defined: true });
  });
});
