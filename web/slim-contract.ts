import { base } from '@kindpal/contract/transport/base';
import type { Plugin } from 'vite';

const SOURCE = '@kindpal/contract';
const SLIM = '\0slim-contract';

type Procedure = {
  '~orpc': { route: { method?: string; path?: string }; errorMap: Record<string, unknown> };
};

/** Errors that every call can return, listed once. */
const COMMON = Object.keys(base['~orpc'].errorMap);

/**
 * The contract with only addresses and error codes, as code: that is all a client needs at run
 * time. Every page includes it, so each call is as short as possible.
 */
function slim(node: object): string {
  if ('~orpc' in node) {
    const { route, errorMap } = (node as Procedure)['~orpc'];
    const own = Object.keys(errorMap).filter((code) => !COMMON.includes(code));
    const given = [route.method, route.path, ...own].map((text) => JSON.stringify(text) ?? '0');
    return `c(${given.join(',')})`;
  }
  const children = Object.entries(node).map(([key, child]) => `${key}:${slim(child)}`);
  return `{${children.join(',')}}`;
}

const CALL = `const c=(method,path,...own)=>({'~orpc':{route:{method,path},meta:{},
  errorMap:Object.fromEntries([...${JSON.stringify(COMMON)},...own].map((code)=>[code,{}]))}});`;

/**
 * Gives the browser the contract without its schemas, which the server checks. Forms import the
 * schemas they need separately; pages without a form load no validation library.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    enforce: 'pre',
    resolveId: (id) => (id === SOURCE ? SLIM : undefined),
    async load(id) {
      if (id !== SLIM) return undefined;
      const { contract } = await import('@kindpal/contract');
      return `${CALL}export const contract = ${slim(contract)};`;
    },
  };
}
