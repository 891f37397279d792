import { type ComponentType, useEffect, useState } from 'react';
import { useStore } from '~/lib/store.ts';
import { closeHelp, helpWindow, openHelp } from './help-signal.ts';

type Window = ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;

const fetchWindow = () => import('./help-window.tsx').then((module) => module.HelpWindow);

/** Loads the dialog's code before it is pressed; a failure is shown when it is pressed. */
function prepare() {
  fetchWindow().catch(() => {});
}

/**
 * The round button on every screen. It has its own place in the page's margin, or on a phone in the
 * bar at the bottom (tokens.css), so it covers nothing. It is hidden while somebody types on a
 * phone, where the keyboard leaves no room. The dialog's code is loaded on demand. [F1]
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
      <div
        data-help=""
        className="fixed bottom-4 left-1.5 z-20 flex items-center gap-2 xl:left-4 max-md:in-[:has(input:not([type=radio],[type=checkbox]):focus,textarea:focus)]:hidden print:hidden"
      >
        <button
          type="button"
          aria-label="Help & Feedback"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={openHelp}
          className="group flex items-center gap-3 rounded-full font-semibold text-ink-soft text-sm"
        >
          <span className="grid size-11 place-items-center rounded-full bg-accent text-accent-ink shadow-2 transition-colors duration-150 group-hover:bg-accent-strong xl:size-13">
            <svg viewBox="0 0 24 24" className="size-6 xl:size-7" fill="none" aria-hidden="true">
              <path
                d="M8.2 8.6a3.9 3.9 0 1 1 5.6 3.5c-1.2.6-1.8 1.4-1.8 2.7"
                stroke="currentColor"
                strokeWidth="2.6"
                strokeLinecap="round"
              />
              <circle cx="12" cy="19" r="1.7" fill="currentColor" />
            </svg>
          </span>
          <span data-help-label="" className="hidden">
            Help & Feedback
          </span>
        </button>
        <span
          role="status"
          className="rounded-md bg-raised px-3 py-2 text-sm shadow-2 empty:hidden"
        >
          {hasFailed ? 'Help didn’t load. Check your connection and try again.' : null}
        </span>
      </div>
      {window ? (
        <window.Window open={isOpen} onOpenChange={(open) => (open ? openHelp() : closeHelp())} />
      ) : null}
    </>
  );
}
