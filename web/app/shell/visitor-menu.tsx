import { useId, useRef } from 'react';
import { NavLink } from 'react-router';
import { MenuIcon } from '~/ui/icons.tsx';
import { visitorEntries } from './entries.ts';

/** The visitor's links on a phone: a native popover, which works before any script. */
export function VisitorMenu() {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Menu"
        className="inline-grid size-11 place-items-center rounded-full text-ink hover:bg-sunken md:hidden"
      >
        <MenuIcon className="size-6" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="inset-x-3 top-[calc(var(--bar)+0.5rem)] m-0 w-auto rounded-lg border border-line bg-raised p-2 text-ink shadow-2 open:grid md:hidden"
      >
        {visitorEntries.map((entry) => (
          <NavLink
            key={entry.to}
            to={entry.to}
            onClick={() => menu.current?.hidePopover()}
            className="flex min-h-13 items-center rounded-md px-4 font-semibold text-lg hover:bg-accent-soft aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent"
          >
            {entry.label}
          </NavLink>
        ))}
      </div>
    </>
  );
}
