import { afterEach, expect, test, vi } from 'vitest';
import { setViewerId } from '../lib/calls/viewer-id.ts';
import { uploadImage } from './upload-image.ts';

/** A request that is answered at once, and keeps its headers. */
class QuickRequest {
  static headers: Record<string, string> = {};
  upload = {};
  status = 201;
  response = { path: 'a.webp', url: '/a.webp' };
  responseType = '';
  onload: () => void = () => undefined;
  open() {
    QuickRequest.headers = {};
  }
  setRequestHeader(name: string, value: string) {
    QuickRequest.headers[name] = value;
  }
  abort() {}
  send() {
    this.onload();
  }
}

afterEach(() => {
  setViewerId(null);
  vi.unstubAllGlobals();
});

async function headersOfUpload(): Promise<Record<string, string>> {
  vi.stubGlobal('XMLHttpRequest', QuickRequest);
  const file = new File([new Uint8Array(8)], 'rex.png', { type: 'image/png' });
  const { signal } = new AbortController();
  await uploadImage(file, { kind: 'pet', onProgress: () => undefined, signal });
  return QuickRequest.headers;
}

test('a picture names the member whose page sends it, so that it is not stored for the next one [U6] [X5]', async () => {
  setViewerId('00000000-0000-4000-8000-000000000001');
  expect(await headersOfUpload()).toEqual({
    'content-type': 'image/png',
    'x-kindpal-member': '00000000-0000-4000-8000-000000000001',
  });
});
