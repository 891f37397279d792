import type { Activity } from '@kindpal/contract/staff/activity';
import { Eye, PencilLine } from 'lucide-react';
import { Link } from 'react-router';
import { DOT, formatDateTime } from '~/lib/format.ts';
import { Card } from '~/ui/card.tsx';
import { actionText, isView, targetPage, targetText } from './activity-texts.ts';

/** How many targets are named; the rest can be expanded. */
const SHOWN = 3;

type ActivityItemProps = { entry: Activity; onAbout: (id: string) => void };

/** One entry: who did what to what, when, and why. [S3] */
export function ActivityItem({ entry, onAbout }: ActivityItemProps) {
  const { action, admin_name, created_at, targets } = entry;
  const Icon = isView(action) ? Eye : PencilLine;
  const more = targets.slice(SHOWN);
  return (
    <Card as="li" data-row="" inset="none" className="flex gap-3 p-3.5 sm:px-5">
      <Icon aria-hidden="true" className="line-icon text-ink-soft" />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <p className="min-w-0 [overflow-wrap:anywhere]">
            <bdi className="font-semibold">{admin_name ?? 'Former member'}</bdi>
            <span className="text-ink-soft">{DOT}</span>
            {actionText(action)}
          </p>
          <time dateTime={created_at} className="text-ink-soft text-sm tabular-nums">
            {formatDateTime(created_at)}
          </time>
        </div>
        <Targets entry={entry} targets={targets.slice(0, SHOWN)} onAbout={onAbout} />
        {more.length > 0 ? (
          <details className="text-sm">
            <summary className="min-h-6 cursor-pointer font-semibold text-accent">
              {moreText(entry)}
            </summary>
            <Targets entry={entry} targets={more} onAbout={onAbout} />
          </details>
        ) : null}
        <Facts entry={entry} />
      </div>
    </Card>
  );
}

/** 'and 7 more'; the entry may name only some of them. */
function moreText({ details, targets }: Activity): string {
  const listed = details.ids ?? details.user_ids;
  const all = Array.isArray(listed) ? listed.length : targets.length;
  const hidden = all - targets.length;
  return `and ${all - SHOWN} more${hidden > 0 ? ` (the first ${targets.length - SHOWN} by name)` : ''}`;
}

type TargetsProps = ActivityItemProps & { targets: Activity['targets'] };

function Targets({ entry, targets, onAbout }: TargetsProps) {
  if (targets.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {targets.map(({ id, name }) => {
        const text = name ?? targetText(entry.target_type, id);
        const page = name === null ? null : targetPage(entry.target_type, id);
        return (
          <li key={id} className="flex min-h-6 min-w-0 flex-wrap items-baseline gap-x-2">
            <bdi className="min-w-0 [overflow-wrap:anywhere]">
              {page ? (
                <Link to={page} className="underline underline-offset-4">
                  {text}
                </Link>
              ) : (
                text
              )}
            </bdi>
            <button
              type="button"
              className="min-h-6 shrink-0 font-semibold text-accent hover:underline"
              data-opens=""
              aria-label={`All entries about ${text}`}
              onClick={() => onAbout(id)}
            >
              All entries
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Other details of the entry: the reason and the result. */
function Facts({ entry: { details } }: { entry: Activity }) {
  const text = (name: string) => (typeof details[name] === 'string' ? details[name] : null);
  const said = (value: string) => value.replaceAll('_', ' ');
  const [from, to] = [text('old_role'), text('new_role')];
  const outcome = text('decision') ?? text('status') ?? text('format');
  const reason = text('reason');
  const domain = text('domain');
  if (!to && !outcome && !reason && !domain) return null;
  return (
    <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
      {to ? `${from ? `From ${said(from)} to` : 'To'} ${said(to)}. ` : null}
      {domain ? (
        <bdi>
          {domain}
          {DOT}
          {text('provider')}
        </bdi>
      ) : null}
      {outcome ? `${said(outcome).replace(/^./, (first) => first.toUpperCase())}. ` : null}
      {reason ? (
        <>
          “<bdi>{reason}</bdi>”
        </>
      ) : null}
    </p>
  );
}
