import { Suspense } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';
import type { MemberJobDetail, Reader } from './job-summary.ts';

const EmergencyLine = lazyPart(() =>
  import('./emergency-line.tsx').then((module) => module.EmergencyLine),
);

/** Loaded only for owner and sitter of a job in progress. */
export function EmergencyPart({ job, reader }: { job: MemberJobDetail; reader: Reader }) {
  return job.status === 'in_progress' && reader !== 'other' ? (
    <Suspense fallback={null}>
      <EmergencyLine />
    </Suspense>
  ) : null;
}
