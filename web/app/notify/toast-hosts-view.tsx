import { CircleCheck, Info, OctagonAlert, TriangleAlert } from 'lucide-react';
import { type CSSProperties, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Toaster, toast } from 'sonner';
import { helpWindow } from '~/feedback/help-signal.ts';
import { keepFocus } from '~/lib/keep-focus.ts';
import { useMedia, useStore } from '~/lib/store.ts';
import { useIsWide } from '~/lib/use-is-wide.ts';
import { Spinner } from '~/ui/spinner.tsx';
import { ongoingToast } from './constants.ts';
import { ABOVE_OUTCOME, BELOW_OUTCOME, NARROW } from './outcome-room.ts';
import { OutcomeToasts } from './outcome-toasts.tsx';
import { endErrorsOfPage } from './outcomes.ts';
import { noteHostsReady } from './toast-hosts.ts';

const look = {
  toast:
    'toast-shape w-full border border-line bg-raised text-ink shadow-2 data-[expanded=false]:data-[front=false]:*:opacity-0',
  title: 'font-semibold text-sm leading-snug',
  description: 'text-ink-soft text-sm',
  icon: '[&_svg]:size-5',
  // Beside less than this, the button is below: one letter to a line is not readable.
  content: 'grid min-w-0 flex-1 basis-[min(8rem,60%)] gap-1',
  actionButton:
    '-my-2 ml-auto min-h-11 rounded-full px-3 font-semibold text-accent text-sm hover:bg-accent-soft',
  closeButton:
    'absolute top-1.5 right-1.5 grid size-[min(2.75rem,44px)] place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink [&_svg]:size-4.5',
};

const icons = {
  success: <CircleCheck className="text-positive" />,
  info: <Info className="text-accent" />,
  warning: <TriangleAlert className="text-caution" />,
  error: <OctagonAlert className="text-danger" />,
  loading: <Spinner className="text-accent" />,
};

/** It covers neither the bar nor the first system. */
const place = { top: BELOW_OUTCOME, bottom: ABOVE_OUTCOME };

function endErrors(): void {
  endErrorsOfPage();
  for (const { id, type } of toast.getToasts() as { id: string | number; type?: string }[]) {
    if (type === 'error') toast.dismiss(id);
  }
}

/**
 * Both toast systems. The first announces itself inside the live region of the second, so that a
 * screen reader hears one polite region.
 */
export function ToastHosts() {
  const [liveRegion, setLiveRegion] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (liveRegion) noteHostsReady();
  }, [liveRegion]);
  // On a phone, Help is a sheet from the top, and toasts there would cover its first choice.
  const isWide = useIsWide();
  const isAtBottom = useStore(helpWindow) && !isWide;
  const isNarrow = useMedia(NARROW);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a page ends its errors.
  useEffect(() => endErrors, [pathname]);
  // Here, because this too is needed only after the first press.
  useEffect(keepFocus, []);
  return (
    <>
      <Toaster
        ref={setLiveRegion}
        position={isNarrow ? (isAtBottom ? 'bottom-center' : 'top-center') : 'bottom-right'}
        visibleToasts={ongoingToast.visible}
        duration={ongoingToast.durationMs}
        gap={ongoingToast.gapPx}
        offset={{ ...place, right: ongoingToast.offsetPx }}
        mobileOffset={{ ...place, left: 16, right: 16 }}
        closeButton
        icons={icons}
        style={{ fontFamily: 'inherit', '--width': ongoingToast.width } as CSSProperties}
        toastOptions={{ unstyled: true, classNames: look, closeButtonAriaLabel: 'Dismiss' }}
        containerAriaLabel="Updates"
      />
      {liveRegion ? <OutcomeToasts announceIn={liveRegion} isAtBottom={isAtBottom} /> : null}
    </>
  );
}
