import type { ReactNode } from 'react';
import { DOT } from '~/lib/format.ts';
import { useListKeys } from './use-list-keys.ts';

const key =
  'inline-grid min-w-6 place-items-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-xs';

type KeyListProps = {
  /** What Enter does to a row; rows without it can only be selected. */
  opens?: string;
  children: ReactNode;
};

/** A list with keyboard navigation, and a line that explains the keys. */
export function KeyList({ opens, children }: KeyListProps) {
  const list = useListKeys();
  return (
    <div ref={list} className="grid gap-3">
      <p className="text-ink-soft text-xs max-md:hidden">
        <kbd className={key}>J</kbd> next{DOT}
        <kbd className={key}>K</kbd> previous
        {opens ? (
          <>
            {DOT}
            <kbd className={key}>Enter</kbd> {opens}
          </>
        ) : null}
      </p>
      {children}
    </div>
  );
}
