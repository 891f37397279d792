import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';

const AskedSitters = lazyPart(() =>
  import('./asked-sitters.tsx').then((module) => module.AskedSitters),
);

/** Loaded only for the owner of a job: sitters, who open most jobs, do not see it. [J5] */
export function AskedSittersPart(props: ComponentProps<typeof AskedSitters>) {
  return (
    <Suspense fallback={null}>
      <AskedSitters {...props} />
    </Suspense>
  );
}
