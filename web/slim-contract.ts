import { base } from '@kindpal/contract/transport/base';
import type { Plugin } from 'vite';

const SOURCE = '@kindpal/contract';
const SLIM = '\0slim-contract';

type Procedure = {
  '~orpc': { route: { method?: string; path?: string }; errorMap: Record<string, unknown> };
};

/** What every call may answer with; said once. */
const COMMON = Object.keys(base['~orpc'].errorMap);

/**
 * The same tree with addresses and error codes only, as code: what a client reads of it at run time.
 * It is part of every page, so each call is as short as it can be.
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
      return `${CALL}export const contract = ${slim(contract)};`;
    },
  };
}
