import type { JobDraft } from '@kindpal/contract/job/schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useUnsaved } from '~/account/unsaved.ts';
import { useUser } from '~/account/use-session.ts';
import { EMPTY_JOB_FORM, type JobFormValues, jobFormResolver } from './job-form.ts';
import { clearJobFormDraft, keepJobFormDraft, readJobFormDraft } from './job-form-draft.ts';
import { browserTimeZone, readWallClock, suggestEnd } from './wall-clock.ts';

/** The form of a new job, filled with what was left of an unfinished one. [J2] */
export function useJobForm() {
  const me = useUser().id;
  const [draft] = useState(() => readJobFormDraft(sessionStorage, me));
  const [timeZone] = useState(browserTimeZone);
  const form = useForm<JobFormValues, unknown, JobDraft>({
    defaultValues: draft.values,
    resolver: useMemo(() => jobFormResolver(timeZone), [timeZone]),
    // The library goes by the order of rendering; people go by the order of the page.
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control }) as JobFormValues;
  const isPosted = useRef(false);
  const isEmpty = JSON.stringify(values) === JSON.stringify(EMPTY_JOB_FORM);
  useUnsaved(!isEmpty && !isPosted.current);

  useEffect(() => {
    if (!isPosted.current) keepJobFormDraft(sessionStorage, me, { ...draft, values });
  }, [me, draft, values]);
  useSuggestedEnd(form, values);

  return {
    form,
    values,
    timeZone,
    clientId: draft.client_id,
    /** The job stands: the draft has done its work. */
    finish() {
      isPosted.current = true;
      clearJobFormDraft(sessionStorage, me);
    },
  };
}

/** Fills in the end while nobody has chosen one, and when the start has passed it. */
function useSuggestedEnd(
  form: UseFormReturn<JobFormValues, unknown, JobDraft>,
  { start, end, job_type }: JobFormValues,
): void {
  const suggested = useRef(end === suggestEnd(start, job_type) ? end : '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen end is looked at only when the start or the type changes.
  useEffect(() => {
    const from = readWallClock(start);
    if (from === null) return;
    const until = readWallClock(end);
    const isOurs = end === '' || end === suggested.current;
    if (!isOurs && until !== null && until > from) return;
    suggested.current = suggestEnd(start, job_type);
    form.setValue('end', suggested.current, { shouldValidate: form.formState.isSubmitted });
  }, [start, job_type]);
}
