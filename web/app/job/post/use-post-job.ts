import type { JobDraft } from '@kindpal/contract/job/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { api } from '~/lib/calls/api.ts';
import { earlierVersionOf } from '~/lib/calls/earlier-version.ts';
import { errorText, hasCode } from '~/lib/calls/error-text.ts';
import { rejectedFields } from '~/lib/calls/form-errors.ts';
import { isUnreachable } from '~/lib/calls/reachability.ts';
import { notify } from '~/notify/notify.ts';
import type { Outcome } from '~/notify/outcomes.ts';
import { refreshMyJobs } from '../mine/use-my-jobs.ts';
import { type JobFormValues, jobFieldOf } from './job-form.ts';
import type { useJobForm } from './use-job-form.ts';

type JobForm = UseFormReturn<JobFormValues, unknown, JobDraft>;

const FAILED = 'Failed to post job. Please try again.';

/** Shows the server's errors at their fields; returns whether it could. */
function placeAtField(error: unknown, form: JobForm): boolean {
  if (hasCode(error, 'JOB_IN_THE_PAST', 'JOB_TOO_FAR_AHEAD')) {
    form.setError('start', { type: 'server', message: errorText(error) });
    return true;
  }
  let isPlaced = false;
  for (const { path, message } of rejectedFields(error)) {
    const field = jobFieldOf(path);
    if (!field) continue;
    form.setError(field, { type: 'server', message });
    isPlaced = true;
  }
  return isPlaced;
}

const EARLIER_VERSION = {
  title: 'An earlier version is posted already',
  description:
    'It doesn’t have your changes. If this one replaces it, open and cancel the earlier one. Then press Post Job again.',
};

type Refusal = Pick<Outcome, 'title' | 'description' | 'action' | 'error'>;

function refusalOf(error: unknown): Refusal {
  if (hasCode(error, 'UNAUTHORIZED')) {
    return { title: 'Authentication required: Please sign in to post a job.' };
  }
  if (hasCode(error, 'EMAIL_NOT_CONFIRMED')) return { title: errorText(error) };
  const explains = isUnreachable(error) || hasCode(error, 'TOO_MANY_REQUESTS');
  return explains ? { title: FAILED, description: errorText(error) } : { title: FAILED };
}

/** Shows why nothing was posted. */
function refuse(refusal: Refusal): void {
  notify.outcome({ ...refusal, variant: 'destructive' });
}

type DraftOfJob = Pick<ReturnType<typeof useJobForm>, 'clientId' | 'renewId' | 'finish'>;

/**
 * Posts the form once, however often it is submitted, and opens the confirmation page. If it was
 * changed after a press whose response was lost, the first version may be posted: the poster
 * decides what to do with it. [J2]
 */
export function usePostJob(form: JobForm, { clientId, renewId, finish }: DraftOfJob) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const mutation = useMutation(api.job.post.mutationOptions());

  async function post(draft: JobDraft): Promise<void> {
    try {
      const posted = await mutation.mutateAsync({ ...draft, client_id: clientId });
      finish();
      cache.setQueryData(api.job.get.queryKey({ input: { id: posted.id } }), posted);
      void cache.invalidateQueries({ queryKey: api.job.list.key() });
      refreshMyJobs(cache);
      await navigate(`/job-posted-success/${posted.id}`, { replace: true });
    } catch (error) {
      const earlier = earlierVersionOf(error);
      if (earlier) {
        renewId();
        return refuse({
          ...EARLIER_VERSION,
          action: { label: 'Open it', onPress: () => void navigate(`/jobs/${earlier}`) },
          error,
        });
      }
      if (!placeAtField(error, form)) refuse({ ...refusalOf(error), error });
    }
  }
  return { post, refuse };
}
