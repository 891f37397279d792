import { useQuery } from '@tanstack/react-query';
import { cx } from '~/ui/class-names.ts';
import { Skeleton } from '~/ui/skeleton.tsx';

const ASK_EVERY_MS = 60_000;
const READY_TIMEOUT_MS = 10_000;

/** Whether the server reports that it and its database are ready. */
async function isReady(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(READY_TIMEOUT_MS);
    const response = await fetch('/readyz', { cache: 'no-store', signal });
    // An unread response counts as running until the time is over.
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
}

/** 'System Online', according to the health check. [S1] */
export function SystemStatus() {
  const { data } = useQuery({
    queryKey: ['readyz'],
    queryFn: isReady,
    staleTime: 0,
    refetchInterval: ASK_EVERY_MS,
  });
  if (data === undefined) return <Skeleton className="h-4 w-28 sm:h-5 sm:w-32" />;
  return (
    <p
      role="status"
      className="flex shrink-0 items-center gap-2 font-semibold text-sm leading-tight max-sm:text-[min(var(--text-xs),3.75vw)]"
    >
      <span
        aria-hidden="true"
        className={cx('size-2.5 shrink-0 rounded-full', data ? 'bg-positive' : 'bg-danger')}
      />
      {data ? 'System Online' : 'System Degraded'}
    </p>
  );
}
