import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';

const BlockedJob = lazyPart(() => import('./blocked-job.tsx').then((module) => module.BlockedJob));

/**
 * Loaded only for the two participants of a job that is claimed or in progress; it is rarely
 * visible.
 */
export function BlockedJobPart(props: ComponentProps<typeof BlockedJob>) {
  return (
    <Suspense fallback={null}>
      <BlockedJob {...props} />
    </Suspense>
  );
}
