import { startTransition, useOptimistic } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

/** The query of the address, and a function that replaces it; the page shows it at once. */
export function useQueryParams() {
  const [address] = useSearchParams();
  // The router changes the address a moment later: until then, a checked box must not jump back.
  const [params, showAtOnce] = useOptimistic(address);
  const navigate = useNavigate();
  function show(next: URLSearchParams) {
    startTransition(async () => {
      showAtOnce(next);
      await navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
    });
  }
  return [params, show] as const;
}

/**
 * One of these values, kept in this part of the address's query by back, reload and links. The
 * address leaves out the usual one, which also stands for an unknown one.
 */
export function useQueryChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: NoInfer<Value>,
) {
  const [params, show] = useQueryParams();
  const asked = params.get(name);
  const value = values.find((one) => one === asked) ?? usual;
  function choose(chosen: string) {
    const next = new URLSearchParams(params);
    if (chosen === usual) next.delete(name);
    else next.set(name, chosen);
    show(next);
  }
  return [value, choose] as const;
}
