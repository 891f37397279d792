import type { ReactNode } from 'react';

type AdminPageProps = {
  title: string;
  lead?: string;
  /** The link back to the parent page. */
  back?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
};

/** The layout and heading of every page of the admin area. */
export function AdminPage({ title, lead, back, action, children }: AdminPageProps) {
  return (
    <div className="mx-auto grid max-w-5xl gap-6 px-4 py-6 sm:px-6 sm:py-8">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid justify-items-start gap-1">
          {back}
          <h1 className="text-2xl">{title}</h1>
          {lead ? <p className="text-ink-soft">{lead}</p> : null}
        </div>
        {action}
      </header>
      {children}
    </div>
  );
}
