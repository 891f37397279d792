import { contract } from '@kindpal/contract';
import { traverseContractProcedures } from '@orpc/server';

/** A route: a method and an address, with parameters in braces. */
export type Route = { method: string; path: string };

type Call = Route & { name: string; takesInput: boolean };

/** Every call of the contract with its name in the router, such as `job.claim`. */
export function listCalls(): Call[] {
  const calls: Call[] = [];
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: call, path }) => {
    const { route, inputSchema } = call['~orpc'];
    const { method = 'POST', path: address = '/' } = route;
    const name = path.join('.');
    calls.push({ name, method, path: address, takesInput: inputSchema !== undefined });
  });
  return calls;
}
