import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const SEARCH_PAUSE_MS = 300;
export const SEARCH_MAX = 100;

/** What an address searches for. */
export const readSearch = (params: URLSearchParams) =>
  (params.get('search') ?? '').trim().slice(0, SEARCH_MAX);

/**
 * The filter of a list, as `read` makes it of an address. It lives there, so that back, reload and
 * links keep it. [J1] [R8] [F4] [S3]
 */
export function useListFilter<Filter extends { search: string }>(
  read: (params: URLSearchParams) => Filter,
) {
  const [address, setAddress] = useSearchParams();
  // What is chosen shows at once; the router changes the address a moment later.
  const [params, setParams] = useState(address);
  useEffect(() => setParams(address), [address]);
  const filter = read(params);
  const { search } = filter;
  const [typed, setTyped] = useState(search);
  const written = useRef(search);

  function show(next: URLSearchParams) {
    setParams(next);
    setAddress(next, { replace: true, preventScrollReset: true });
  }

  function change(name: string, value: string) {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    show(next);
  }

  // An address that changed without typing (back, a link) fills the box again.
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setTyped(search);
  }, [search]);

  const write = useEffectEvent((wanted: string) => {
    written.current = wanted;
    change('search', wanted);
  });
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === written.current) return;
    const timer = setTimeout(() => write(wanted), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  function clear() {
    written.current = '';
    setTyped('');
    show(new URLSearchParams());
  }

  return { filter, typed, setTyped, change, clear };
}

export type ListFilterState<Filter extends { search: string }> = ReturnType<
  typeof useListFilter<Filter>
>;
