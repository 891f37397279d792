import type { JobDetail } from '@kindpal/contract/job/schema';
import { useQuery } from '@tanstack/react-query';
import { useReader } from '~/account/use-session.ts';
import { api } from '~/lib/api.ts';
import { hasCode } from '~/lib/error-text.ts';
import { useLast } from '~/lib/use-last.ts';
import { turnInPlace } from './job-stage.ts';

/**
 * One job, live. When it stops concerning a member who has it open, they keep the text that they
 * were reading, in its new state; to a visitor it is gone. [J4] [J5]
 */
export function useJob(id: string) {
  const reader = useReader()?.id ?? null;
  const query = useQuery(api.job.get.queryOptions({ input: { id } }));
  const isGone = hasCode(query.error, 'NOT_FOUND');
  const fresh: JobDetail | undefined = isGone ? undefined : query.data;
  const read = useLast(reader && fresh?.view === 'member' ? fresh : null, {
    of: `${id} ${reader}`,
  });
  const job = read && (fresh || isGone) ? turnInPlace(read, fresh) : fresh;
  return { ...query, job };
}
