import type { Plugin } from 'vite';

const SOURCE = '@kindpal/contract';
const SLIM = '\0slim-contract';

type Procedure = { '~orpc': { route: object; errorMap: Record<string, unknown>; meta: object } };

/** The same tree with addresses and error codes only: what a client reads of it at run time. */
function slim(node: object): object {
  if ('~orpc' in node) {
    const { route, errorMap, meta } = (node as Procedure)['~orpc'];
    const codes = Object.fromEntries(Object.keys(errorMap).map((code) => [code, {}]));
    const { method, path } = route as { method?: string; path?: string };
    return { '~orpc': { route: { method, path }, errorMap: codes, meta } };
  }
  return Object.fromEntries(Object.entries(node).map(([key, child]) => [key, slim(child)]));
}

/**
 * Gives the browser the contract without its schemas, which are the server's to check. Forms import
 * the schemas they need by their own path; pages without a form carry no validation library.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    resolveId: (id) => (id === SOURCE ? SLIM : undefined),
    async load(id) {
      if (id !== SLIM) return undefined;
      const { contract } = await import('@kindpal/contract');
      return `export const contract = ${JSON.stringify(slim(contract))};`;
    },
  };
}
