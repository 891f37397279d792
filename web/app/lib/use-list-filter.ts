import {
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useOptimistic,
  useState,
} from 'react';
import {
  type NavigationType,
  UNSAFE_DataRouterContext as RouterContext,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from 'react-router';

const SEARCH_PAUSE_MS = 300;
export const SEARCH_MAX = 100;

/** The search text in an address. */
export const readSearch = (params: URLSearchParams) =>
  (params.get('search') ?? '').trim().slice(0, SEARCH_MAX);

/** The text in the search box, and the key of the page's location when it was typed. */
type Typing = { text: string; at: string };

type Arrival = { key: string; type: `${NavigationType}` };

/**
 * Whether the typed text is still the one to show. The list replaces its own address, at any time
 * after a key press, with an earlier text or another part of the filter: the text stays. A link,
 * back and forward replace it.
 */
export function isTypedHere(typing: Typing | null, { key, type }: Arrival): typing is Typing {
  return typing !== null && (typing.at === key || type === 'REPLACE');
}

/**
 * A list's filter, parsed by `read` from the address. It is stored there, so that back, reload
 * and links keep it. [J1] [R8] [F4] [S3]
 */
export function useListFilter<Filter extends { search: string }>(
  read: (params: URLSearchParams) => Filter,
) {
  const [address] = useSearchParams();
  // The router changes the address a moment later: until then, a checked box must not jump back.
  const [params, showAtOnce] = useOptimistic(address);
  const navigate = useNavigate();
  const filter = read(params);
  const { search } = filter;
  const [typing, setTyping] = useState<Typing | null>(null);
  const router = useContext(RouterContext)?.router;
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const isCurrent = isTypedHere(typing, { key, type });
  const typed = isCurrent ? typing.text : search;
  const wanted = typed.trim();

  function show(next: URLSearchParams) {
    // A link has replaced the typed text; `isTypedHere` would bring it back after this REPLACE.
    if (!isCurrent) setTyping(null);
    startTransition(async () => {
      showAtOnce(next);
      await navigate({ search: next.toString() }, { replace: true, preventScrollReset: true });
    });
  }

  function changeAll(values: Record<string, string>) {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(values)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    show(next);
  }
  const change = (name: string, value: string) => changeAll({ [name]: value });

  const write = useEffectEvent(() => {
    // A pressed link is loading its page, and a change of this address would stop it.
    const next = router?.state.navigation.location;
    if (!next || next.pathname === pathname) change('search', wanted);
  });
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(write, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, search]);

  return {
    filter,
    typed,
    setTyped: (text: string) => setTyping({ text, at: key }),
    change,
    /** The same for several parts of the filter. */
    changeAll,
    clear() {
      setTyping(null);
      show(new URLSearchParams());
    },
  };
}

export type ListFilterState<Filter extends { search: string }> = ReturnType<
  typeof useListFilter<Filter>
>;
