import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Skeleton } from '~/ui/skeleton.tsx';

const JobThreads = lazyPart(() => import('./job-threads.tsx').then((module) => module.JobThreads));

/** The chats on a job's page, loaded after what is above them. [M1] */
export function JobThreadsPart(props: ComponentProps<typeof JobThreads>) {
  return (
    <Suspense fallback={props.open ? <Loading /> : null}>
      <JobThreads {...props} />
    </Suspense>
  );
}

function Loading() {
  return (
    <section aria-label="Chat" aria-busy className="grid min-w-0 gap-2">
      <h2 className="text-xl">Chat</h2>
      <Skeleton className="h-80 max-h-[45dvh] min-h-40" />
    </section>
  );
}
