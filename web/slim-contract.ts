import type { Plugin } from 'vite';

const SOURCE = '@kindpal/contract';
const SLIM = '\0slim-contract';

type Procedure = {
  '~orpc': { route: { method?: string; path?: string; successStatus?: number } };
};

/** How addresses begin, the longer first. */
const BEGINNINGS = ['/rest/v1/rpc/', '/rest/v1/', '/auth/v1/', ''];

/**
 * The contract with only addresses and the status of a success, as code: that is all a client
 * needs at run time. Every page includes it, so each call is as short as possible: calls whose
 * method, status and beginning of the address are the same share a function, which `makers` names.
 */
function slim(node: object, makers: Map<string, string>): string {
  if ('~orpc' in node) {
    const { method, path = '', successStatus } = (node as Procedure)['~orpc'].route;
    const beginning = BEGINNINGS.find((begin) => path.startsWith(begin)) ?? '';
    const status = successStatus ? [successStatus] : [];
    const shared = JSON.stringify([method, beginning, ...status]).slice(1, -1);
    const maker = makers.get(shared) ?? `c${makers.size}`;
    makers.set(shared, maker);
    return `${maker}(${JSON.stringify(path.slice(beginning.length))})`;
  }
  const children = Object.entries(node).map(([key, child]) => `${key}:${slim(child, makers)}`);
  return `{${children.join(',')}}`;
}

const CALL = `const c=(method,begin,successStatus)=>(path)=>({'~orpc':{
  route:{method,path:begin+path,successStatus},meta:{},errorMap:{}}});`;

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
      const makers = new Map<string, string>();
      const calls = slim(contract, makers);
      const made = [...makers].map(([shared, maker]) => `const ${maker}=c(${shared});`);
      return `${CALL}${made.join('')}export const contract = ${calls};`;
    },
  };
}
