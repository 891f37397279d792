import { Skeleton } from '~/ui/skeleton.tsx';

/** Keeps the room of the first lines, if the job is certainly offered to someone. */
export function AskedSittersSkeleton({ offeredUntil }: { offeredUntil: string | null }) {
  return offeredUntil ? <Skeleton className="h-12" /> : null;
}
