import type { ReactNode } from 'react';
import { cx } from '~/ui/class-names.ts';

type PageHeaderProps = { title: string; lead: ReactNode; picture?: ReactNode };

/** The header of a public page: title, lead text and illustration. */
export function PageHeader({ title, lead, picture }: PageHeaderProps) {
  return (
    <header
      className={cx(
        'page grid items-center gap-x-12 gap-y-5 pt-8 pb-10 md:pt-14',
        picture ? 'md:grid-cols-[1fr_13rem] lg:grid-cols-[1fr_18rem]' : null,
      )}
    >
      <div className="grid gap-4">
        <h1 className="text-4xl">{title}</h1>
        <p className="max-w-2xl text-pretty text-ink-soft text-lg">{lead}</p>
      </div>
      {picture ? <div className="w-44 md:w-full">{picture}</div> : null}
    </header>
  );
}
