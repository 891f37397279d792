import type { IncomingMessage } from 'node:http';
import { ORPCError } from '@orpc/server';
import { invalidField } from './refusal.ts';

/** The largest JSON body any call needs, with a margin. */
export const BODY_MAX_BYTES = 256 * 1024;

/**
 * Reads a request's body once: JSON, form fields, or undefined for an empty one. Throws
 * PAYLOAD_TOO_LARGE as soon as that is certain, UNSUPPORTED_MEDIA_TYPE, INVALID_INPUT, or a
 * SyntaxError.
 */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  // Media types are compared in lower case (RFC 9110, 8.3.1).
  const type = request.headers['content-type']?.toLowerCase() ?? 'application/json';
  if (Number(request.headers['content-length']) > BODY_MAX_BYTES) throw tooLarge();
  if (type.startsWith('application/json')) {
    const text = await readText(request);
    return text === '' ? undefined : readObject(text);
  }
  if (type.startsWith('application/x-www-form-urlencoded')) {
    return new URLSearchParams(await readText(request));
  }
  throw new ORPCError('UNSUPPORTED_MEDIA_TYPE');
}

/**
 * Refuses a list or a text: input is merged with the address's parameters by name, so they would be
 * ignored silently. Throws INVALID_INPUT, or a SyntaxError.
 */
function readObject(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw invalidField('', 'Please send an object');
  }
  return value;
}

/**
 * Uses listeners, not an async iterator, which costs as much for a small body as sending a
 * message.
 */
function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      // The rest is read and dropped (`dropRest`).
      if (size > BODY_MAX_BYTES) reject(tooLarge());
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    request.on('error', () => reject(requestAborted()));
  });
}

/**
 * The client disconnected or was too slow: nobody reads the response, and it is not our fault.
 */
export const requestAborted = () => new ORPCError('REQUEST_ABORTED', { status: 400 });

const tooLarge = () => new ORPCError('PAYLOAD_TOO_LARGE');
