import type { Duplex } from 'node:stream';
import { rawProblem } from './problem.ts';

/** Errors of Node's parser, by code; everything else unreadable is a bad request. */
const REFUSALS: Record<string, [status: number, code: string, detail: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'REQUEST_HEADER_FIELDS_TOO_LARGE', 'The headers are too large.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'PAYLOAD_TOO_LARGE', 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'],
};
const BAD_REQUEST: [number, string, string] = [400, 'BAD_REQUEST', 'This is not a valid request.'];

/** Answers an unparsable request with problem details, and closes its connection. */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawProblem(...(REFUSALS[error.code ?? ''] ?? BAD_REQUEST)));
}
