import type { ReactNode } from 'react';

/**
 * A job's picture and title: side by side where there is room for both, which large text takes.
 */
export function JobHeader({ picture, children }: { picture: ReactNode; children: ReactNode }) {
  return (
    <div className="@container min-w-0">
      <header className="grid @min-[28rem]:grid-cols-[13rem_minmax(0,1fr)] gap-4 @min-[28rem]:gap-6">
        {picture}
        {children}
      </header>
    </div>
  );
}
