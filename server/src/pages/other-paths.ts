import { ARCHIVE_ADDRESS } from '@kindpal/contract/archive/contract';
import {
  BUCKET,
  IMAGE_KINDS,
  IMAGE_MAX_BYTES,
  TOO_MANY_PIXELS,
  UPLOAD_FOLDERS,
} from '@kindpal/contract/file/rules';
import { ACTIVITY_EXPORT, activityFilterSchema } from '@kindpal/contract/staff/activity';
import type { OpenAPI } from '@orpc/openapi';
import { LIVE_PATH } from '../live/stream.ts';
import { METADATA_PATH } from '../sso/saml.ts';

const refusedWith = (...codes: string[]) => {
  const refs = codes.map((code) => ({ $ref: `#/components/schemas/${code}` }));
  const schema = refs.length === 1 ? refs[0] : { oneOf: refs };
  return { description: codes.join(', '), content: { 'application/json': { schema } } };
};
const text = { type: 'string' };
const json = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  'application/json': { schema: { type: 'object', properties, required } },
});
const inQuery = (name: string, schema: object = text, required = true) => ({
  name,
  in: 'query',
  ...(required && { required }),
  schema,
});

/** A picture upload, answered with the picture's address. [X5] */
const upload = {
  tags: ['storage'],
  requestBody: {
    required: true,
    description: `The bytes of a picture, less than ${IMAGE_MAX_BYTES} of them.`,
    content: { 'image/*': {} },
  },
  responses: {
    201: { description: 'Kept', content: json({ path: text, url: text }) },
    401: refusedWith('UNAUTHORIZED'),
    413: refusedWith('FILE_TOO_LARGE', 'TOO_MANY_PIXELS'),
    415: refusedWith('INVALID_FILE_TYPE'),
  },
};

/** A stored picture; any path below the bucket. */
const readImage = {
  tags: ['storage'],
  parameters: [{ name: 'path', in: 'path', required: true, schema: text }],
  responses: {
    200: { description: 'The picture', content: { 'image/webp': {} } },
    404: refusedWith('NOT_FOUND'),
  },
};

/** The copy of the caller's data, or with a `token` of `manageAccount` that of its member. [X1] */
const readArchive = {
  tags: ['storage'],
  parameters: [inQuery('token', text, false)],
  responses: {
    200: { description: 'The copy', content: { 'application/zip': {} } },
    401: refusedWith('UNAUTHORIZED'),
    403: refusedWith('INSUFFICIENT_AAL', 'REAUTHENTICATION_NEEDED'),
    404: refusedWith('NOT_FOUND'),
    410: refusedWith('LINK_EXPIRED'),
  },
};

/** A stream of server-sent events: `ready`, `change` and `reset`. [X4] */
const stream = {
  tags: ['realtime'],
  parameters: [
    inQuery('seconds', { type: 'integer' }, false),
    { name: 'Last-Event-ID', in: 'header', schema: text },
  ],
  responses: { 200: { description: 'A stream', content: { 'text/event-stream': {} } } },
};

/** The start of a sign-in at an outside provider, for API clients. [U11] */
const authorize = {
  tags: ['auth'],
  parameters: [
    inQuery('provider'),
    inQuery('code_challenge', { type: 'string', pattern: '^[\\w-]{43}$' }),
    inQuery('code_challenge_method', { enum: ['s256', 'S256'] }, false),
    inQuery('redirect_to', { type: 'string', maxLength: 1000 }, false),
    inQuery('scopes', text, false),
  ],
  responses: {
    302: { description: 'The provider’s page' },
    404: refusedWith('SSO_PROVIDER_NOT_FOUND'),
    422: refusedWith('INVALID_INPUT'),
    503: refusedWith('PROVIDER_UNREACHABLE', 'STORAGE_FULL'),
  },
};

/** What a SAML provider needs to know of this site. [U11] */
const readMetadata = {
  tags: ['auth'],
  responses: {
    200: { description: 'Metadata', content: { 'application/samlmetadata+xml': {} } },
    404: refusedWith('NOT_FOUND'),
  },
};

/** The activity log as a file, filtered like its list. [S3] */
const exportAs = (type: string, parameters: unknown[]) => ({
  tags: ['admin_activity_logs'],
  parameters,
  responses: {
    200: { description: 'The log', content: { [type]: {} } },
    401: refusedWith('UNAUTHORIZED'),
    403: refusedWith('FORBIDDEN'),
    422: refusedWith('INVALID_INPUT'),
  },
});

/** The jobs of a member for their calendar; its token is in the address that they copied. */
const readCalendar = {
  tags: ['notifications'],
  parameters: [inQuery('token')],
  responses: {
    200: { description: 'The calendar', content: { 'text/calendar': {} } },
    404: refusedWith('NOT_FOUND'),
  },
};

/** Ends the emails that an email's link names (RFC 8058). [P6] */
const unsubscribe = (...parameters: object[]) => ({
  tags: ['notifications'],
  parameters: [inQuery('token'), ...parameters],
  responses: {
    200: { description: 'Done', content: { 'text/plain': {} } },
    410: refusedWith('LINK_EXPIRED'),
  },
});

const health = { tags: ['health'] };
const state = { description: 'OK', content: json({ status: text }) };

/** What the web app has to know of this community. */
const readConfig = {
  tags: ['health'],
  responses: {
    200: {
      description: 'OK',
      content: json(
        {
          app_name: text,
          support_email: text,
          currency: text,
          sign_in_providers: {
            type: 'array',
            items: {
              type: 'object',
              properties: { id: text, name: text },
              required: ['id', 'name'],
            },
          },
          offers_phone: { type: 'boolean' },
          emergency_number: text,
        },
        ['app_name', 'support_email', 'currency'],
      ),
    },
  },
};

/** What several of these paths share. */
export const SHARED_PATH_ITEMS = { PictureUpload: { post: upload } };

type Parameter = { name: string };
type Listed = { get?: { parameters?: Parameter[] } } | undefined;

/** The API's endpoints outside the contract, beside the described paths of the contract. */
export function describeOtherPaths(paths: OpenAPI.PathsObject): OpenAPI.PathsObject {
  const log = (paths['/rest/v1/admin_activity_logs'] as Listed)?.get?.parameters ?? [];
  const filter = log.filter(({ name }) => name in activityFilterSchema.shape);
  return {
    ...Object.fromEntries(
      IMAGE_KINDS.map((kind) => [
        `/storage/v1/object/${BUCKET}/${UPLOAD_FOLDERS[kind]}`,
        { $ref: '#/components/pathItems/PictureUpload' },
      ]),
    ),
    [`/storage/v1/object/public/${BUCKET}/{path}`]: { get: readImage },
    [ARCHIVE_ADDRESS]: { get: readArchive },
    [LIVE_PATH]: { get: stream },
    '/auth/v1/authorize': { get: authorize },
    [METADATA_PATH]: { get: readMetadata },
    [ACTIVITY_EXPORT.csv]: { get: exportAs('text/csv', filter) },
    [ACTIVITY_EXPORT.json]: { get: exportAs('application/json', filter) },
    '/calendar/jobs.ics': { get: readCalendar },
    '/newsletter/unsubscribe': { post: unsubscribe() },
    '/notifications/unsubscribe': {
      post: unsubscribe(inQuery('type', text, false), inQuery('group', text, false)),
    },
    '/healthz': { get: { ...health, responses: { 200: state } } },
    '/readyz': {
      get: {
        ...health,
        responses: { 200: state, 503: { ...state, description: 'No database' } },
      },
    },
    '/config.json': { get: readConfig },
  } as OpenAPI.PathsObject;
}

/** Errors that only these paths return. */
export const OTHER_ERRORS: Array<[status: number, code: string, message: string]> = [
  [413, 'FILE_TOO_LARGE', 'File too large'],
  [413, 'TOO_MANY_PIXELS', TOO_MANY_PIXELS],
  [415, 'INVALID_FILE_TYPE', 'Invalid file type'],
];
