import { contract } from '@kindpal/contract';
import type { ErrorCode } from '~/lib/calls/error-codes.ts';

/** All errors that calls of the contract declare. */
export function listErrorCodes(): ErrorCode[] {
  const calls = Object.values(contract).flatMap((feature) => Object.values(feature));
  return [...new Set(calls.flatMap((call) => Object.keys(call['~orpc'].errorMap)))] as ErrorCode[];
}
