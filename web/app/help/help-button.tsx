import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from '~/lib/store.ts';
import { closeHelp, helpWindow, openHelp } from './help-signal.ts';

type Window = ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;

const fetchWindow = () => import('./help-window.tsx').then((module) => module.HelpWindow);

/** Fetches the window before it is pressed; a failure shows when it really is. */
function prepare() {
  fetchWindow().catch(() => {});
}

/**
 * The round button on every screen. Where the page's margin is narrower than the button it stands half
 * behind the edge, so that it covers little; it is gone while somebody types on a phone, where the
 * keyboard leaves no room. All else of the window comes when it is asked for. [F1]
 */
export function HelpButton() {
  const isOpen = useStore(helpWindow);
  const [window, setWindow] = useState<{ Window: Window } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isOpen || window) return;
    setFailed(false);
    fetchWindow().then(
      (Window) => setWindow({ Window }),
      () => {
        setFailed(true);
        closeHelp();
      },
    );
  }, [isOpen, window]);
  return (
    <>
      <div className="fixed bottom-[max(1rem,env(safe-area-inset-bottom))] left-[env(safe-area-inset-left)] z-20 xl:left-[max(1rem,env(safe-area-inset-left))] flex items-center gap-2 max-md:in-[:has(input:not([type=radio],[type=checkbox]):focus,textarea:focus)]:hidden print:hidden">
        <button
          type="button"
          aria-label="Help & Feedback"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={openHelp}
          className="grid size-13 place-items-center rounded-full bg-accent text-accent-ink shadow-2 transition-[background-color,translate] duration-150 hover:bg-accent-strong focus-visible:rounded-full max-xl:-translate-x-4 max-xl:focus-visible:translate-x-1"
        >
          <svg
            viewBox="0 0 24 24"
            className="size-7 max-xl:translate-x-1.5"
            fill="none"
            aria-hidden="true"
          >
            <path
              d="M8.2 8.6a3.9 3.9 0 1 1 5.6 3.5c-1.2.6-1.8 1.4-1.8 2.7"
              stroke="currentColor"
              strokeWidth="2.6"
              strokeLinecap="round"
            />
            <circle cx="12" cy="19" r="1.7" fill="currentColor" />
          </svg>
        </button>
        <span
          role="status"
          className="rounded-md bg-raised px-3 py-2 text-sm shadow-2 empty:hidden"
        >
          {hasFailed ? 'Help did not load. Check your connection and try again.' : null}
        </span>
      </div>
      {window ? (
        <window.Window open={isOpen} onOpenChange={(open) => (open ? openHelp() : closeHelp())} />
      ) : null}
    </>
  );
}
