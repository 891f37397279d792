import {
  type ImageKind,
  imageProblem,
  TOO_MANY_PIXELS,
  UPLOAD_FOLDERS,
} from '@kindpal/contract/file/rules';
import { retryText } from '~/lib/calls/error-text.ts';
import { emitUnauthorized } from '~/lib/calls/unauthorized.ts';
import { senderId } from '~/lib/calls/viewer-id.ts';

/** The texts of B§8 for a refused picture. */
export const UPLOAD_FAILED = 'Upload failed - Failed to upload image. Please try again.';
const TOO_MANY_UPLOADS = 'Rate limit exceeded. Please wait a while and try again.';
export const UPLOADING = 'Uploading image...';
export const UPLOAD_DONE = 'Image uploaded successfully!';

/** An upload that sends and receives nothing for this long fails. */
const STALLED_AFTER_MS = 30_000;

export type StoredImage = { path: string; url: string };

/** Why a picture was refused, as text for the member; `canRetry` if the same one may be stored. */
export class UploadRefused extends Error {
  readonly canRetry: boolean;

  constructor(text: string, { canRetry = false } = {}) {
    super(text);
    this.canRetry = canRetry;
  }
}

/** Refuses a file before the upload if the server would refuse it anyway. */
function checkImage(file: File): void {
  const problem = imageProblem(file);
  if (problem) throw new UploadRefused(problem);
}

function refusalOf(request: XMLHttpRequest): UploadRefused {
  if (request.status === 401) emitUnauthorized();
  if (codeOf(request.response) === 'TOO_MANY_PIXELS') return new UploadRefused(TOO_MANY_PIXELS);
  if (request.status === 413) return new UploadRefused('File too large');
  if (request.status === 415) return new UploadRefused('Invalid file type');
  if (request.status === 429) return new UploadRefused(waitText(request), { canRetry: true });
  return failedUpload();
}

const failedUpload = () => new UploadRefused(UPLOAD_FAILED, { canRetry: true });

/** How long to wait before the next upload, if the answer says it. */
function waitText(request: XMLHttpRequest): string {
  const { retry_after_seconds } = dataOf(request.response);
  const seconds = retry_after_seconds ?? Number(request.getResponseHeader('retry-after'));
  return seconds > 0 ? retryText(seconds) : TOO_MANY_UPLOADS;
}

function dataOf(body: unknown): { retry_after_seconds?: number } {
  return (body as { data?: object } | null)?.data ?? {};
}

function codeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;
}

function readStored(body: unknown): StoredImage | null {
  if (typeof body !== 'object' || body === null || !('url' in body)) return null;
  return typeof body.url === 'string' ? (body as StoredImage) : null;
}

/**
 * Uploads one picture and reports the progress, from 0 to 100. It uses XMLHttpRequest because fetch
 * cannot report upload progress. [J2] [R4] [X5]
 */
export function uploadImage(
  file: File,
  options: { kind: ImageKind; onProgress: (percent: number) => void; signal: AbortSignal },
): Promise<StoredImage> {
  checkImage(file);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/storage/v1/object/profile-images/${UPLOAD_FOLDERS[options.kind]}`);
    request.responseType = 'json';
    request.setRequestHeader('content-type', file.type);
    // The server refuses it if somebody else has signed in to this browser meanwhile.
    const member = senderId();
    if (member) request.setRequestHeader('x-kindpal-member', member);
    let stall: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(stall);
      stall = setTimeout(() => {
        reject(failedUpload());
        request.abort();
      }, STALLED_AFTER_MS);
    };
    request.onloadend = () => clearTimeout(stall);
    request.upload.onprogress = (event) => {
      watch();
      if (event.lengthComputable) options.onProgress((event.loaded / event.total) * 100);
    };
    request.onload = () => {
      const stored = request.status < 300 ? readStored(request.response) : null;
      if (stored) resolve(stored);
      else reject(refusalOf(request));
    };
    request.onerror = () => reject(failedUpload());
    request.onabort = () => reject(new DOMException('The upload was canceled.', 'AbortError'));
    options.signal.addEventListener('abort', () => request.abort());
    watch();
    request.send(file);
  });
}
