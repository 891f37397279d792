import type { MyJob } from '@kindpal/contract/job/my-jobs';
import { titleOf } from '~/job/job-title.ts';
import { claimLine } from '~/job/mine/my-job-texts.ts';
import { formatRelative } from '~/lib/format.ts';
import { Card } from '~/ui/card.tsx';
import { TextLink } from '~/ui/link.tsx';

/** Jobs that recently ended, each with how it ended. [D3] */
export function EndedLately({ items }: { items: MyJob[] }) {
  return (
    <Card className="grid gap-2.5">
      <h3 className="text-base">Recently ended</h3>
      <ul aria-live="polite" className="grid gap-2.5">
        {items.map((item) => (
          <li key={item.claim?.id} className="grid gap-0.5 text-sm">
            <TextLink
              to={`/jobs/${item.job.id}`}
              dir="auto"
              className="min-h-6 justify-self-start wrap-anywhere"
            >
              {titleOf(item.job)}
            </TextLink>
            <p dir="auto" className="wrap-anywhere text-ink-soft">
              {claimLine(item, 'sitter')}
              {item.claim?.ended_at ? ` ${formatRelative(item.claim.ended_at)}` : null}
              {item.claim?.end_note ? `: “${item.claim.end_note}”` : null}
            </p>
          </li>
        ))}
      </ul>
    </Card>
  );
}
