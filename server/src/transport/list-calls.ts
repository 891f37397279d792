import { contract } from '@kindpal/contract';
import { traverseContractProcedures } from '@orpc/server';

/** One way to reach the server: a method at an address, whose parameters stand in braces. */
export type Route = { method: string; path: string };

type Call = Route & { name: string; takesInput: boolean };

/** Every call of the contract with the name that the router knows it by, such as `job.claim`. */
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
