import { type ReactNode, useId } from 'react';

type DashboardSectionProps = { title: string; more?: ReactNode; children: ReactNode };

export function DashboardSection({ title, more, children }: DashboardSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}
