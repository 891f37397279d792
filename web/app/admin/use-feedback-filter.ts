import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readFeedbackFilter } from './feedback-filter.ts';

const SEARCH_PAUSE_MS = 300;

/** The filter of the list. It lives in the address, so that back, reload and links keep it. [F4] */
export function useFeedbackFilter() {
  const [params, setParams] = useSearchParams();
  const filter = readFeedbackFilter(params);
  const { search } = filter;
  const [typed, setTyped] = useState(search);
  const written = useRef(search);

  function change(name: 'search' | 'status' | 'overdue', value: string) {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
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
    setParams({}, { replace: true, preventScrollReset: true });
  }

  return { filter, typed, setTyped, change, clear };
}

export type FeedbackFilterState = ReturnType<typeof useFeedbackFilter>;
