import { type Contract, contract } from '@kindpal/contract';
import type { InferContractRouterErrorMap } from '@orpc/contract';

type KeysOf<T> = T extends unknown ? keyof T : never;

/** Every error declared by some call of the contract. */
export type ErrorCode = Extract<KeysOf<InferContractRouterErrorMap<Contract>>, string>;

type Procedure = { '~orpc': { errorMap: Record<string, unknown> } };

function collectCodes(node: object, codes: Set<string>): Set<string> {
  if ('~orpc' in node) {
    for (const code of Object.keys((node as Procedure)['~orpc'].errorMap)) codes.add(code);
  } else {
    for (const child of Object.values(node)) collectCodes(child, codes);
  }
  return codes;
}

const declaredCodes = collectCodes(contract, new Set());

/** Whether the contract declares this error; anything else is unexpected. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && declaredCodes.has(code);
}

/** All declared codes, for tests. */
export function listErrorCodes(): ErrorCode[] {
  return [...declaredCodes] as ErrorCode[];
}
