import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Env } from '../env.ts';
import { rawProblem } from './problem.ts';

/** Errors of Node's parser, by code; everything else unreadable is a bad request. */
const REFUSALS: Record<string, [status: number, code: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'REQUEST_HEADER_FIELDS_TOO_LARGE', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'PAYLOAD_TOO_LARGE', 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};
/** What is no valid request. */
export const BAD_REQUEST: [status: number, code: string, detail: string] = [
  400,
  'BAD_REQUEST',
  'This is not a valid request.',
];

/** Answers an unparsable request with problem details, and closes its connection. */
export function answerUnreadable(env: Pick<Env, 'appUrl'>) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    socket.end(rawProblem(REFUSALS[error.code ?? ''] ?? BAD_REQUEST, env));
  };
}

/** Whether a request names its host, which HTTP/1.1 requires. Node's own answer has no body. */
export function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion === '1.0';
}
