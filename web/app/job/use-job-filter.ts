import type { JobType } from '@kindpal/contract/job/schema';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readJobType } from './job-types.ts';
import type { JobFilter } from './use-job-list.ts';

const SEARCH_PAUSE_MS = 300;
const SEARCH_MAX = 100;

/** The filter of the list. It lives in the address, so that back, reload and sharing keep it. [J1] */
export function useJobFilter() {
  const [params, setParams] = useSearchParams();
  const search = (params.get('search') ?? '').trim().slice(0, SEARCH_MAX);
  const jobType = readJobType(params.get('type'));
  const [typed, setTyped] = useState(search);
  const written = useRef(search);

  // The pause of typing may end after another choice was made: it must add to that, not undo it.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);

  const change = (name: 'search' | 'type', value: string) => {
    const next = new URLSearchParams(latest.current);
    if (value) next.set(name, value);
    else next.delete(name);
    latest.current = next;
    setParams(next, { replace: true, preventScrollReset: true });
  };

  // An address that changed without typing (back, a link) fills the box again.
  useEffect(() => {
    if (search === written.current) return;
    written.current = search;
    setTyped(search);
  }, [search]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the pause anew.
  useEffect(() => {
    const wanted = typed.trim();
    if (wanted === written.current) return;
    const timer = setTimeout(() => {
      written.current = wanted;
      change('search', wanted);
    }, SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return {
    filter: { search, jobType } satisfies JobFilter,
    typed,
    setTyped,
    setJobType: (value: JobType | undefined) => change('type', value ?? ''),
    clear: () => {
      setTyped('');
      written.current = '';
      setParams({}, { replace: true, preventScrollReset: true });
    },
  };
}
