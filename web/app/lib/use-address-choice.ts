import { useSearchParams } from 'react-router';

/** A choice that is stored in the address, so that back, reload and links keep it. */
export function useAddressChoice<Value extends string>(
  name: string,
  values: readonly Value[],
  initial: Value,
): [chosen: Value, choose: (value: string) => void] {
  const [params, setParams] = useSearchParams();
  const chosen = values.find((value) => value === params.get(name)) ?? initial;
  function choose(value: string) {
    const next = new URLSearchParams(params);
    if (value === initial) next.delete(name);
    else next.set(name, value);
    setParams(next, { replace: true, preventScrollReset: true });
  }
  return [chosen, choose];
}
