import type { Contract } from '@kindpal/contract';
import type { InferContractRouterErrorMap } from '@orpc/contract';

type KeysOf<T> = T extends unknown ? keyof T : never;

/** Every error declared by some call of the contract. */
export type ErrorCode = Extract<KeysOf<InferContractRouterErrorMap<Contract>>, string>;
