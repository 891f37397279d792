import { Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import type { JobViewer, MemberJobDetail } from '../job-summary.ts';

const EmergencyLine = lazyPart(() =>
  import('./emergency-line.tsx').then((module) => module.EmergencyLine),
);

/** Loaded only for owner and sitter of a job in progress. */
export function EmergencyPart({ job, viewer }: { job: MemberJobDetail; viewer: JobViewer }) {
  return job.status === 'in_progress' && viewer !== 'other' ? (
    <Suspense fallback={null}>
      <EmergencyLine />
    </Suspense>
  ) : null;
}
