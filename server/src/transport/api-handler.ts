import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FieldError } from '@kindpal/contract/transport/base';
import { StandardOpenAPICodec, StandardOpenAPIMatcher } from '@orpc/openapi/standard';
import {
  StandardBracketNotationSerializer,
  StandardOpenAPISerializer,
} from '@orpc/openapi-client/standard';
import { ORPCError, ValidationError } from '@orpc/server';
import { StandardHandler } from '@orpc/server/standard';
import { findHolder } from '../access/actor.ts';
import type { RequestContext } from '../access/context.ts';
import { findTokenProblem } from '../access/credential.ts';
import { isRead } from '../access/expected-member.ts';
import { hasLeftMeanwhile } from '../access/left-meanwhile.ts';
import {
  isGoTrue,
  readGoTrueBody,
  splitGoTrueUrl,
  writeGoTrueBody,
} from '../account/gotrue-format.ts';
import { type ApiRouter, apiRouter } from '../api-router.ts';
import { isDiskFull, storageFull } from '../db/disk-space.ts';
import { noteRefusal } from './note-call.ts';
import { problemOf, retryAfterOf } from './problem.ts';
import { readBody } from './read-body.ts';
import { fault, isRefusal, refusal, UNKNOWN_FIELD } from './refusal.ts';

/** Query parameters that make a call a search. */
const SEARCHES = [
  'search',
  'place_id',
  'free_on',
  'free_until',
  'service',
  'max_rate',
  'min_pay',
  'from',
  'until',
];

/** Whether an address has a search parameter, however it is encoded. */
function searches(url = '/'): boolean {
  const query = url.indexOf('?');
  if (query <= 0) return false;
  const params = new URLSearchParams(url.slice(query));
  return SEARCHES.some((name) => params.get(name));
}

/**
 * Outputs that passed their schemas are JSON already: the default serializer would walk through
 * each in search of dates, files and big integers that are not there.
 */
const asItStands = { serialize: (data: unknown): [unknown, boolean] => [data, false] };

/**
 * Serves the contract over node:http; returns whether the address was one of its calls.
 * Unexpected errors are logged and masked here, once.
 */
export function createApiHandler(): (context: RequestContext) => Promise<boolean> {
  const serializer = new StandardOpenAPISerializer(
    asItStands as ConstructorParameters<typeof StandardOpenAPISerializer>[0],
    new StandardBracketNotationSerializer(),
  );
  const handler = new StandardHandler<RequestContext>(
    apiRouter satisfies ApiRouter,
    new StandardOpenAPIMatcher(),
    new StandardOpenAPICodec(serializer, { customErrorResponseBodyEncoder: problemOf }),
    {
      clientInterceptors: [
        async ({ next, ...call }) => {
          try {
            // Only calls that are counted wait here: an extra event loop turn would cost every
            // call.
            const rule = limitOf(call.context);
            if (rule) await call.context.services.limiter.consumeKnown(rule.name, rule.credential);
            return await next();
          } catch (error) {
            await noteRefusal(error, call);
            throw publicError(await explain(error, call.context), call.context);
          }
        },
      ],
    },
  );
  return async (context) => {
    const { request, response } = context;
    const asked = isGoTrue(request) ? goTrueRequest(context) : standardRequest(request);
    const { matched, response: answer } = await handler.handle(noteSent(asked, context), {
      context,
    });
    if (matched) send(response, answer.status, answerOf(context, asked.url.pathname, answer));
    return matched;
  };
}

/** What is counted for any member's call: changes and searches. */
function limitOf({ credential, request }: RequestContext) {
  if (!credential) return null;
  if (!isRead(request)) {
    const isOfAccount = isBelow('/auth/v1/', request.url ?? '');
    return { name: isOfAccount ? 'change_by_session' : 'change_by_member', credential } as const;
  }
  return searches(request.url) ? ({ name: 'search_by_member', credential } as const) : null;
}

/** Whether an address is below a path, also if it contains `..`; most are not even parsed. */
const isBelow = (path: string, url: string) =>
  url.startsWith(path) && new URL(url, 'http://localhost').pathname.startsWith(path);

type StandardRequest = {
  method: string;
  url: URL;
  headers: IncomingMessage['headers'];
  body: () => Promise<unknown>;
  signal: undefined;
};

/** The request in the framework's format. A call runs to its end even if its client disconnects. */
function standardRequest(request: IncomingMessage): StandardRequest {
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    // Node sends no body in response to HEAD.
    method: request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET'),
    url,
    headers: request.headers,
    body: () => (request.method === 'DELETE' ? readDeletion(request, url) : readBody(request)),
    signal: undefined,
  };
}

/** Keeps the body or query, before it is merged with the path's parameters. */
function noteSent(asked: StandardRequest, context: RequestContext): StandardRequest {
  async function body() {
    context.sent = await asked.body();
    return context.sent;
  }
  return { ...asked, body };
}

/** A GoTrue client's request, in the contract's format. [X1] */
function goTrueRequest({ request, services }: RequestContext) {
  const standard = standardRequest(request);
  const { url, query } = splitGoTrueUrl(standard.url);
  // What a call does not read from the body is read from the address.
  request.url = url.pathname + url.search;
  const given = { path: url.pathname, query, appUrl: services.env.appUrl };
  const isRead = standard.method === 'GET';
  const body = async () => (isRead ? undefined : readGoTrueBody(await standard.body(), given));
  return { ...standard, url, body };
}

/** The response in the client's format. */
function answerOf(
  { request, services }: RequestContext,
  path: string,
  { status, body }: { status: number; body?: unknown },
): unknown {
  if (!isGoTrue(request) || body === undefined) return body;
  return writeGoTrueBody(body, { path, status, now: services.clock.now() });
}

/** A DELETE's input may be in the query, as in the specifications, or in the body. */
async function readDeletion(request: IncomingMessage, { searchParams }: URL): Promise<unknown> {
  const body = await readBody(request);
  if (searchParams.size === 0) return body;
  return { ...Object.fromEntries(searchParams), ...(body as object | undefined) };
}

/** Writes head and body at once, so that Node sends them in one write. */
function send(response: ServerResponse, status: number, body: unknown): void {
  response.statusCode = status;
  if (status === 429) response.setHeader('retry-after', String(retryAfterOf(body)));
  if (body !== undefined) response.setHeader('content-type', 'application/json');
  response.end(body === undefined ? undefined : JSON.stringify(body));
}

/**
 * Tells an API client what is wrong with its access token, and a session that it waits for its
 * second factor. [U13] [U14]
 */
async function explain(error: unknown, context: RequestContext): Promise<unknown> {
  if (!(error instanceof ORPCError) || error.code !== 'UNAUTHORIZED') return error;
  const { credential, request, services } = context;
  const holder = credential && (await findHolder(services.db, credential));
  if (holder?.awaits_factor) return refusal('INSUFFICIENT_AAL');
  if (credential && !holder) services.limiter.forget(credential);
  const message = await findTokenProblem(request, services);
  return message === null ? error : new ORPCError('UNAUTHORIZED', { defined: true, message });
}

/** The public form of an error: declared ones as they are, field errors, or a mask. */
export function publicError(error: unknown, { services, requestId }: RequestContext): Error {
  if (error instanceof ORPCError) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      return refusal('INVALID_INPUT', { fields: fieldsOf(error.cause) });
    }
    if (isRefusal(error)) return error;
  }
  if (hasLeftMeanwhile(error)) return refusal('UNAUTHORIZED');
  if (isDiskFull(error)) {
    services.disk.noteFailure(error);
    return storageFull();
  }
  services.log.error({ err: error, request_id: requestId }, 'a call failed');
  return fault(requestId);
}

function fieldsOf({ issues }: ValidationError): FieldError[] {
  return issues.flatMap((issue) => {
    const path = (issue.path ?? []).map((part) =>
      String(typeof part === 'object' ? part.key : part),
    );
    // Zod reports unknown fields together, at their parent object.
    const unknown = 'keys' in issue ? (issue.keys as string[]) : null;
    if (!unknown) return [{ path: path.join('.'), message: issue.message }];
    return unknown.map((key) => ({ path: [...path, key].join('.'), message: UNKNOWN_FIELD }));
  });
}
