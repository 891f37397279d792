import { useEffect, useRef } from 'react';
import { notify } from '~/notify/notify.ts';
import { foundJobsText, jobListFailure } from './job-list-failure.ts';

type Loading = {
  failureCount: number;
  failureReason: unknown;
  isError: boolean;
  isFetching: boolean;
  isSuccess: boolean;
};

/** Shows toasts for failures and for a successful retry, each once. [J1] */
export function useListReports(query: Loading, count: number): void {
  const { failureCount, failureReason, isError, isFetching, isSuccess } = query;
  const told = useRef(false);
  const failed = useRef(false);

  useEffect(() => {
    if (failureCount === 0 || !failureReason) return;
    failed.current = true;
    const { kind, toast } = jobListFailure(failureReason);
    if (told.current || (kind !== 'policy' && isFetching)) return;
    told.current = true;
    notify.outcome({ title: toast, variant: 'destructive', error: failureReason });
  }, [failureCount, failureReason, isFetching]);

  useEffect(() => {
    if (!failed.current || isFetching || isError || !isSuccess) return;
    failed.current = false;
    told.current = false;
    notify.outcome({ title: foundJobsText(count) });
  }, [isFetching, isError, isSuccess, count]);
}
