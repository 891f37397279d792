import { type ReactNode, type Ref, useId } from 'react';

type DashboardSectionProps = {
  title: string;
  more?: ReactNode;
  /** Gets the focus if the focused element disappears. */
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

export function DashboardSection({ title, more, heading, children }: DashboardSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2
          id={id}
          ref={heading}
          tabIndex={heading ? -1 : undefined}
          className="text-xl outline-none"
        >
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}
