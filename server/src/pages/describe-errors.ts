import { isDeepStrictEqual } from 'node:util';
import type { JSONSchema, OpenAPI } from '@orpc/openapi';
import { STORAGE_FULL } from '../db/disk-space.ts';
import { OTHER_ERRORS } from './other-paths.ts';
import { operationsOf } from './share-parts.ts';

type Responses = NonNullable<OpenAPI.ComponentsObject['responses']>;
type DefinedError = [code: string, message: string, dataRequired: boolean, data: JSONSchema];
type Response = { description?: string; content?: object; $ref?: string };

type Refusal = [status: number, code: string, message: string];

/** Errors that any call that changes something may return in addition to its own. */
const EVERYWHERE: Refusal[] = [
  [403, 'FOREIGN_ORIGIN', 'This request did not come from this site.'],
];

/** Errors of the transport, before any call. */
const BEFORE_ANY_CALL: Refusal[] = [
  [400, 'BAD_REQUEST', 'Malformed request.'],
  [405, 'METHOD_NOT_ALLOWED', 'Use one of the methods named by Allow.'],
  [408, 'REQUEST_TIMEOUT', 'The request took too long to arrive.'],
  [413, 'PAYLOAD_TOO_LARGE', 'Payload Too Large'],
  [415, 'UNSUPPORTED_MEDIA_TYPE', 'Unsupported Media Type'],
  [431, 'REQUEST_HEADER_FIELDS_TOO_LARGE', 'The headers are too large.'],
];
/** Errors that any call may return when the server fails. */
const FAULTS: Refusal[] = [
  [500, 'INTERNAL_SERVER_ERROR', 'Something went wrong. Please try again.'],
  STORAGE_FULL,
];
/** The limit for all calls together, checked first. */
const LIMIT = 'TOO_MANY_REQUESTS';
/** The answer to any call that its own statuses do not list. */
const OTHERWISE = {
  name: 'default',
  description: 'The request was refused before it reached the call, or the server failed',
  codes: [...BEFORE_ANY_CALL, ...FAULTS].map(([, code]) => code).concat(LIMIT),
};

const SHARED = [...EVERYWHERE, ...BEFORE_ANY_CALL, ...FAULTS];

/** The body of every error, as `problemOf` writes it. */
const PROBLEM: JSONSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457) with a stable code.',
  properties: {
    type: { const: 'about:blank' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What to tell a person.' },
    code: { type: 'string' },
    defined: { type: 'boolean', description: 'Whether this call promises this error.' },
    data: {},
    details: { type: 'object', properties: { code: { type: 'string' } }, required: ['code'] },
  },
  required: ['type', 'title', 'status', 'detail', 'code', 'defined'],
};
const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** Omits an empty data schema. */
const dataOf = (data: JSONSchema): Record<string, JSONSchema> =>
  Object.keys(data).length > 0 ? { data } : {};
const contentOf = (schema: JSONSchema) => ({ 'application/json': { schema } }) as never;

/**
 * The error bodies of the OpenAPI document: one component per code, which responses reference.
 * Two calls with the same code must declare the same data.
 */
export function describeErrors() {
  const schemas: Record<string, JSONSchema> = { Problem: PROBLEM };
  const { name, description, codes } = OTHERWISE;
  const shared: Responses = {
    [name]: { description, content: contentOf({ oneOf: codes.map(refTo) }) },
  };
  const names = new Map<string, string>();
  for (const [status, code, message] of [...SHARED, ...OTHER_ERRORS]) {
    problemOfCode([code, message, false, {}], status);
  }

  /** Adds the component of a code, and returns the reference to it. */
  function problemOfCode([code, message, dataRequired, data]: DefinedError, status: number) {
    const own: JSONSchema = {
      properties: { code: { const: code }, status: { const: status }, ...dataOf(data) },
      ...(dataRequired && { required: ['data'] }),
    };
    const schema = { description: message, allOf: [refTo('Problem'), own] };
    const known = schemas[code];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`${code} is declared with different data or texts by different calls`);
    }
    schemas[code] = schema;
    return refTo(code);
  }

  /** The body of all errors that a call declares with one status. */
  function schemaOf(declared: DefinedError[], status: number): JSONSchema {
    const own = declared.map((error) => problemOfCode(error, status));
    const everywhere = SHARED.filter(([at]) => at === status).map(([, code]) => refTo(code));
    const all = [...own, ...everywhere];
    return all.length === 1 ? (all[0] as JSONSchema) : { oneOf: all };
  }

  /** Adds the shared responses to every operation, and the components to the document. */
  function addTo(document: OpenAPI.Document): OpenAPI.Document {
    for (const { method, operation } of operationsOf(document)) {
      operation.responses ??= {};
      const responses = operation.responses as Record<string, Response>;
      // The generator describes a schema that nothing matches; a 204 has no content.
      if (responses[204]) responses[204] = { description: 'Done' };
      // A call with its own limits describes them; `default` describes the limit for all calls.
      if (isDeepStrictEqual(responses[429]?.content, contentOf(refTo(LIMIT)))) {
        delete responses[429];
      }
      for (const [status, code, message] of method === 'get' ? [] : EVERYWHERE) {
        responses[status] ??= { description: message, content: contentOf(refTo(code)) };
      }
      shareErrors(responses);
      responses[OTHERWISE.name] = { $ref: `#/components/responses/${OTHERWISE.name}` };
    }
    const components = document.components ?? {};
    document.components = {
      ...components,
      schemas: { ...components.schemas, ...(schemas as typeof components.schemas) },
      responses: shared,
    };
    return document;
  }

  /**
   * Replaces the error responses of a call with references, named by status, with a number from
   * the second on.
   */
  function shareErrors(responses: Record<string, Response>): void {
    for (const [status, response] of Object.entries(responses)) {
      if (status < '4') continue;
      const text = status + JSON.stringify(response);
      const count = [...names.values()].filter((name) => name.startsWith(status)).length;
      const name = names.get(text) ?? (count === 0 ? status : `${status}-${count + 1}`);
      names.set(text, name);
      shared[name] = response as Responses[string];
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return { schemaOf, addTo };
}
