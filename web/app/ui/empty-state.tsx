import type { ReactNode } from 'react';
import { cx } from './class-names.ts';

type EmptyStateProps = {
  illustration?: ReactNode;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3;
  className?: string;
};

/** An empty state, and what to do about it. */
export function EmptyState({
  illustration,
  title,
  children,
  action,
  headingLevel = 2,
  className,
}: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div
      className={cx(
        'wrap-anywhere mx-auto grid max-w-md justify-items-center gap-3 py-10 text-center',
        className,
      )}
    >
      {illustration ? <div className="mb-2 w-44">{illustration}</div> : null}
      <Heading className={headingLevel === 1 ? 'text-2xl' : 'text-xl'}>{title}</Heading>
      {children ? (
        <div className="text-balance text-ink-soft [&_p]:text-balance">{children}</div>
      ) : null}
      {action ? <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div> : null}
    </div>
  );
}
