import fc from 'fast-check';
import { requestOf } from '../matrix/ask.ts';
import { PEOPLE, type Person } from '../matrix/people.ts';
import type { Scene } from '../matrix/scene.ts';
import { hostilePicture, hostilePosition } from './hostile-bytes.ts';
import type { KnownCase } from './known-cases.ts';
import { fitting, hostileCursor, hostileValue, type Schema } from './values.ts';

export type Parameter = { name: string; in: string; required?: boolean; schema: Schema };

/** An operation of the OpenAPI document, at its address. */
export type Operation = {
  method: string;
  path: string;
  parameters: Parameter[];
  body?: Schema | undefined;
  /** Whether the body is a picture instead of JSON. */
  takesBytes?: boolean;
  responses: Record<string, unknown>;
};

const CALLERS = ['visitor', 'owner', 'claimant', 'admin', 'super_admin'] as const;

/** The parts of a request for `fetch`; `path` includes the query. */
type Written = {
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | undefined;
};

/** A request that is written for a scene, except for the placeholders of ids in it. */
export type FuzzRequest = {
  operation: Operation;
  caller: Person;
  write: (scene: Scene) => Written;
};

type Input = {
  at: Record<string, unknown>;
  query: [string, unknown][];
  headers: Record<string, string>;
  body: unknown;
};

/**
 * Requests to these operations, half of them with generated inputs and half with those of the
 * matrix's cases, which succeed more often; many of both are mutated in some way.
 */
export function fuzzRequests(
  operations: Operation[],
  {
    schemas,
    known,
  }: { schemas: Record<string, Schema>; known: (operation: Operation) => KnownCase[] },
): fc.Arbitrary<FuzzRequest> {
  const each = operations.map((operation) => {
    const cases = known(operation);
    const made = generatedRequest(operation, schemas);
    return cases.length > 0 ? fc.oneof(made, caseRequest(operation, cases)) : made;
  });
  return fc.oneof(...each);
}

/** About a third of these fit the schema, the others are mutated. */
function generatedRequest(
  operation: Operation,
  schemas: Record<string, Schema>,
): fc.Arbitrary<FuzzRequest> {
  const input = inputFor(operation, schemas);
  const any = fc
    .tuple(input, fc.oneof(unchanged, mutations, mutations))
    .map(([given, change]) => change(given));
  return fc.tuple(any, fc.constantFrom(...CALLERS), transport).map(([given, caller, spoil]) => ({
    ...{ operation, caller },
    write: () => spoil(write(operation, given)),
  }));
}

/**
 * Half of these are the matrix's own requests, or their next page, mostly by people who get a
 * success there.
 */
function caseRequest(operation: Operation, cases: KnownCase[]): fc.Arbitrary<FuzzRequest> {
  const asked = cases.map((known) => {
    const { succeedsFor } = known;
    const anybody = fc.constantFrom(...PEOPLE);
    const caller =
      succeedsFor.length > 0
        ? fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...succeedsFor) }, anybody)
        : anybody;
    const arbitrary = caller.map((who) => plainRequest(operation, known, who));
    return { weight: succeedsFor.length > 0 ? 3 : 1, arbitrary };
  });
  const asIs = fc.constant((request: Written) => request);
  const paging = operation.parameters.find(({ name }) => name === 'cursor' || name === 'before');
  const valid = paging ? fc.oneof(unchanged, fc.constant(nextPage(paging.name))) : unchanged;
  const how = fc.oneof(fc.tuple(valid, asIs), fc.tuple(mutations, transport));
  return fc.tuple(fc.oneof(...asked), how).map(([plain, [change, spoil]]) => ({
    ...plain,
    write: (scene) => spoil(write(operation, change(readInput(operation, plain.write(scene))))),
  }));
}

const nextPage = (name: string) => (input: Input) => ({
  ...input,
  query: [...input.query.filter(([other]) => other !== name), [name, CURSOR]] as Input['query'],
});

/** A request of the matrix by this person. */
export function plainRequest(
  operation: Operation,
  { route, asked }: KnownCase,
  caller: Person,
): FuzzRequest {
  return {
    ...{ operation, caller },
    write: (scene) => {
      const request: RequestInit & { path: string } = requestOf(route, asked, {
        scene,
        who: caller,
      });
      return {
        path: request.path,
        headers: Object.fromEntries(new Headers(request.headers)),
        body: request.body as Written['body'],
      };
    },
  };
}

/** The fields of a written request, where mutations find them. */
function readInput({ path: template }: Operation, { path, headers, body }: Written): Input {
  const [address = '', query = ''] = path.split('?');
  const pattern = template.replace(/\{(\w+)\}/g, '(?<$1>[^/]*)');
  const at = address.match(new RegExp(`^${pattern}$`))?.groups ?? {};
  const isJson = typeof body === 'string' && headers['content-type'] === 'application/json';
  return {
    at: Object.fromEntries(
      Object.entries(at).map(([name, value]) => [name, decodeURIComponent(value)]),
    ),
    query: [...new URLSearchParams(query)],
    headers,
    body: isJson ? JSON.parse(body) : body,
  };
}

/** Until it is sent, the cursor of a page that the same operation answered before. */
const CURSOR = '{{cursor}}';
const anyCursor = fc.oneof(hostileCursor, fc.constant(CURSOR));

/** Parameters whose interesting values random generation would almost never find. */
const OWN_VALUES: Record<string, fc.Arbitrary<string>> = {
  cursor: anyCursor,
  before: anyCursor,
  'Last-Event-ID': hostilePosition,
};

function inputFor(
  { parameters, body, takesBytes }: Operation,
  schemas: Record<string, Schema>,
): fc.Arbitrary<Input> {
  const of = (place: string) => {
    const those = parameters.filter((parameter) => parameter.in === place);
    return fc.record(
      Object.fromEntries(
        those.map(({ name, schema }) => [name, OWN_VALUES[name] ?? fitting(schema, schemas)]),
      ),
      { requiredKeys: those.filter(({ required }) => required).map(({ name }) => name) },
    );
  };
  const noBody = fc.constant<unknown>(undefined);
  const content = takesBytes ? hostilePicture : body ? fitting(body, schemas) : noBody;
  return fc
    .tuple(of('path'), of('query'), of('header') as fc.Arbitrary<Record<string, string>>, content)
    .map(([at, query, headers, given]) => ({
      at,
      query: Object.entries(query),
      headers,
      body: given,
    }));
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Uint8Array);

/** One mutation of an input; `pick` selects the field. */
const mutation: fc.Arbitrary<(input: Input) => Input> = fc
  .tuple(fc.nat(), hostileValue, fc.nat({ max: 6 }))
  .map(([pick, value, kind]) => (input: Input) => {
    const body = isFields(input.body) ? { ...input.body } : undefined;
    const names = Object.keys(body ?? {});
    const name = names[pick % (names.length || 1)];
    const [first, ...rest] = rotate(input.query, pick);
    if (kind === 0) return { ...input, at: mapValues(input.at, () => value) };
    if (kind === 1 && first) return { ...input, query: [[first[0], value], ...rest] };
    if (kind === 2 && first) return { ...input, query: [first, [first[0], value], ...rest] };
    if (kind === 3) return { ...input, query: [...input.query, [`extra[${pick % 9}][x]`, value]] };
    if (kind === 4 && body && name !== undefined) delete body[name];
    else if (kind === 5 && body) body[PROTOTYPE_KEYS[pick % PROTOTYPE_KEYS.length] ?? ''] = value;
    else if (body && name !== undefined)
      return { ...input, body: corruptField(body, { name, value }) };
    else return { ...input, body: value };
    return { ...input, body };
  });

const unchanged = fc.constant((input: Input) => input);
const mutations = fc
  .array(mutation, { minLength: 1, maxLength: 3 })
  .map((changes) => (input: Input) => changes.reduce((at, change) => change(at), input));

const PROTOTYPE_KEYS = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'then', 'extra'];

/** Replaces a field, or one field inside it if it is an object. */
function corruptField(
  body: Record<string, unknown>,
  { name, value }: { name: string; value: unknown },
): unknown {
  const inner = body[name];
  if (!isFields(inner) || Object.keys(inner).length === 0) return { ...body, [name]: value };
  const [key = ''] = Object.keys(inner);
  return { ...body, [name]: { ...inner, [key]: value } };
}

const mapValues = (fields: Record<string, unknown>, to: () => unknown) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, to()]));

function rotate<T>(list: T[], by: number): T[] {
  const at = by % (list.length || 1);
  return [...list.slice(at), ...list.slice(0, at)];
}

/** In a query or a path: as a form would write it, which is not always what a browser does. */
const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

function escaped(value: unknown): string {
  const text = asText(value);
  // Invalid percent sequences are sent as they are; so are placeholders for ids.
  if (text.startsWith('%') || text.startsWith('{{')) return text;
  return encodeURIComponent(text.toWellFormed()).slice(0, 4000);
}

/** An empty text, or dots, would make it a different address. */
function segment(value: unknown): string {
  const text = escaped(value);
  return /^\.*$/.test(text) ? '-' : text;
}

/** Types that an upload claims to have. */
const UPLOAD_TYPES = ['image/png', 'image/svg+xml', 'application/zip', 'text/html', 'image/jpeg'];

function write({ path, takesBytes }: Operation, { at, query, headers, body }: Input): Written {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => segment(at[name]));
  const search = query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
  return {
    path: search ? `${filled}?${search}` : filled,
    headers: { 'content-type': takesBytes ? uploadType(body) : 'application/json', ...headers },
    body: body instanceof Uint8Array ? Uint8Array.from(body) : writeJson(body),
  };
}

const uploadType = (body: unknown): string =>
  UPLOAD_TYPES[(body instanceof Uint8Array ? body.length : 0) % UPLOAD_TYPES.length] ?? '';

/** `__proto__` is inserted as text: as a key in an object literal it would set the prototype. */
const writeJson = (body: unknown): string | undefined =>
  JSON.stringify(body)?.replace('"prototype"', '"__proto__"');

/** Changes to the HTTP request itself; most requests have none. */
const transport: fc.Arbitrary<(request: Written) => Written> = fc.oneof(
  { weight: 12, arbitrary: fc.constant((request: Written) => request) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        { 'content-type': 'text/plain' },
        { 'content-type': 'multipart/form-data; boundary=x' },
        { 'content-type': 'application/json; charset=utf-16' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': '' },
        { cookie: 'kindpal.session_token=%E0%A4%A' },
        { cookie: 'kindpal.session_token=a.b; ; =; x' },
        { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
        { authorization: 'Basic Og==' },
        { origin: 'null' },
        { 'x-forwarded-for': 'not an address, ::1%eth0' },
        { 'last-event-id': '99999999999999999999-1' },
        { 'last-event-id': '-1' },
        { accept: 'text/html;q=nonsense' },
      )
      .map((headers) => (request: Written) => ({
        ...request,
        headers: { ...request.headers, ...(headers as unknown as Record<string, string>) },
      })),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(
        '',
        '{',
        'null',
        '[]',
        '"x"',
        '1e999',
        '{"a":}',
        `${'['.repeat(50_000)}`,
        '\u0000',
      )
      .map((body) => (request: Written) => ({
        ...request,
        body: request.body === undefined ? undefined : body,
      })),
  },
);
