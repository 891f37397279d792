import type { FormType } from '@kindpal/contract/draft/schema';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '~/lib/calls/api.ts';
import { client } from '~/lib/calls/client.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { isRetryable } from '~/lib/calls/reachability.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { notify } from '~/notify/notify.ts';
import { createDraftSaver, type DraftStatus } from './draft-saver.ts';

type FormData = Record<string, unknown>;

/** The stored draft of a form; null if there is none. Always refetched. [O3] */
export function useStoredDraft(form_type: FormType) {
  return useQuery({
    queryKey: [...api.draft.get.key({ input: { form_type } }), 'or none'],
    queryFn: async (): Promise<FormData | null> => {
      try {
        return (await client.draft.get({ form_type })).form_data;
      } catch (error) {
        if (hasCode(error, 'NOT_FOUND')) return null;
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export type FormDraftState = ReturnType<typeof useFormDraft>;

/**
 * Saves a form while it is typed, and returns the status. `data` null: nothing to save yet. [O3]
 */
export function useFormDraft(form_type: FormType, data: FormData | null) {
  const [status, setStatus] = useState<DraftStatus>('unsaved');
  const [saver] = useState(() => {
    return createDraftSaver<FormData>({
      save: (form_data) => client.draft.save({ form_type, form_data: form_data as never }),
      isWorthRetrying: isRetryable,
      onStatus(next, error) {
        setStatus(next);
        if (next === 'error') notifyNotSaved(error, () => saver.retry());
      },
    });
  });
  const text = data && JSON.stringify(data);
  const seen = useRef(text);
  useEffect(() => {
    if (text === seen.current) return;
    seen.current = text;
    if (text !== null) saver.edit(JSON.parse(text));
  }, [saver, text]);
  // The draft is also saved when another page is opened, or this one is closed.
  useEffect(() => {
    const flush = () => void saver.flush();
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [saver]);
  useUnsaved(status === 'saving' || status === 'error', { keepsDraft: true });
  return { status, retry: saver.retry, close: saver.close, reopen: saver.reopen };
}

function notifyNotSaved(error: unknown, retry: () => void): void {
  if (hasCode(error, 'UNAUTHORIZED', 'FORBIDDEN')) return;
  notify.outcome({
    title: 'Save Error',
    description: `${errorText(error)} Click retry to try again.`,
    variant: 'destructive',
    error,
    action: { label: 'Retry', onPress: retry },
  });
}
