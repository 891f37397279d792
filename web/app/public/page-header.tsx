import type { ReactNode } from 'react';

type PageHeaderProps = { title: string; lead: ReactNode; picture?: ReactNode };

/** The header of a public page: title, lead text and illustration. */
export function PageHeader({ title, lead, picture }: PageHeaderProps) {
  return (
    <header className="page grid items-center gap-x-12 gap-y-5 pt-8 pb-10 md:grid-cols-[1fr_18rem] md:pt-14">
      <div className="grid gap-4">
        <h1 className="text-4xl">{title}</h1>
        <p className="max-w-2xl text-ink-soft text-lg">{lead}</p>
      </div>
      {picture ? <div className="w-44 md:w-full">{picture}</div> : null}
    </header>
  );
}
