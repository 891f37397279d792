import { Socket } from 'node:net';
import pg from 'pg';
import { TIMEOUTS } from '../timeouts.ts';
import { JitlessClient } from './jitless-client.ts';

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
  const client = new JitlessClient({
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

/** The same for a start, with an error for the operator. */
export async function reachDatabase(
  connectionString: string,
  options: Options,
): Promise<pg.Client> {
  try {
    return await openClient(connectionString, options);
  } catch (error) {
    const { host, port } = new pg.Client({ connectionString });
    const { message } = error as Error;
    throw new Error(`PostgreSQL at ${host}:${port} is out of reach: ${message}`);
  }
}
