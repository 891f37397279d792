import type { ReactNode } from 'react';

/** A component and its states, under its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-labelledby={name} className="border-line border-t py-8">
      <h2 id={name} className="mb-4 text-xl">
        {name}
      </h2>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-3">{children}</div>;
}
