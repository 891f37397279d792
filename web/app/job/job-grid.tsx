import type { ReactNode } from 'react';
import { cx } from '~/ui/class-names.ts';
import { JobCardSkeleton } from './job-card.tsx';

/** Cards in a grid, with as many columns as fit. */
export function JobGrid({ children, columns = 3 }: { children: ReactNode; columns?: 2 | 3 }) {
  return (
    <ul className={cx('grid gap-4 md:grid-cols-2', columns === 3 && 'lg:grid-cols-3')}>
      {children}
    </ul>
  );
}

/** A grid of placeholders. */
export function JobGridSkeleton({ count, columns = 3 }: { count: number; columns?: 2 | 3 }) {
  return (
    <div role="status" aria-label="Loading jobs" data-loading="">
      <JobGrid columns={columns}>
        {Array.from({ length: count }, (_, index) => index).map((place) => (
          <li key={place} aria-hidden="true">
            <JobCardSkeleton />
          </li>
        ))}
      </JobGrid>
    </div>
  );
}
