import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Skeleton } from '~/ui/skeleton.tsx';

const Payout = lazyPart(() => import('./payout.tsx').then((module) => module.Payout));

/** The payment methods of the sitter, loaded only for owners who have to pay one. [J8] */
export function PayoutPart({ payout }: ComponentProps<typeof Payout>) {
  return (
    <Suspense fallback={<PayoutSkeleton payout={payout} />}>
      <Payout payout={payout} />
    </Suspense>
  );
}

/** As high as the methods that will replace it, because the buttons are below. */
function PayoutSkeleton({ payout: { handle, links } }: ComponentProps<typeof Payout>) {
  const rest = handle ? '6.75rem' : '3.5rem';
  const height = links.length > 0 ? `${2.25 + links.length * 7.25}rem` : rest;
  return (
    <div style={{ height }}>
      <Skeleton className="h-full" />
    </div>
  );
}
