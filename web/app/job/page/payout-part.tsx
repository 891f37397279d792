import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Skeleton } from '~/ui/skeleton.tsx';

const Payout = lazyPart(() => import('./payout.tsx').then((module) => module.Payout));

/** The payment methods of the sitter, loaded only for owners who have to pay one. [J8] */
export function PayoutPart(props: ComponentProps<typeof Payout>) {
  return (
    <Suspense fallback={<Skeleton className="h-28" />}>
      <Payout {...props} />
    </Suspense>
  );
}
