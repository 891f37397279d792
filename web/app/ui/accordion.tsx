import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';

type AccordionProps = {
  items: readonly { id: string; title: string; body: ReactNode }[];
};

/**
 * One open at a time. Made of `details`, so it works before any script loads, and the browser's
 * search finds and opens the answers.
 */
export function Accordion({ items }: AccordionProps) {
  const name = useId();
  return (
    <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface shadow-1">
      {items.map((item) => (
        <details key={item.id} id={item.id} name={name} className="group">
          <summary className="flex min-h-14 list-none items-center gap-4 px-4 py-3.5 font-semibold transition-colors hover:text-accent focus-visible:-outline-offset-3 group-open:text-accent sm:px-6 [&::-webkit-details-marker]:hidden">
            <span>{item.title}</span>
            <ChevronDown
              aria-hidden="true"
              className="ml-auto size-5 shrink-0 text-ink-soft transition-transform duration-200 group-open:rotate-180 group-open:text-accent"
            />
          </summary>
          <div className="max-w-[44rem] animate-drop-in px-4 pb-5 text-ink-soft sm:px-6">
            {item.body}
          </div>
        </details>
      ))}
    </div>
  );
}
