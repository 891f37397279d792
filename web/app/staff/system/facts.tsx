import type { ReactNode } from 'react';
import { type BadgeTone, StatusLabel } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';

type FactsCardProps = {
  title: string;
  /** The state, as one word. */
  state?: { label: string; tone: BadgeTone };
  facts: readonly (readonly [label: string, value: ReactNode])[];
};

/** One part of the system: name, state and facts. */
export function FactsCard({ title, state, facts }: FactsCardProps) {
  return (
    <Card as="section" aria-label={title} className="grid content-start gap-3">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-3">
        <h2 className="font-sans font-semibold text-base tracking-normal">{title}</h2>
        {state ? <StatusLabel tone={state.tone}>{state.label}</StatusLabel> : null}
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1.5 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid items-baseline">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="text-right font-semibold tabular-nums [overflow-wrap:anywhere]">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Renders a value, or 'Not known' if it could not be determined. */
export function orUnknown<T>(value: T | null, write: (value: T) => ReactNode): ReactNode {
  return value === null ? (
    <span className="font-normal text-ink-soft">Not known</span>
  ) : (
    write(value)
  );
}
