import { once } from 'node:events';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from './server-process.ts';

export const FOUNDER = { email: 'founder@example.org', password: 'Correct-Horse-1' };

/** The first member of a server in a separate process, with a browser. */
export type Founder = {
  id: string;
  /** Sends a request like their browser; if the server is down, the status is 0. */
  send(method: string, path: string, body?: unknown): Promise<number>;
  /** The same, and the body of the response. */
  ask(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Opens a live stream and collects its events. */
  listen(): Promise<{ received(): string; hasEnded(): boolean; close(): void }>;
};

/** Joins with the link that the server printed. */
export async function joinAsFounder(server: ServerProcess): Promise<Founder> {
  let code: string | undefined;
  for (; !code; await sleep(20)) code = /#code=([\w-]+)\s/.exec(server.said())?.[1];
  const response = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.url },
    body: JSON.stringify({
      ...FOUNDER,
      invite_code: code,
      data: { full_name: 'Robin Vale', role: 'both' },
      accepts_terms: true,
      is_adult: true,
    }),
  });
  if (response.status !== 201) throw new Error(await response.text());
  const { user } = (await response.json()) as { user: { id: string } };
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const headers = { cookie, origin: server.url, 'content-type': 'application/json' };
  const ask = (method: string, path: string, body: unknown) =>
    fetch(server.url + path, {
      method,
      headers,
      signal: AbortSignal.timeout(20_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    id: user.id,
    send: (method, path, body) =>
      ask(method, path, body).then(
        ({ status }) => status,
        () => 0,
      ),
    async ask(method, path, body) {
      const answer = await ask(method, path, body);
      return { ...((await answer.json()) as object), status: answer.status };
    },
    async listen() {
      const asking = request(`${server.url}/realtime/v1`, { headers: { cookie } });
      asking.end();
      const [answer] = await once(asking, 'response');
      let received = '';
      let ended = false;
      answer.on('data', (chunk: Buffer) => {
        received += chunk;
      });
      answer.on('close', () => {
        ended = true;
      });
      answer.on('error', () => undefined);
      asking.on('error', () => undefined);
      return { received: () => received, hasEnded: () => ended, close: () => asking.destroy() };
    },
  };
}
