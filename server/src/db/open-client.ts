import { Socket } from 'node:net';
import pg from 'pg';
import { TIMEOUTS } from '../timeouts.ts';

type Options = {
  /** What PostgreSQL lists the connection under. */
  name: string;
  /** The longest wait for one answer, in milliseconds; without it, as long as a statement takes. */
  answerWithin?: number;
  /** Ends the connection, and with it whatever waits for it. */
  signal?: AbortSignal;
};

/**
 * One connection outside of the pools, which its caller ends. Throws when PostgreSQL cannot be
 * reached in time. A connection that is cut later fails the statement on it, never the process.
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
