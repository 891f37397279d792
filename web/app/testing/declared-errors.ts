import { contract } from '@kindpal/contract';
import type { ErrorCode } from '~/lib/calls/error-codes.ts';

/** All errors that calls of the contract declare, with their texts. */
export function listDeclaredErrors(): [code: ErrorCode, text: string | undefined][] {
  const calls = Object.values(contract).flatMap((feature) => Object.values(feature));
  const errors = calls.flatMap((call) => Object.entries(call['~orpc'].errorMap));
  return errors.map(([code, error]) => [
    code as ErrorCode,
    (error as { message?: string }).message,
  ]);
}
