import { Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import type { MemberJobDetail } from '../job-summary.ts';

const AreaForm = lazyPart(() => import('./area-form.tsx').then((module) => module.AreaForm));

/** Asks the owner of an older job without an area to add one. [J2] */
export function MissingArea({ job }: { job: MemberJobDetail }) {
  const isOver = job.status === 'completed' || job.status === 'cancelled';
  if (!job.is_mine || job.location !== null || isOver) return null;
  return (
    <Suspense>
      <AreaForm jobId={job.id} />
    </Suspense>
  );
}
