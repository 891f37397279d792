import type { JobDraft } from '@kindpal/contract/job/schema';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { useUser } from '~/account/use-session.ts';
import { readerTimeZone } from '~/lib/format.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { useOwnProfile } from '~/member/use-own-profile.ts';
import { EMPTY_JOB_FORM, type JobFormValues, jobFormResolver } from './job-form.ts';
import { clearJobFormDraft, keepJobFormDraft, readJobFormDraft } from './job-form-draft.ts';
import { canPrefill, isUntouched, prefilledJobForm } from './prefilled-job-form.ts';
import { readWallClock, suggestEnd } from './wall-clock.ts';

type JobForm = UseFormReturn<JobFormValues, unknown, JobDraft>;

/** The form of a new job, filled with what was left of an unfinished one. [J2] */
export function useJobForm() {
  const me = useUser().id;
  const [draft] = useState(() => readJobFormDraft(sessionStorage, me));
  const [timeZone] = useState(readerTimeZone);
  const form = useForm<JobFormValues, unknown, JobDraft>({
    defaultValues: draft.values,
    resolver: useMemo(() => jobFormResolver(timeZone), [timeZone]),
    // The library goes by the order of rendering; people go by the order of the page.
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control }) as JobFormValues;
  const isPosted = useRef(false);
  const { profile } = useOwnProfile();
  usePrefilledArea(form, draft.values, profile);
  const isEmpty = isUntouched(values, profile);
  useUnsaved(!isEmpty && !isPosted.current);

  useEffect(() => {
    if (isPosted.current) return;
    // What the profile filled in is no draft: the next visit takes it from the profile again.
    const typed = isEmpty ? EMPTY_JOB_FORM : values;
    keepJobFormDraft(sessionStorage, me, { ...draft, values: typed });
  }, [me, draft, values, isEmpty]);
  const moveEnd = useSuggestedEnd(form, draft.values);

  return {
    form,
    values,
    timeZone,
    clientId: draft.client_id,
    moveEnd,
    /** The job stands: the draft has done its work. */
    finish() {
      isPosted.current = true;
      clearJobFormDraft(sessionStorage, me);
    },
  };
}

/** Fills in area and address once, as soon as the profile is there. */
function usePrefilledArea(
  form: JobForm,
  draft: JobFormValues,
  profile: OwnProfile | undefined,
): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!profile || isDone.current) return;
    isDone.current = true;
    if (!canPrefill(draft, form.getValues())) return;
    const { location, place_id, address } = prefilledJobForm(profile);
    form.setValue('location', location);
    form.setValue('place_id', place_id);
    form.setValue('address', address);
  }, [form, draft, profile]);
}

/** For a change of the start or the type: fills in the end unless a later one was chosen. */
function useSuggestedEnd({ getValues, setValue, formState }: JobForm, draft: JobFormValues) {
  const suggested = useRef(suggestEnd(draft.start, draft.job_type));
  return () => {
    const { start, end, job_type } = getValues();
    const from = readWallClock(start);
    if (from === null) return;
    const until = readWallClock(end);
    const isOurs = end === '' || end === suggested.current;
    if (!isOurs && until !== null && until > from) return;
    suggested.current = suggestEnd(start, job_type);
    setValue('end', suggested.current, { shouldValidate: formState.isSubmitted });
  };
}
