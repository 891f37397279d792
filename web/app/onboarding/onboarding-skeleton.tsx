import { Skeleton } from '~/ui/skeleton.tsx';

/** A placeholder while the first steps load. */
export function OnboardingSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading your setup"
      className="mx-auto grid w-full max-w-2xl gap-5"
    >
      <Skeleton className="h-19" />
      <Skeleton className="h-11" />
      <Skeleton className="h-150" />
    </div>
  );
}
