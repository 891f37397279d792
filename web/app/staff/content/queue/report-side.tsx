import type { ReportSide as Side } from '@kindpal/contract/report/schema';
import { formatDay } from '~/lib/format.ts';
import { DecisionItem } from '~/staff/decisions/decision-item.tsx';
import { MemberLink } from '~/staff/members/member-link.tsx';
import { Badge } from '~/ui/badge.tsx';
import { Card } from '~/ui/card.tsx';

/** Facts about one side of a report, with earlier decisions. [S4] */
export function ReportSide({ title, side }: { title: string; side: Side }) {
  const facts: [string, string | number][] = [
    ['Joined', formatDay(side.created_at)],
    ['Jobs posted', side.jobs_posted],
    ['Jobs done', side.jobs_done],
    ['Reports about them', side.reports_about],
    ['Reports made', side.reports_made],
    ['Reports upheld', side.reports_upheld],
    ['Reports withdrawn', side.reports_withdrawn],
  ];
  return (
    <Card as="section" className="grid gap-4">
      <header className="grid gap-1">
        <h2 className="text-ink-soft text-sm">{title}</h2>
        <p className="flex flex-wrap items-center gap-2 text-lg wrap-anywhere">
          <MemberLink id={side.id} name={side.full_name} />
          {side.suspended_at ? <Badge tone="danger">Suspended</Badge> : null}
          {side.has_left ? <Badge tone="plain">Account deleted</Badge> : null}
        </p>
      </header>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-3 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-ink-soft text-xs">{label}</dt>
            <dd className="font-semibold text-sm">{value}</dd>
          </div>
        ))}
      </dl>
      {side.decisions.length > 0 ? (
        <ul aria-label={`Decisions about ${side.full_name}`} className="grid gap-2">
          {side.decisions.map((decision) => (
            <DecisionItem key={decision.id} decision={decision} />
          ))}
        </ul>
      ) : (
        <p className="text-ink-soft text-sm">No earlier decisions.</p>
      )}
    </Card>
  );
}
