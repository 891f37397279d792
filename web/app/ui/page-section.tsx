import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';
import { Card } from './card.tsx';

type PageSectionProps = {
  title: string;
  /** The hash of addresses that link here. */
  anchor?: string;
  children: ReactNode;
};

/** A titled section of a settings page; an address with its anchor scrolls to it. */
export function PageSection({ title, anchor, children }: PageSectionProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash, key } = useLocation();
  // The sections above only appear with their data: until then there is nothing to scroll to.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press on such a link scrolls here again
  useEffect(() => {
    if (!anchor || hash !== `#${anchor}`) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView();
  }, [anchor, hash, key]);
  return (
    <Card as="section" inset="lg" id={anchor} aria-labelledby={id}>
      <h2
        ref={heading}
        id={id}
        tabIndex={anchor ? -1 : undefined}
        className="mb-5 text-xl outline-none"
      >
        {title}
      </h2>
      {children}
    </Card>
  );
}
