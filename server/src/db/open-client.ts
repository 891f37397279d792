import { Socket } from 'node:net';
import pg from 'pg';
import { TIMEOUTS } from '../timeouts.ts';

type Options = {
  /** The connection's name in PostgreSQL. */
  name: string;
  /** The longest wait for a response, in milliseconds; without it, as long as a statement takes. */
  answerWithin?: number;
  /** Closes the connection, and fails whatever waits for it. */
  signal?: AbortSignal;
};

/**
 * A connection outside the pools, which its caller closes. Throws when PostgreSQL can't be
 * reached in time. If it breaks later, its statement fails, never the process.
 */
export async function openClient(
  connectionString: string,
  { name, answerWithin, signal }: Options,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: name,
    connectionTimeoutMillis: TIMEOUTS.databaseConnect,
    ...(answerWithin && { query_timeout: answerWithin }),
    keepAlive: true,
    stream: () => new Socket(signal && { signal }),
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
