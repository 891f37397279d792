import { type Contract, contract } from '@kindpal/contract';
import { ORPCError } from '@orpc/server';

type ErrorCodesOf<Calls> = Calls extends { '~orpc': { errorMap: infer Declared } }
  ? keyof Declared
  : { [Name in keyof Calls]: ErrorCodesOf<Calls[Name]> }[keyof Calls];

/** Every error declared by some call of the contract. */
export type RefusalCode = ErrorCodesOf<Contract> & string;
type Declared = { status: number; message: string };

const declared = new Map<string, Declared>();
for (const calls of Object.values(contract)) {
  for (const call of Object.values(calls)) {
    for (const [code, error] of Object.entries(call['~orpc'].errorMap)) {
      declared.set(code, error as Declared);
    }
  }
}

/** The message for a field or query parameter that a call does not have. */
export const UNKNOWN_FIELD = 'Unknown field';

/**
 * An error declared by the contract, with its status and text; can be thrown anywhere inside a
 * call. It is a normal answer, not a fault: it has no stack trace, which would cost more than the
 * answer.
 */
export function refusal(code: RefusalCode, data?: unknown): ORPCError<RefusalCode, unknown> {
  const { status, message } = declared.get(code) as Declared;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new ORPCError(code, { defined: true, status, message, data });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Whether an error is an answer, also a declared 503; any other is unexpected, and masked. */
export const isRefusal = (error: unknown): error is ORPCError<string, unknown> =>
  error instanceof ORPCError && (error.defined || error.status < 500);

/** The public form of an unexpected error, with the id of the request, as in its log line. */
export function fault(requestId: string): ORPCError<'INTERNAL_SERVER_ERROR', unknown> {
  return new ORPCError('INTERNAL_SERVER_ERROR', {
    message: 'Something went wrong. Please try again.',
    data: { request_id: requestId },
  });
}

/** No row for a single-row read, or none that the caller may know of. */
export function notFound(): ORPCError<RefusalCode, unknown> {
  return refusal('NOT_FOUND', { details: { code: 'PGRST116' } });
}

/** A rejected field that only the server can check. */
export function invalidField(path: string, message: string): ORPCError<RefusalCode, unknown> {
  return refusal('INVALID_INPUT', { fields: [{ path, message }] });
}

/** Fields and query parameters that a call does not have, by name. */
export function unknownFields(paths: string[]): ORPCError<RefusalCode, unknown> {
  return refusal('INVALID_INPUT', {
    fields: paths.map((path) => ({ path, message: UNKNOWN_FIELD })),
  });
}
