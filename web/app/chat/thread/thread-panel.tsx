import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { sharesElement } from '~/lib/shared-element.ts';
import { Avatar } from '~/ui/avatar.tsx';
import { Card } from '~/ui/card.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { BackToInbox } from '../back-to-inbox.tsx';
import { ThreadSkeleton } from './thread.tsx';

/**
 * The height below the top bar: down to the bottom bar on a phone, with a margin elsewhere. It is
 * higher where the rest, with large text, would leave no room for messages. A toast takes its room
 * from it, because it would cover the text box or the header. [M2] [P9]
 */
export const panelHeight =
  'h-[calc(var(--visible-height,100dvh)-var(--bar)-var(--bottom-bar)-var(--outcome-taken,0px))] min-h-min md:h-[calc(var(--visible-height,100dvh)-var(--bar)-3rem-var(--outcome-taken,0px))]';

export function ThreadPanel({ children }: { children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  useVisibleHeight(panel);
  return (
    <Card
      ref={panel}
      inset="none"
      data-thread=""
      className={`relative flex flex-col overflow-hidden max-md:rounded-none max-md:border-x-0 max-md:border-t-0 max-md:shadow-none max-xl:mt-(--outcome-taken) ${panelHeight}`}
    >
      {children}
    </Card>
  );
}

/** For a link in the header: the portrait moves to its place on the profile. */
export const takesPortrait = sharesElement('person', {
  frame: 'header',
  picture: '[data-avatar]',
});

type ThreadHeaderProps = {
  partner: { full_name: string; profile_image_url: string | null };
  title: ReactNode;
  /** Shown at the end of the line, such as the pet's picture or the button for a report. */
  aside?: ReactNode;
  children: ReactNode;
};

/** The header of a thread: the other member and the subject. */
export function ThreadHeader({ partner, title, aside, children }: ThreadHeaderProps) {
  return (
    <header className="flex items-center gap-3 border-line border-b px-3.5 py-2.5">
      <BackToInbox />
      <Avatar
        name={partner.full_name}
        src={partner.profile_image_url}
        className="[view-transition-name:person]"
      />
      <div className="grid min-w-0 flex-1">
        {/* Large text grows until a word fills the room beside the pictures. */}
        <h1
          dir="auto"
          className="line-clamp-2 wrap-anywhere text-[length:min(var(--text-lg),5.5vw)] leading-snug"
        >
          {title}
        </h1>
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-[length:min(var(--text-sm),4.8vw)] text-ink-soft leading-snug">
          {children}
        </div>
      </div>
      {aside}
    </header>
  );
}

export function ThreadPanelSkeleton() {
  return (
    <ThreadPanel>
      <div
        aria-hidden="true"
        className="flex items-center gap-3 border-line border-b px-3.5 py-2.5"
      >
        <Skeleton className="size-11 shrink-0 rounded-full [view-transition-name:person]" />
        <div className="grid gap-2">
          <Skeleton className="h-4.5 w-40" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      </div>
      <div className="flex min-h-32 flex-[1_1_0px] flex-col px-3.5 py-3">
        <ThreadSkeleton />
      </div>
      <div aria-hidden="true" className="border-line border-t p-2.5">
        <Skeleton className="h-12" />
      </div>
    </ThreadPanel>
  );
}

/**
 * Keeps `--visible-height` at the height that an on-screen keyboard leaves visible: most keyboards
 * overlay the page, and no CSS unit accounts for them. [M2]
 */
function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const screen = window.visualViewport;
    if (!screen) return;
    // Zooming in shrinks the visual viewport as well; multiplying by the scale undoes that.
    const measure = () =>
      element.current?.style.setProperty('--visible-height', `${screen.height * screen.scale}px`);
    measure();
    screen.addEventListener('resize', measure);
    return () => screen.removeEventListener('resize', measure);
  }, [element]);
}
