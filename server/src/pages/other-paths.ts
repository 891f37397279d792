import { BUCKET, IMAGE_KINDS, IMAGE_MAX_BYTES, UPLOAD_FOLDERS } from '@kindpal/contract/file/rules';
import type { OpenAPI } from '@orpc/openapi';
import { LIVE_PATH } from '../live/stream.ts';

const refusedWith = (...codes: string[]) => {
  const refs = codes.map((code) => ({ $ref: `#/components/schemas/${code}` }));
  const schema = refs.length === 1 ? refs[0] : { oneOf: refs };
  return { description: codes.join(', '), content: { 'application/json': { schema } } };
};
const text = { type: 'string' };
const inPath = (name: string) => ({ name, in: 'path', required: true, schema: text });

/** A picture upload, answered with the picture's address. [X5] */
const upload = {
  tags: ['storage'],
  requestBody: {
    required: true,
    description: `The bytes of a picture, less than ${IMAGE_MAX_BYTES} of them.`,
    content: { 'image/*': {} },
  },
  responses: {
    201: {
      description: 'Kept',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            properties: { path: text, url: text },
            required: ['path', 'url'],
          },
        },
      },
    },
    401: refusedWith('UNAUTHORIZED'),
    403: refusedWith('FOREIGN_ORIGIN'),
    413: refusedWith('FILE_TOO_LARGE'),
    415: refusedWith('INVALID_FILE_TYPE'),
  },
};

/** A stored picture; any path below the bucket. */
const readImage = {
  tags: ['storage'],
  parameters: [inPath('path')],
  responses: {
    200: { description: 'The picture', content: { 'image/webp': {} } },
    404: refusedWith('NOT_FOUND'),
  },
};

/** A stream of server-sent events: `ready`, `change` and `reset`. [X4] */
const stream = {
  tags: ['realtime'],
  parameters: [
    { name: 'seconds', in: 'query', schema: { type: 'integer' } },
    { name: 'Last-Event-ID', in: 'header', schema: text },
  ],
  responses: { 200: { description: 'A stream', content: { 'text/event-stream': {} } } },
};

/** What several of these paths share. */
export const SHARED_PATH_ITEMS = { PictureUpload: { post: upload } };

/** The API's endpoints outside the contract. */
export const OTHER_PATHS = {
  ...Object.fromEntries(
    IMAGE_KINDS.map((kind) => [
      `/storage/v1/object/${BUCKET}/${UPLOAD_FOLDERS[kind]}`,
      { $ref: '#/components/pathItems/PictureUpload' },
    ]),
  ),
  [`/storage/v1/object/public/${BUCKET}/{path}`]: { get: readImage },
  [LIVE_PATH]: { get: stream },
} as OpenAPI.PathsObject;

/** Errors that only these paths return. */
export const OTHER_ERRORS: Array<[status: number, code: string, message: string]> = [
  [413, 'FILE_TOO_LARGE', 'File too large'],
  [415, 'INVALID_FILE_TYPE', 'Invalid file type'],
];
