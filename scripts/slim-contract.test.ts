import { contract } from '@kindpal/contract';
import { createORPCClient } from '@orpc/client';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { expect, it } from 'vitest';
import { listCalls } from '../server/src/transport/list-calls.ts';
import { slimContract } from '../web/slim-contract.ts';

type Node = { [key: string]: Node } & { '~orpc'?: { errorMap: object } };
type Call = (input: object) => Promise<unknown>;

/** The contract as the build gives it to browsers. */
async function loadSlim(): Promise<Node> {
  const { load } = slimContract() as { load: (id: string) => Promise<string> };
  const code = await load('\0slim-contract');
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  return module.contract;
}

/** What a browser sends for each call, made by oRPC from the contract that it is given. */
async function requestsBy(given: Node): Promise<Record<string, string>> {
  let sent = '';
  const link = new OpenAPILink(given as never, {
    url: 'http://localhost',
    async fetch({ method, url }) {
      sent = `${method} ${new URL(url).pathname}`;
      return Response.json({});
    },
  });
  const client = createORPCClient(link) as never;
  const requests: Record<string, string> = {};
  for (const { name, path } of listCalls()) {
    const call = name
      .split('.')
      .reduce<Record<string, unknown>>(
        (node, key) => node[key] as Record<string, unknown>,
        client,
      ) as unknown as Call;
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key = '']) => [key, 'x']);
    await call(Object.fromEntries(inPath));
    requests[name] = sent;
  }
  return requests;
}

const errorsOf = (given: Node) =>
  listCalls().map(({ name }) => {
    const call = name.split('.').reduce<Node>((node, key) => node[key] as Node, given);
    return [name, Object.keys(call['~orpc']?.errorMap ?? {}).sort()];
  });

it('a browser sends what the whole contract says, and knows the same errors', async () => {
  const slim = await loadSlim();
  const asked = Object.fromEntries(
    listCalls().map(({ name, method, path }) => [
      name,
      `${method} ${path.replace(/\{\w+\}/g, 'x')}`,
    ]),
  );
  expect(await requestsBy(slim)).toEqual(asked);
  expect(errorsOf(slim)).toEqual(errorsOf(contract as unknown as Node));
});
