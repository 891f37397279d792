import {
  type ComponentType,
  type CSSProperties,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { loadCode } from '~/lib/load-code.ts';
import { useMedia, useStore } from '~/lib/store.ts';
import { closeHelp, helpWindow, openHelp } from './help-signal.ts';

type Window = ComponentType<{ open: boolean; onOpenChange: (open: boolean) => void }>;

const fetchWindow = () => import('./help-window.tsx').then((module) => module.HelpWindow);

/** Fetches the window before it is pressed; a failure shows when it really is. */
function prepare() {
  fetchWindow().catch(() => {});
}

/** From here on the page's margin is wider than the button. */
const ROOMY = '(min-width: 1280px)';

/** At the edge of the screen and so far up; a phone's bar keeps it in its own place (tokens.css). */
const placeAt = (lift: number) => ({ '--help-place': `-1rem -${lift}px` }) as CSSProperties;

/** How far up the edge the button gives way; null at home. Wide screens need no code for it. [F1] */
function useLift(slot: RefObject<HTMLElement | null>): number | null {
  const [lift, setLift] = useState<number | null>(null);
  const isRoomy = useMedia(ROOMY);
  useEffect(() => {
    if (isRoomy) return;
    let stop = () => {};
    let isGone = false;
    void loadCode(() => import('./keep-clear.ts')).then(({ followPlace }) => {
      if (slot.current && !isGone) stop = followPlace(slot.current, setLift);
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [isRoomy, slot]);
  return isRoomy ? null : lift;
}

/**
 * The round button on every screen. Where it would lie on something to press it draws back to the
 * edge, and up along it to a free place; it is gone while somebody types on a phone, where the
 * keyboard leaves no room. All else of the window comes when it is asked for. [F1]
 */
export function HelpButton() {
  const isOpen = useStore(helpWindow);
  const [window, setWindow] = useState<{ Window: Window } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const slot = useRef<HTMLDivElement>(null);
  const lift = useLift(slot);
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
        className="fixed bottom-[calc(var(--bottom-bar)+var(--action-bar)+max(1rem,env(safe-area-inset-bottom)))] left-[max(1rem,env(safe-area-inset-left))] z-20 flex items-center gap-2 max-md:in-[:has(input:not([type=radio],[type=checkbox]):focus,textarea:focus)]:hidden print:hidden"
      >
        <div ref={slot} className="size-11 xl:size-13">
          <button
            type="button"
            aria-label="Help & Feedback"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onPointerEnter={prepare}
            onFocus={prepare}
            onClick={openHelp}
            style={lift === null ? undefined : placeAt(lift)}
            className="grid size-11 place-items-center rounded-full bg-accent text-accent-ink shadow-2 [translate:var(--help-place,none)] transition-[background-color,translate] duration-150 hover:bg-accent-strong focus-visible:translate-0! focus-visible:rounded-full xl:size-13"
          >
            <svg viewBox="0 0 24 24" className="size-6 xl:size-7" fill="none" aria-hidden="true">
              <path
                d="M8.2 8.6a3.9 3.9 0 1 1 5.6 3.5c-1.2.6-1.8 1.4-1.8 2.7"
                stroke="currentColor"
                strokeWidth="2.6"
                strokeLinecap="round"
              />
              <circle cx="12" cy="19" r="1.7" fill="currentColor" />
            </svg>
          </button>
        </div>
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
