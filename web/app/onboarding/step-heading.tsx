import { type ReactNode, useEffect, useRef } from 'react';

type StepHeadingProps = {
  id: string;
  /** Whether the step was entered from another step, not by loading the page. */
  isEntered: boolean;
  children: ReactNode;
};

/** The title of a step; entering a step scrolls to it and moves the focus there. */
export function StepHeading({ id, isEntered, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isEntered) return;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [isEntered]);
  return (
    <h2 ref={heading} id={id} tabIndex={-1} className="text-xl outline-none">
      {children}
    </h2>
  );
}
