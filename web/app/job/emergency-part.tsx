import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '~/lib/lazy-part.ts';

const EmergencyLine = lazyPart(() =>
  import('./emergency-line.tsx').then((module) => module.EmergencyLine),
);

/** Loaded only for a job in progress. */
export function EmergencyPart(props: ComponentProps<typeof EmergencyLine>) {
  return props.job.status === 'in_progress' ? (
    <Suspense fallback={null}>
      <EmergencyLine {...props} />
    </Suspense>
  ) : null;
}
