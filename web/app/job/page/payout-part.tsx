import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '~/lib/loading/lazy-part.ts';
import { Skeleton } from '~/ui/skeleton.tsx';
import { waysToPay } from './ways-to-pay.ts';

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
function PayoutSkeleton({ payout }: ComponentProps<typeof Payout>) {
  const ways = waysToPay(payout);
  if (ways.length === 0) return <Skeleton className="h-13" />;
  return (
    <div className="grid gap-2 border-line border-t pt-3">
      <Skeleton className="h-5 w-40" />
      {ways.map(({ service, handle, url }) => (
        <Skeleton key={`${service} ${handle}`} className={url ? 'h-26' : 'h-15'} />
      ))}
    </div>
  );
}
