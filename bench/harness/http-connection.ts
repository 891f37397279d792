import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type Answer = { status: number; body: Buffer };

/**
 * A keep-alive connection that sends one request after the other. It parses only the end of each
 * response: on a machine with few cores a heavier client would measure itself.
 */
export class HttpConnection {
  readonly socket: Socket;
  #read: Buffer | null = null;
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | null = null;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    const fail = (error?: Error) => {
      this.#waiting?.reject(error ?? new Error('the server closed the connection'));
      this.#waiting = null;
    };
    socket.on('error', fail);
    socket.on('close', () => fail());
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  send(request: string | Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.socket.write(request);
    });
  }

  close(): void {
    this.socket.destroy();
  }

  #take(chunk: Buffer): void {
    const read = this.#read ? Buffer.concat([this.#read, chunk]) : chunk;
    const answer = readAnswer(read);
    this.#read = answer ? null : read;
    if (!answer) return;
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(answer);
  }
}

/** The response, or null while it is incomplete. */
function readAnswer(bytes: Buffer): Answer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const body = bytes.subarray(end + 4);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (length !== undefined) return body.length >= Number(length) ? { status, body } : null;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    return body.subarray(-5).equals(LAST_CHUNK) ? { status, body } : null;
  }
  return { status, body };
}
const LAST_CHUNK = Buffer.from('0\r\n\r\n');

/** The bytes of a request; `body` is sent as JSON. */
export function requestOf(
  line: string,
  { cookie, body }: { cookie?: string | undefined; body?: unknown } = {},
): Buffer {
  const json = body === undefined ? '' : JSON.stringify(body);
  const headers = ['Host: localhost', 'Accept: application/json'];
  if (cookie) headers.push(`Cookie: ${cookie}`);
  if (json) headers.push('Content-Type: application/json');
  if (json) headers.push(`Content-Length: ${Buffer.byteLength(json)}`);
  return Buffer.from(`${line} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${json}`);
}
