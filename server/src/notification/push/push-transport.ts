import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Env } from '../../env.ts';
import { TIMEOUTS } from '../../timeouts.ts';
import { mayConnectTo, publicOnly } from '../public-host.ts';

/** A message, encrypted and signed. */
export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Uint8Array };

/**
 * Posts a message to a push service and returns the response's status; the body is ignored.
 * Follows no redirect, and is limited to `timeout`.
 */
export function postPush(
  env: Pick<Env, 'mode'>,
  { endpoint, headers, body }: PushRequest,
  stopped: AbortSignal,
  timeout: number = TIMEOUTS.pushWhole,
): Promise<number> {
  if (!mayConnectTo(endpoint, env)) throw new Error('a push service that is not a public host');
  const send = endpoint.startsWith('https:') ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeout)]);
    const request = send(endpoint, {
      ...publicOnly(env, signal),
      method: 'POST',
      headers: { ...headers, 'content-length': body.byteLength },
    });
    request.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    request.on('error', reject);
    request.end(body);
  });
}
