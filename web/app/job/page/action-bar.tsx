import type { ReactNode } from 'react';
import { useMoney } from '~/lib/format.ts';
import type { MemberJobDetail } from '../job-summary.ts';

/**
 * A bar at the bottom of a phone screen: the pay and the main actions. The page ends above it
 * (tokens.css). It comes early in the page, not beside the text field of the chat: while that has
 * the focus the bar is hidden, and the Tab key would pass it. [P11]
 */
export function ActionBar({ job, children }: { job: MemberJobDetail; children: ReactNode }) {
  const money = useMoney();
  return (
    <section
      aria-label="Next step"
      data-action-bar=""
      className="@container fixed inset-x-0 bottom-(--bottom-bar) z-20 flex h-(--action-bar) items-center gap-3 border-line border-t bg-raised px-4 empty:hidden"
    >
      <p className="shrink-0 font-semibold">{money(job.total_amount)}</p>
      <div className="flex min-w-0 flex-1 justify-end">{children}</div>
    </section>
  );
}
