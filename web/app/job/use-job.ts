import type { JobDetail } from '@kindpal/contract/job/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReader } from '~/account/use-session.ts';
import { api } from '~/lib/api.ts';
import { hasCode } from '~/lib/error-text.ts';
import { type MemberJobDetail, turnInPlace } from './job-stage.ts';

type Read = { id: string; reader: string | null; job: MemberJobDetail };

/**
 * One job, live. When it stops concerning a member who has it open, they keep the text that they
 * were reading, in its new state; to a visitor it is gone. [J4] [J5]
 */
export function useJob(id: string) {
  const reader = useReader()?.id ?? null;
  const query = useQuery(api.job.get.queryOptions({ input: { id } }));
  const [read, setRead] = useState<Read | null>(null);
  const isGone = hasCode(query.error, 'NOT_FOUND');
  const fresh: JobDetail | undefined = isGone ? undefined : query.data;
  if (reader && fresh?.view === 'member' && read?.job !== fresh) {
    setRead({ id, reader, job: fresh });
  }
  const isSameReading = read !== null && read.id === id && read.reader === reader;
  const job = isSameReading && (fresh || isGone) ? turnInPlace(read.job, fresh) : fresh;
  return { ...query, job };
}
