import {
  type Agenda,
  type AgendaItem,
  agendaAskSchema,
  agendaSectionSchema,
  askOf,
  sectionOf,
} from '@kindpal/contract/job/agenda';
import type { JobSide } from '@kindpal/contract/job/my-jobs';
import { type Viewer, viewerOf } from '../../access/actor.ts';
import type { MemberContext } from '../../access/context.ts';
import { listUnreadThreads } from '../../chat/list-threads.ts';
import type { Database } from '../../db/client.ts';
import { refusal } from '../../transport/refusal.ts';
import { type MyJobRow, presentMyJob } from './list-my-jobs.ts';
import { type MyJobsFilter, myJobsStatement } from './my-jobs-statement.ts';

/** The most jobs of either role, ended claims, and unread threads. */
const CURRENT_MOST = 50;
const ENDED_MOST = 3;
const UNREAD_MOST = 3;

/**
 * What the dashboard shows of the caller's jobs and threads, sorted and classified. [D1] [D3]
 * [P7]
 */
export async function getAgenda({ context }: { context: MemberContext }): Promise<Agenda> {
  const { services, actor, credential } = context;
  const { db } = services;
  if (!credential) throw refusal('UNAUTHORIZED');
  const list = (as: JobSide, state: 'current' | 'past', limit: number) => {
    const filter: MyJobsFilter = { state, terms: [], after: null, limit };
    return db.jsonRows<MyJobRow>(myJobsStatement(credential, as, filter));
  };
  const [owned, held, ended, unread] = await Promise.all([
    list('owner', 'current', CURRENT_MOST),
    list('sitter', 'current', CURRENT_MOST),
    list('sitter', 'past', ENDED_MOST),
    listUnreadThreads(db, actor.id, UNREAD_MOST),
  ]);
  const viewer = viewerOf(owned[0] ?? held[0] ?? ended[0]);
  // Without rows there is no viewer, and nothing to show.
  if (!viewer) return { items: [], ended: [], unread };
  const silent = await findSilentClaims(db, viewer.id, owned);
  const now = services.clock.now().getTime();
  const itemOf = (as: JobSide) => (row: MyJobRow) =>
    presentItem(row, { as, viewer, now, hasWritten: !silent.has(row.claim_id ?? '') });
  const items = [...owned.map(itemOf('owner')), ...held.map(itemOf('sitter'))];
  return {
    items: items.sort(byUrgency).map(({ item }) => item),
    ended: ended.map((row) => presentMyJob(row, viewer)),
    unread,
  };
}

type Ranked = { item: AgendaItem; start: number };
type Reading = { as: JobSide; viewer: Viewer; now: number; hasWritten: boolean };

function presentItem(row: MyJobRow, { as, viewer, now, hasWritten }: Reading): Ranked {
  const mine = presentMyJob(row, viewer);
  const start = Date.parse(row.start_date);
  const facts = {
    as,
    phase: mine.phase,
    start,
    end: Date.parse(row.end_date),
    time_zone: row.time_zone,
    hasWritten,
  };
  return { item: { ...mine, as, section: sectionOf(facts, now), ask: askOf(facts, now) }, start };
}

const SECTIONS = agendaSectionSchema.options;
const ASKS = agendaAskSchema.options;

/** By section, then by ask, then soonest first. */
function byUrgency(one: Ranked, other: Ranked): number {
  const rank = ({ section, ask }: AgendaItem) =>
    SECTIONS.indexOf(section) * ASKS.length + (ask ? ASKS.indexOf(ask) : 0);
  return rank(one.item) - rank(other.item) || one.start - other.start;
}

/** The claims among these rows in whose thread the member has not written. */
async function findSilentClaims(
  db: Database,
  memberId: string,
  rows: MyJobRow[],
): Promise<Set<string>> {
  const ids = rows.flatMap(({ claim_id }) => (claim_id === null ? [] : [claim_id]));
  if (ids.length === 0) return new Set();
  const silent = await db.prepared<{ id: string }>(
    'agenda-silent-claims',
    `SELECT claim.id FROM unnest($2::uuid[]) claim(id) WHERE NOT EXISTS (
       SELECT FROM messages message WHERE message.claim_id = claim.id AND message.sender_id = $1)`,
    [memberId, ids],
  );
  return new Set(silent.map(({ id }) => id));
}
