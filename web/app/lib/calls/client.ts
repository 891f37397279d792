import { type Contract, contract } from '@kindpal/contract';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { noteFailedCall, noteSucceededCall } from '~/notify/outcomes.ts';
import { viewerTimeZone } from '../format.ts';
import { hasCode } from './error-text.ts';
import { takeAnswer } from './page-answers.ts';
import { NO_ANSWER, reasonOf } from './reachability.ts';
import { emitUnauthorized } from './unauthorized.ts';
import { readerId, senderId } from './viewer-id.ts';

/** A request without a response after this time counts as unreachable. */
const REQUEST_TIMEOUT_MS = 20_000;

/** An error body from the server: problem details that say whether the contract has the error. */
type Problem = { code: string; defined: boolean; detail: string; data?: unknown };

/**
 * Turns problem details into an error that callers can switch on. Any other body, such as a
 * proxy's page, says nothing about what was asked for, whatever its status.
 */
export function decodeProblem(body: unknown, status: number): ORPCError<string, unknown> {
  const problem = body as Problem | null;
  if (typeof problem?.defined !== 'boolean') return new ORPCError(NO_ANSWER, { status });
  const { code, defined, detail, data } = problem;
  return new ORPCError(code, { defined, status, message: detail, data });
}

type Calls = Record<string, Record<string, { '~orpc': { route: { successStatus?: number } } }>>;

/** Whether a success is the server's, and not a proxy's sign-in or maintenance page. */
function isOfServer({ status, headers }: Response, [feature = '', call = '']: readonly string[]) {
  const { successStatus = 200 } = (contract as Calls)[feature]?.[call]?.['~orpc'].route ?? {};
  const type = headers.get('content-type') ?? 'application/json';
  return status === successStatus && type.startsWith('application/json');
}

async function fetchWithTimeout(
  request: Request,
  init: RequestInit,
  _options: unknown,
  path: readonly string[],
): Promise<Response> {
  const sent = takeAnswer(request);
  if (sent) return sent;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
  // The last input is often saved while its page is closing.
  const keepalive = path.join('.') === 'draft.save';
  // The server refuses a call that names another member than the cookie's.
  const member = request.method === 'GET' ? readerId() : senderId();
  if (member) request.headers.set('x-kindpal-member', member);
  const answer = await fetch(request, { ...init, credentials: 'same-origin', signal, keepalive });
  if (answer.status >= 400) {
    throw decodeProblem(await answer.json().catch(() => null), answer.status);
  }
  if (!isOfServer(answer, path)) throw new TypeError('No answer of the server');
  return answer;
}

let view = { path: '', id: '' };

/**
 * An id of the open page, so that the staff log counts one view once. Another page, or the same
 * one opened again, gets a new id.
 */
function viewId(): string {
  const path = window.location.pathname;
  if (view.path !== path) view = { path, id: crypto.randomUUID() };
  return view.id;
}

const link = new OpenAPILink(contract, {
  url: () => window.location.origin,
  // At sign-in the server stores the zone of members without a known one, for quiet hours and
  // digests.
  headers: () => ({ 'x-kindpal-view': viewId(), 'x-kindpal-zone': viewerTimeZone() }),
  fetch: fetchWithTimeout,
  interceptors: [
    async ({ next, path }) => {
      const call = path.join('.');
      try {
        const output = await next();
        noteSucceededCall(call);
        return output;
      } catch (thrown) {
        const error = reasonOf(thrown);
        noteFailedCall(call, error);
        // Which makes this very call.
        if (call !== 'account.getSession' && hasCode(error, 'UNAUTHORIZED')) emitUnauthorized();
        throw error;
      }
    },
  ],
});

/** Every call of the contract, typed: `client.job.list({ search })`. */
export const client: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(link);
