import { statfs } from 'node:fs/promises';
import type { Queued, SystemHealth } from '@kindpal/contract/staff/system';
import manifest from '../../../../package.json' with { type: 'json' };
import type { MemberContext } from '../../access/context.ts';
import type { Services } from '../../services.ts';

type QueuedRow = Queued & { is_mail: boolean };
type Stored = { images: number; bytes: number };

/**
 * Counts tasks: due ones wait, failed ones that are due later are retried, others have failed
 * permanently.
 */
const QUEUED = `SELECT task_identifier = 'send_mail' AS is_mail,
    count(*) FILTER (WHERE is_waiting AND run_at <= now()) AS waiting,
    count(*) FILTER (WHERE locked_at IS NOT NULL) AS running,
    count(*) FILTER (WHERE is_waiting AND run_at > now() AND attempts > 0) AS retrying,
    count(*) FILTER (WHERE locked_at IS NULL AND attempts >= max_attempts) AS failed,
    min(run_at) FILTER (WHERE is_waiting AND run_at <= now()) AS oldest_due_at
  FROM graphile_worker.jobs,
    LATERAL (SELECT locked_at IS NULL AND attempts < max_attempts) AS state (is_waiting)
  GROUP BY 1`;

const NOTHING = { waiting: 0, running: 0, retrying: 0, failed: 0, oldest_due_at: null };

/** The current state of the instance, as seen from this process. [S4] */
export async function getSystemHealth({ context }: { context: MemberContext }) {
  const { services } = context;
  const [latency_ms, queued, stored, free_bytes] = await Promise.all([
    measureLatency(services),
    known(services, services.db.jsonRows<QueuedRow>({ text: QUEUED, values: [] })),
    known(services, countImages(services)),
    known(services, countFreeBytes(services)),
  ]);
  const mail = queued && (queued.find(({ is_mail }) => is_mail) ?? NOTHING);
  return {
    checked_at: services.clock.now().toISOString(),
    database: { latency_ms },
    queue: queued?.reduce(addUp, NOTHING) ?? null,
    mail: { via: services.env.smtpUrl ? 'smtp' : 'folder', queue: mail },
    storage: {
      kind: services.env.storageUrl ? 's3' : 'folder',
      images: stored?.images ?? null,
      bytes: stored?.bytes ?? null,
      free_bytes,
    },
    live: { subscribers: services.live.size() },
    process: describeProcess(),
  } satisfies SystemHealth;
}

/** Mails and other tasks that failed permanently; 0 when unknown. [S2] */
export async function countFailed(services: Services): Promise<{ mails: number; tasks: number }> {
  const queued = await known(
    services,
    services.db.jsonRows<QueuedRow>({ text: QUEUED, values: [] }),
  );
  const failed = (isMail: boolean) =>
    queued?.find(({ is_mail }) => is_mail === isMail)?.failed ?? 0;
  return { mails: failed(true), tasks: failed(false) };
}

/** What can't be determined is null, and does not prevent reading the rest. */
async function known<T>({ log }: Services, finding: Promise<T>): Promise<T | null> {
  try {
    return await finding;
  } catch (error) {
    log.warn({ err: error }, 'Part of the system health could not be read');
    return null;
  }
}

/** The round trip of the shortest query, in milliseconds. */
export async function measureLatency({ db }: Services): Promise<number> {
  const asked = performance.now();
  await db.pool.query('SELECT 1');
  return Math.round((performance.now() - asked) * 10) / 10;
}

async function countImages({ db }: Services): Promise<Stored | undefined> {
  const text = 'SELECT count(*) AS images, coalesce(sum(bytes), 0)::float8 AS bytes FROM files';
  const [row] = await db.jsonRows<Stored>({ text, values: [] });
  return row;
}

/** Free space on the disk of the data directory; null when images are stored elsewhere. */
export async function countFreeBytes({ env }: Pick<Services, 'env'>): Promise<number | null> {
  if (env.storageUrl) return null;
  const { bavail, bsize } = await statfs(env.dataDir);
  return bavail * bsize;
}

function addUp(sum: Queued, one: Queued): Queued {
  const oldest = [sum.oldest_due_at, one.oldest_due_at].filter((at) => at !== null).sort();
  return {
    waiting: sum.waiting + one.waiting,
    running: sum.running + one.running,
    retrying: sum.retrying + one.retrying,
    failed: sum.failed + one.failed,
    oldest_due_at: oldest[0] ?? null,
  };
}

function describeProcess(): SystemHealth['process'] {
  const { rss, heapUsed } = process.memoryUsage();
  return {
    version: manifest.version,
    node_version: process.versions.node,
    started_at: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    memory_bytes: rss,
    heap_bytes: heapUsed,
  };
}
