import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/lib/api.ts';
import { errorText } from '~/lib/error-text.ts';

const PAUSE_MS = 150;
const MIN_LETTERS = 2;

/**
 * The places that match the typed text, shortly after the last keystroke, and a text if there are
 * none.
 */
export function usePlaces(typed: string, isWanted: boolean) {
  const search = usePaused(typed.trim());
  const query = useQuery({
    ...api.place.search.queryOptions({ input: { search } }),
    enabled: isWanted && search.length >= MIN_LETTERS,
    staleTime: Number.POSITIVE_INFINITY,
    // Each change sends a request, even offline, so that an offline state is visible at once.
    networkMode: 'always',
    retry: false,
  });
  // Results for another text must not be offered for this one.
  const isAsked = isWanted && search === typed.trim() && search.length >= MIN_LETTERS;
  const places = isAsked && !query.error ? (query.data?.items ?? []) : [];
  return { places, notice: isAsked ? noticeOf(query, places.length) : undefined };
}

function noticeOf(
  { error, isFetching, data }: { error: Error | null; isFetching: boolean; data: unknown },
  found: number,
): string | undefined {
  if (error) return errorText(error);
  if (found > 0 || isFetching || !data) return undefined;
  return 'No match. Check the spelling, or pick the nearest larger town.';
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
