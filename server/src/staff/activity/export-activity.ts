import { Readable } from 'node:stream';
import type { HttpBindings } from '@hono/node-server';
import {
  ACTIVITY_EXPORT,
  type Activity,
  type ActivityFilter,
  activityFilterSchema,
} from '@kindpal/contract/staff/activity';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { type Context, Hono } from 'hono';
import { type Actor, type Credential, findActor } from '../../access/actor.ts';
import { readCredential } from '../../access/credential.ts';
import type { Services } from '../../services.ts';
import { invalidField, refusal } from '../../transport/refusal.ts';
import { sendStream } from '../../transport/send-stream.ts';
import { csvLine } from './csv.ts';
import { listActivityRows } from './list-activity.ts';
import { recordActivity } from './record-activity.ts';

type Bindings = { Bindings: HttpBindings };
type Format = keyof typeof ACTIVITY_EXPORT;

/** How many entries are read at a time, which bounds memory for any length of the log. */
const BATCH = 500;
const COLUMNS = [
  'created_at',
  'admin_id',
  'admin_name',
  'action',
  'target_type',
  'target_id',
  'details',
] as const;

/** How each format starts, writes an entry, separates two, and ends. */
const FORMATS: Record<
  Format,
  { type: string; start: string; write(entry: Activity): string; between: string; end: string }
> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    start: csvLine([...COLUMNS]),
    write: (entry) =>
      csvLine(
        COLUMNS.map((name) => {
          const value = entry[name];
          return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
        }),
      ),
    between: '',
    end: '',
  },
  json: {
    type: 'application/json; charset=utf-8',
    start: '[\n',
    write: (entry) =>
      JSON.stringify(Object.fromEntries(COLUMNS.map((name) => [name, entry[name]]))),
    between: ',\n',
    end: '\n]\n',
  },
};

/** The filtered log as a streamed file; super admins only, and itself logged. [S3] */
export function activityExportApp(services: Services): Hono<Bindings> {
  const app = new Hono<Bindings>();
  for (const format of Object.keys(ACTIVITY_EXPORT) as Format[]) {
    app.get(ACTIVITY_EXPORT[format], (c) => exportActivity(c, services, format));
  }
  return app;
}

async function exportActivity(
  c: Context<Bindings>,
  services: Services,
  format: Format,
): Promise<Response> {
  const credential = await readCredential(c.env.incoming, services);
  const actor = credential && (await findSuperAdmin(services, credential));
  if (!credential || !actor) throw refusal('UNAUTHORIZED');
  const filter = readFilter(c.req.query());
  await recordActivity(services.db.drizzle, {
    admin_id: actor.id,
    action: 'activity_export',
    target_type: 'activity',
    details: { format, ...filter },
  });
  const headers = {
    'content-type': FORMATS[format].type,
    'content-disposition': `attachment; filename="activity.${format}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  const parts = Readable.from(write(services, { format, filter, credential, viewer: actor.id }));
  return sendStream(c.env.outgoing, { parts, headers, log: services.log });
}

/** A session's super admin; null when it has ended, FORBIDDEN for everybody else. */
async function findSuperAdmin({ db }: Services, credential: Credential): Promise<Actor | null> {
  const actor = await findActor(db, credential);
  if (actor && !satisfiesRole(actor.app_role, 'super_admin')) throw refusal('FORBIDDEN');
  return actor;
}

function readFilter(query: Record<string, string>): ActivityFilter {
  const read = activityFilterSchema.safeParse(query);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const [unknown] = issue?.code === 'unrecognized_keys' ? issue.keys : [];
  throw invalidField(unknown ?? issue?.path.join('.') ?? '', issue?.message ?? 'Invalid');
}

/** When session or role end during the download, it is aborted. */
async function* write(
  services: Services,
  {
    format,
    filter,
    credential,
    viewer,
  }: { format: Format; filter: ActivityFilter; credential: Credential; viewer: string },
): AsyncGenerator<string> {
  const { start, write, between, end } = FORMATS[format];
  yield start;
  let after: Activity | null = null;
  do {
    if (!(await findSuperAdmin(services, credential))) throw refusal('UNAUTHORIZED');
    const batch: Activity[] = await listActivityRows(services.db, filter, {
      viewer,
      after,
      limit: BATCH,
    });
    const text = batch.map(write).join(between);
    if (text) yield (after ? between : '') + text;
    after = batch.length === BATCH ? (batch.at(-1) ?? null) : null;
  } while (after);
  yield end;
}
