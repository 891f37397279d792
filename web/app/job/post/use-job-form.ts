import { ASKED_MAX } from '@kindpal/contract/job/requirements';
import type { JobDraft } from '@kindpal/contract/job/schema';
import type { OwnProfile } from '@kindpal/contract/member/schema';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useUser } from '~/account/session/use-session.ts';
import { viewerTimeZone } from '~/lib/format.ts';
import { useUnsaved } from '~/lib/unsaved.ts';
import { EMPTY_JOB_FORM, type JobFormValues, jobFormResolver } from './job-form.ts';
import { keepJobFormDraft, readJobFormDraft } from './job-form-draft.ts';
import { isUntouched, startingJobForm } from './prefilled-job-form.ts';
import { useAskedId } from './use-asked-id.ts';
import { changeWhen } from './when.ts';

/** Adds the sitter whose profile linked here to those asked first, if there is room. */
function withAsked(values: JobFormValues, id: string | null): JobFormValues {
  const isFull = values.ask.length >= ASKED_MAX;
  return !id || isFull || values.ask.includes(id)
    ? values
    : { ...values, ask: [...values.ask, id] };
}

/** The form of a new job, with the values of an unfinished draft. [J2] */
export function useJobForm(profile: OwnProfile | undefined) {
  const me = useUser().id;
  const [draft, setDraft] = useState(() => readJobFormDraft(sessionStorage, me));
  const [timeZone] = useState(viewerTimeZone);
  const [{ askedId }] = useState({ askedId: useAskedId() });
  const form = useForm<JobFormValues, unknown, JobDraft>({
    defaultValues: withAsked(startingJobForm(draft.values, profile), askedId),
    resolver: useMemo(() => jobFormResolver(timeZone), [timeZone]),
    // The library uses the order of registration; the first wrong field on the page should get the
    // focus.
    shouldFocusError: false,
  });
  const values = useWatch({ control: form.control }) as JobFormValues;
  const isPosted = useRef(false);
  const isEmpty = isUntouched(values, profile);
  useUnsaved(!isEmpty && !isPosted.current, { keepsDraft: true });

  useEffect(() => {
    if (isPosted.current) return;
    // Values filled in from the profile are not a draft: the next visit takes them from the profile
    // again.
    const typed = isEmpty ? EMPTY_JOB_FORM : values;
    keepJobFormDraft(sessionStorage, me, { ...draft, values: typed });
  }, [me, draft, values, isEmpty]);

  return {
    form,
    values,
    timeZone,
    clientId: draft.client_id,
    /** Makes the form that of another job: the next submission does not repeat an earlier one. */
    renewId() {
      setDraft({ ...draft, client_id: crypto.randomUUID() });
    },
    /** Changes one of the time fields, and the others that depend on it. */
    changeWhen(change: Parameters<typeof changeWhen>[1]) {
      const { start, end, span } = changeWhen(form.getValues(), change);
      const how = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
      form.setValue('span', span);
      form.setValue('start', start, how);
      form.setValue('end', end, how);
    },
    /** Removes the draft after the job was posted. */
    finish() {
      isPosted.current = true;
      keepJobFormDraft(sessionStorage, me, null);
    },
  };
}
