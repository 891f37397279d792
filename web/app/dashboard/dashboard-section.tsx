import { type ReactNode, useId } from 'react';
import { errorText } from '~/lib/error-text.ts';
import { Banner } from '~/ui/banner.tsx';
import { Button } from '~/ui/button.tsx';

type DashboardSectionProps = { title: string; more?: ReactNode; children: ReactNode };

export function DashboardSection({ title, more, children }: DashboardSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}

type SectionFailedProps = { error: unknown; retrying: boolean; onRetry: () => void };

/** A part that did not load; the rest of the page goes on. */
export function SectionFailed({ error, retrying, onRetry }: SectionFailedProps) {
  return (
    <Banner
      tone="caution"
      title="This did not load"
      action={
        <Button size="sm" variant="outline" busy={retrying} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {errorText(error)}
    </Banner>
  );
}
