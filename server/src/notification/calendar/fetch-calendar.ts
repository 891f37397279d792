import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { CALENDAR_BYTES_MAX } from '@kindpal/contract/notification/schema';
import type { Env } from '../../env.ts';
import { TIMEOUTS } from '../../timeouts.ts';
import { mayConnectTo, publicOnly } from '../public-host.ts';

const REDIRECTS_MAX = 3;

/** The file at a member's address, or why there is none. */
export type FetchedCalendar = { text: string } | { problem: 'unreachable' | 'too_large' };

/**
 * Fetches the file at an address entered by a member: only https on its standard port, from
 * public hosts, including redirects. Limited to `timeout` and `CALENDAR_BYTES_MAX`,
 * uncompressed.
 */
export async function fetchCalendar(
  env: Pick<Env, 'mode'>,
  address: string,
  stopped: AbortSignal,
  timeout: number = TIMEOUTS.calendarWhole,
): Promise<FetchedCalendar> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(timeout)]);
  try {
    let url = address;
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects++) {
      if (!mayConnectTo(url, env)) return { problem: 'unreachable' };
      const response = await get(env, url, signal);
      const { statusCode = 0, headers } = response;
      if (statusCode === 200 && !headers['content-encoding']) return await readText(response);
      response.destroy();
      if (statusCode < 300 || statusCode >= 400 || !headers.location) break;
      url = new URL(headers.location, url).href;
    }
  } catch {
    // A shutdown is not the calendar's fault: another node reads it.
    stopped.throwIfAborted();
  }
  return { problem: 'unreachable' };
}

function get(env: Pick<Env, 'mode'>, url: string, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.startsWith('https:') ? requestSecure : requestPlain;
  return new Promise((resolve, reject) => {
    send(url, {
      ...publicOnly(env, signal),
      headers: { accept: 'text/calendar', 'accept-encoding': 'identity' },
    })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

async function readText(response: IncomingMessage): Promise<FetchedCalendar> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > CALENDAR_BYTES_MAX) return { problem: 'too_large' };
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}
