import type { JobDetail } from '@kindpal/contract/job/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useReader } from '~/account/use-session.ts';
import { api } from '~/lib/api.ts';
import { type MemberJobDetail, turnInPlace } from './job-stage.ts';

type Read = { id: string; reader: string | null; job: MemberJobDetail };

/**
 * One job, live. When it stops concerning a reader who has it open, they keep the text that they
 * were reading, in its new state. [J4] [J5]
 */
export function useJob(id: string) {
  const reader = useReader()?.id ?? null;
  const query = useQuery(api.job.get.queryOptions({ input: { id } }));
  const [read, setRead] = useState<Read | null>(null);
  const fresh: JobDetail | undefined = query.data;
  if (reader && fresh?.view === 'member' && read?.job !== fresh) {
    setRead({ id, reader, job: fresh });
  }
  const isSameReading = read !== null && read.id === id && read.reader === reader;
  const job = fresh && isSameReading ? turnInPlace(read.job, fresh) : fresh;
  return { ...query, job };
}
