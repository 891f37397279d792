import { contract } from '@kindpal/contract';
import { traverseContractProcedures } from '@orpc/server';

/** One way to reach the server: a method at an address, whose parameters stand in braces. */
export type Route = { method: string; path: string };

/** Every call of the contract with the name that the router knows it by, such as `job.claim`. */
export function listCalls(): Array<Route & { name: string }> {
  const calls: Array<Route & { name: string }> = [];
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: call, path }) => {
    const { method = 'POST', path: address = '/' } = call['~orpc'].route;
    calls.push({ name: path.join('.'), method, path: address });
  });
  return calls;
}
