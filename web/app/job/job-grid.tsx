import type { ReactNode } from 'react';
import { cx } from '~/ui/class-names.ts';
import { JobCardSkeleton } from './job-card.tsx';

/** Cards side by side, as many as the screen holds. */
export function JobGrid({ children, className }: { children: ReactNode; className?: string }) {
  return <ul className={cx('grid gap-4 md:grid-cols-2 lg:grid-cols-3', className)}>{children}</ul>;
}

/** The same with cards that are on their way. */
export function JobGridSkeleton({ count, className }: { count: number; className?: string }) {
  return (
    <div role="status" aria-label="Loading jobs">
      <JobGrid className={className ?? ''}>
        {Array.from({ length: count }, (_, index) => index).map((place) => (
          <li key={place} aria-hidden="true">
            <JobCardSkeleton />
          </li>
        ))}
      </JobGrid>
    </div>
  );
}
