import { afterEach, expect, test, vi } from 'vitest';
import { setViewerId } from '../lib/calls/viewer-id.ts';
import { UPLOAD_FAILED, UploadRefused, uploadImage } from './upload-image.ts';

/** A request that is answered at once, and keeps its headers. */
class QuickRequest {
  static headers: Record<string, string> = {};
  upload = {};
  status = 201;
  response: unknown = { path: 'a.webp', url: '/a.webp' };
  responseType = '';
  onload: () => void = () => undefined;
  open() {
    QuickRequest.headers = {};
  }
  setRequestHeader(name: string, value: string) {
    QuickRequest.headers[name] = value;
  }
  getResponseHeader() {
    return null as string | null;
  }
  abort() {}
  send() {
    this.onload();
  }
}

afterEach(() => {
  // Other files get a page that has shown no member.
  vi.resetModules();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function upload(Request: typeof QuickRequest): Promise<void> {
  vi.stubGlobal('XMLHttpRequest', Request);
  const file = new File([new Uint8Array(8)], 'rex.png', { type: 'image/png' });
  const { signal } = new AbortController();
  await uploadImage(file, { kind: 'pet', onProgress: () => undefined, signal });
}

async function headersOfUpload(): Promise<Record<string, string>> {
  await upload(QuickRequest);
  return QuickRequest.headers;
}

/** What the member is told about this answer, and whether they may send the same picture again. */
async function refusalOf(status: number, response: unknown = null, retryAfter?: string) {
  class RefusedRequest extends QuickRequest {
    override status = status;
    override response = response;
    override getResponseHeader() {
      return retryAfter ?? null;
    }
  }
  const refused = await upload(RefusedRequest).catch((error: UploadRefused) => error);
  if (!(refused instanceof UploadRefused)) throw new Error('It was stored.');
  return [refused.message, refused.canRetry];
}

test('a picture names the member whose page sends it, so that it is not stored for the next one [U6] [X5]', async () => {
  setViewerId('00000000-0000-4000-8000-000000000001');
  expect(await headersOfUpload()).toEqual({
    'content-type': 'image/png',
    'x-kindpal-member': '00000000-0000-4000-8000-000000000001',
  });
});

test('a member who uploads too often is told how long to wait, and may then try again [X5]', async () => {
  const body = { code: 'TOO_MANY_REQUESTS', data: { retry_after_seconds: 40 } };
  const text = 'Rate limit exceeded. Please try again in 40 seconds.';
  expect(await refusalOf(429, body)).toEqual([text, true]);
  expect(await refusalOf(429, null, '40')).toEqual([text, true]);
  const vague = 'Rate limit exceeded. Please wait a while and try again.';
  expect(await refusalOf(429)).toEqual([vague, true]);
});

test('the same picture is offered to be sent again only where that may help [X5]', async () => {
  expect(await refusalOf(500)).toEqual([UPLOAD_FAILED, true]);
  expect(await refusalOf(503)).toEqual([UPLOAD_FAILED, true]);
  expect(await refusalOf(401)).toEqual([UPLOAD_FAILED, true]);
  expect(await refusalOf(403)).toEqual([UPLOAD_FAILED, true]);
  // Not from us: a page of the network, for example.
  expect(await refusalOf(200)).toEqual([UPLOAD_FAILED, true]);
  expect(await refusalOf(413)).toEqual(['File too large', false]);
  expect(await refusalOf(415)).toEqual(['Invalid file type', false]);
});

test('an upload that neither sends nor receives anything for half a minute fails, and may be tried again [X5]', async () => {
  vi.useFakeTimers();
  const sent: SilentRequest[] = [];
  class SilentRequest extends QuickRequest {
    override upload: { onprogress?: (event: object) => void } = {};
    isAborted = false;
    override send() {
      sent.push(this);
    }
    override abort() {
      this.isAborted = true;
    }
  }
  let refused: unknown;
  const ended = upload(SilentRequest).catch((error) => {
    refused = error;
  });
  await vi.advanceTimersByTimeAsync(20_000);
  sent[0]?.upload.onprogress?.({ lengthComputable: true, loaded: 4, total: 8 });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(refused).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  await ended;
  expect(refused).toMatchObject({ message: UPLOAD_FAILED, canRetry: true });
  expect(sent[0]?.isAborted).toBe(true);
});
