import type { SystemHealth as Health, Queued } from '@kindpal/contract/staff/system';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { api } from '~/lib/calls/api.ts';
import { formatTime } from '~/lib/format.ts';
import { bytesText, countWords, durationText } from '~/staff/figure-text.ts';
import { Button } from '~/ui/button.tsx';
import { LoadFailed } from '~/ui/load-failed.tsx';
import { Moment } from '~/ui/moment.tsx';
import { Skeleton } from '~/ui/skeleton.tsx';
import { FactsCard, orUnknown } from './facts.tsx';
import { databaseState, queueState, storageState } from './health-state.ts';

/** How often the page refetches while its tab is visible. */
const ASK_EVERY_MS = 15_000;

/** System Health: the state of this instance, refetched every 15 seconds. [S4] */
export function SystemHealth() {
  const query = useQuery(
    api.staff.getSystemHealth.queryOptions({ staleTime: 0, refetchInterval: ASK_EVERY_MS }),
  );
  const { data } = query;
  return (
    <div className="grid gap-5">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <p className="text-ink-soft text-sm">
          {data ? `Checked at ${formatTime(data.checked_at)}` : 'Checking...'}. Refreshes every 15
          seconds.
        </p>
        <Button
          variant="outline"
          size="sm"
          icon={<RefreshCw aria-hidden="true" className="size-4" />}
          onClick={() => void query.refetch()}
        >
          Refresh
        </Button>
      </div>
      {query.isError ? <LoadFailed title="System health didn’t load" query={query} /> : null}
      {query.isPending ? <HealthSkeleton /> : null}
      {data ? <Parts health={data} /> : null}
    </div>
  );
}

const columns = 'grid items-start gap-4 lg:grid-cols-2';
const column = 'grid gap-4';

function Parts({ health }: { health: Health }) {
  const { database, queue, mail, storage, live, process } = health;
  const now = Date.parse(health.checked_at);
  return (
    <div className={columns}>
      <div className={column}>
        <FactsCard
          title="Database"
          state={databaseState(database)}
          facts={[
            ['Reachable', 'Yes'],
            ['Response time', `${database.latency_ms} ms`],
          ]}
        />
        <FactsCard
          title="Storage"
          state={storageState(storage)}
          facts={[
            ['Stored in', storage.kind === 's3' ? 'S3' : 'Data directory'],
            ['Images', orUnknown(storage.images, countWords)],
            ['Size', orUnknown(storage.bytes, bytesText)],
            ['Free space', orUnknown(storage.free_bytes, bytesText)],
          ]}
        />
        <FactsCard
          title="This process"
          facts={[
            ['Version', process.version],
            ['Node.js', process.node_version],
            ['Uptime', durationText(now - Date.parse(process.started_at))],
            ['Memory', bytesText(process.memory_bytes)],
            ['Heap used', bytesText(process.heap_bytes)],
            ['Live connections', countWords(live.subscribers)],
          ]}
        />
      </div>
      <div className={column}>
        <FactsCard
          title="Background work"
          state={queueState(queue, now)}
          facts={queueFacts(queue)}
        />
        <FactsCard
          title="Email"
          state={queueState(mail.queue, now)}
          facts={[
            ['Sent through', mail.via === 'smtp' ? 'A mail server' : 'Saved as files, not sent'],
            ...queueFacts(mail.queue),
          ]}
        />
      </div>
    </div>
  );
}

function queueFacts(queue: Queued | null) {
  const count = (name: 'waiting' | 'running' | 'retrying' | 'failed') =>
    orUnknown(queue?.[name] ?? null, countWords);
  return [
    ['Waiting', count('waiting')],
    [
      'Oldest waiting',
      queue?.oldest_due_at ? <Moment key="at" at={queue.oldest_due_at} isFirst /> : 'None',
    ],
    ['In progress', count('running')],
    ['Retrying', count('retrying')],
    ['Failed', count('failed')],
  ] as const;
}

function HealthSkeleton() {
  return (
    <div role="status" aria-label="Loading: System Health" className={columns}>
      <div className={column}>
        <Skeleton className="h-[7.75rem] rounded-lg" />
        <Skeleton className="h-[11.25rem] rounded-lg" />
        <Skeleton className="h-[14.75rem] rounded-lg" />
      </div>
      <div className={column}>
        <Skeleton className="h-[13rem] rounded-lg" />
        <Skeleton className="h-[14.75rem] rounded-lg" />
      </div>
    </div>
  );
}
