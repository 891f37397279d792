import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';

const PAUSE_MS = 150;
const MIN_LETTERS = 2;
/** In its first minute, a new community is still filling its list of places. */
const FILLING_PAUSE_MS = 3_000;
const isFilling = (error: unknown) => hasCode(error, 'PLACES_NOT_READY');

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
    // With this mode a search that failed offline would otherwise stay failed.
    refetchOnReconnect: true,
    retry: (_, error) => isFilling(error),
    retryDelay: FILLING_PAUSE_MS,
  });
  // Results for another text must not be offered for this one.
  const isAsked = isWanted && search === typed.trim() && search.length >= MIN_LETTERS;
  const places = isAsked && !query.error ? (query.data?.items ?? []) : [];
  return { places, notice: isAsked ? noticeOf(query, places.length) : undefined };
}

type Query = {
  error: Error | null;
  /** Why the last attempt failed, if another one follows. */
  failureReason: Error | null;
  isFetching: boolean;
  data: unknown;
};

function noticeOf(
  { error, failureReason, isFetching, data }: Query,
  found: number,
): string | undefined {
  if (isFilling(failureReason)) {
    return 'We’re still loading our list of places. Matches appear here in a moment.';
  }
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
