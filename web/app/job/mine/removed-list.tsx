import type { MyJob } from '@kindpal/contract/job/my-jobs';
import { Card } from '~/ui/card.tsx';
import { TextLink } from '~/ui/link.tsx';
import { jobEventText } from '../history/event-text.ts';
import { useJobHistory } from '../history/use-job-history.ts';
import { titleOf } from '../job-title.ts';

/** Jobs that another person or the scheduler removed from the list, with the reason. [D1] [D3] */
export function RemovedList({ items }: { items: readonly MyJob[] }) {
  return (
    <ul aria-live="polite" aria-label="No longer in this list" className="grid gap-2 empty:hidden">
      {items.map((item) => (
        <LeftJob key={`${item.job.id} ${item.claim?.id}`} item={item} />
      ))}
    </ul>
  );
}

function LeftJob({ item: { job } }: { item: MyJob }) {
  const { me, events } = useJobHistory(job.id);
  const [last] = events;
  // The viewer's own actions need no message.
  if (!last || last.actor?.id === me) return null;
  return (
    <li>
      <Card className="grid gap-0.5 px-4 py-3 text-sm">
        <TextLink to={`/jobs/${job.id}`} dir="auto" className="justify-self-start wrap-anywhere">
          {titleOf(job)}
        </TextLink>
        <p dir="auto" className="wrap-anywhere text-ink-soft">
          {jobEventText(last, me)}
          {last.reason ? `: “${last.reason}”` : null}
        </p>
      </Card>
    </li>
  );
}
