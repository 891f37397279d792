import { type Contract, contract } from '@kindpal/contract';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import type { JsonifiedClient } from '@orpc/openapi-client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { noteFailedCall, noteSucceededCall } from '~/notify/outcomes.ts';
import { viewerTimeZone } from '../format.ts';
import { isErrorCode } from './error-codes.ts';
import { takeAnswer } from './page-answers.ts';
import { NO_ANSWER, reasonOf } from './reachability.ts';
import { emitUnauthorized } from './unauthorized.ts';
import { readerId, senderId } from './viewer-id.ts';

/** A request without a response after this time counts as unreachable. */
const REQUEST_TIMEOUT_MS = 20_000;

/** An error body from the server: problem details with a stable code, which is also the title. */
type Problem = { title: string; detail?: string; code: string; data?: unknown };

/**
 * Turns problem details into an error that callers can switch on. Any other body, such as a
 * proxy's page, says nothing about what was asked for, whatever its status.
 */
export function decodeProblem(body: unknown, status: number): ORPCError<string, unknown> {
  const problem = body as Problem | null;
  if (!problem?.code || problem.code !== problem.title) return new ORPCError(NO_ANSWER, { status });
  const { code, detail, data } = problem;
  return new ORPCError(code, { defined: isErrorCode(code), status, message: detail, data });
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
  // A proxy's sign-in or maintenance page.
  if (answer.headers.get('content-type')?.startsWith('application/json') === false) {
    throw new TypeError('The answer is a page');
  }
  return answer;
}

let view = { path: '', id: '' };

/**
 * An id of the open page, so that the staff log counts one view once. Another page, or the same
 * one opened again, gets a new id. Empty if the browser can't generate ids.
 */
function viewId(): string {
  const path = window.location.pathname;
  if (view.path !== path) view = { path, id: crypto.randomUUID?.() ?? '' };
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
        const isUnauthorized = error instanceof ORPCError && error.code === 'UNAUTHORIZED';
        // Which makes this very call.
        if (isUnauthorized && call !== 'account.getSession') emitUnauthorized();
        throw error;
      }
    },
  ],
});

/** Every call of the contract, typed: `client.job.list({ search })`. */
export const client: JsonifiedClient<ContractRouterClient<Contract>> = createORPCClient(link);
