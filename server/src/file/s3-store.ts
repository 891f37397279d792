import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { S3Driver } from 'flydrive/drivers/s3';
import type { S3Settings } from '../env.ts';
import type { TIMEOUTS } from '../timeouts.ts';

export type StoreTimeouts = Record<Extract<keyof typeof TIMEOUTS, `store${string}`>, number>;

/** What arrives or leaves within the limit for a whole object; a larger object has more time. */
const PORTION_BYTES = 5_000_000;
/** More than one customer (an IPv6 /48) may read pictures at a time, and archives besides. */
const CONNECTIONS = 1_000;
/** How many times within the shorter limit a response is checked. */
const CHECKS = 20;

/** An S3-compatible store, each of whose requests ends. */
export function openS3Store(settings: S3Settings, timeouts: StoreTimeouts): S3Driver {
  const { accessKeyId, secretAccessKey, endpoint, bucket, region } = settings;
  return new S3Driver({
    credentials: { accessKeyId, secretAccessKey },
    endpoint,
    bucket,
    region,
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: new StoreRequests(timeouts),
    visibility: 'private',
    supportsACL: false,
  });
}

/** The library limits the time until a response begins, however large the upload, and silence. */
class StoreRequests extends NodeHttpHandler {
  readonly #timeouts: StoreTimeouts;

  constructor(timeouts: StoreTimeouts) {
    super({
      connectionTimeout: timeouts.storeConnect,
      socketTimeout: timeouts.storeSilence,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS },
    });
    this.#timeouts = timeouts;
  }

  override async handle(...[request, options]: Parameters<NodeHttpHandler['handle']>) {
    const { storeAnswer, storeWhole } = this.#timeouts;
    const { headers } = request;
    // A stream is sent in chunks, which have no length as a whole.
    const bytes = Number(headers['x-amz-decoded-content-length'] ?? headers['content-length'] ?? 0);
    const requestTimeout = storeAnswer + (storeWhole * bytes) / PORTION_BYTES;
    const failed = new AbortController();
    const signals = [failed.signal, options?.abortSignal].filter((one) => one !== undefined);
    // The library does not listen for a stream's error, which would end the process.
    const { body } = request;
    if (body instanceof Readable) body.once('error', (error) => failed.abort(error));
    const abortSignal = AbortSignal.any(signals as AbortSignal[]);
    const answer = await super.handle(request, { ...options, requestTimeout, abortSignal });
    limitArrival(answer.response.body, this.#timeouts);
    return answer;
  }
}

/** Ends a response that stops arriving or arrives too slowly. Its reader may take any time. */
function limitArrival(body: IncomingMessage, limits: StoreTimeouts): void {
  const { storeSilence, storeWhole } = limits;
  const { socket } = body;
  const before = socket.bytesRead;
  const pause = Math.min(storeSilence, storeWhole) / CHECKS;
  let arrived = 0;
  let silent = 0;
  let waited = 0;
  const checks = setInterval(() => {
    if (body.complete) return clearInterval(checks);
    // The library also takes it for silence when a slow reader takes nothing.
    socket.setTimeout(0);
    if (body.readableLength > 0) return;
    const now = socket.bytesRead - before;
    silent = now > arrived ? 0 : silent + pause;
    arrived = now;
    waited += pause;
    const most = storeWhole * (1 + arrived / PORTION_BYTES);
    if (silent <= storeSilence && waited <= most) return;
    const error = new Error(`stopped waiting for the image store after ${arrived} bytes`);
    body.destroy(Object.assign(error, { name: 'TimeoutError' }));
  }, pause);
  body.once('close', () => clearInterval(checks));
}
