import type { ReactNode } from 'react';
import { useListKeys } from './use-list-keys.ts';

const key =
  'inline-grid min-w-6 place-items-center rounded-sm border border-line-strong bg-surface px-1 font-sans text-xs';

/** A list that staff walk through by keys, and the line that says which. */
export function KeyList({ opens, children }: { opens: string; children: ReactNode }) {
  const list = useListKeys();
  return (
    <div ref={list} className="grid gap-3">
      <p className="text-ink-soft text-xs max-md:hidden">
        <kbd className={key}>J</kbd> next · <kbd className={key}>K</kbd> previous ·{' '}
        <kbd className={key}>Enter</kbd> {opens}
      </p>
      {children}
    </div>
  );
}
