import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { liveTables } from '@kindpal/contract/live/tables';
import { satisfiesRole } from '@kindpal/contract/staff/rules';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findActor } from '../../access/actor.ts';
import type { Own } from '../../feedback/feedback.samples.ts';
import { listEventsAfter, type RecordedEvent } from '../../live/event-log.ts';
import { mayHear, type Subscriber } from '../../live/open-streams.ts';
import { PEOPLE, type Person } from '../matrix/people.ts';
import { type Scene, setScene } from '../matrix/scene.ts';
import { startTestKindpal, type TestKindpal } from '../test-kindpal.ts';
import { CASES, type Stage } from './cases.ts';

/**
 * Who receives the events of each change that a trigger tells, on an open stream and when it
 * replays: `cases.ts` has the changes, and `audiences.txt` the recipients when last reviewed.
 */
const REVIEWED = join(import.meta.dirname, 'audiences.txt');
const HOW = 'MATRIX=accept npx vitest run --project server server/src/testing/audiences';

let kindpal: TestKindpal;
let stage: Stage;
const streams = new Map<Person, Subscriber>();
/** The recipients of each event on open streams. */
const heard = new Map<number, Set<Person>>();

beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  const scene = (await setScene(kindpal.services)) as Scene & Own;
  const run: Stage['run'] = (text, values) => db.pool.query(text, values);
  stage = { db, scene, run };
});
afterAll(() => kindpal.stop());

/** As a stream of the server, without the network. */
async function openStream(who: Person): Promise<void> {
  const { db, live } = kindpal.services;
  const actor = who === 'visitor' ? null : await findActor(db, stage.scene[who].credential);
  const stream: Subscriber = {
    memberId: actor?.id ?? null,
    sessionId: actor?.session_id ?? null,
    isStaff: actor !== null && satisfiesRole(actor.app_role, 'admin'),
    send: (_, { id }) => heard.set(id, (heard.get(id) ?? new Set()).add(who)),
    end: () => {
      unsubscribe();
      streams.delete(who);
    },
  };
  streams.set(who, stream);
  const { unsubscribe } = live.subscribe(stream);
}

/** The events of a change, once every stream has received what it may. */
async function eventsOf(change: () => Promise<unknown>): Promise<RecordedEvent[]> {
  const { db, live } = kindpal.services;
  const mark = async () => {
    const { rows } = await db.pool.query(
      `INSERT INTO change_events (table_name, op, row_id)
       VALUES ('jobs', 'delete', gen_random_uuid()) RETURNING id::int, tx::text`,
    );
    return { id: rows[0].id as number, tx: BigInt(rows[0].tx), at: 0 };
  };
  const before = await mark();
  await change();
  const after = await mark();
  live.wake();
  await vi.waitUntil(() => heard.get(after.id)?.size === streams.size, { timeout: 20_000 });
  const events = await listEventsAfter(db, before);
  return (events ?? []).filter(({ id }) => id < after.id);
}

/** Their names; where they are most people, of the others. */
function recipientsOf(people: Set<Person>): string {
  if (people.size === 0) return 'nobody';
  const others = PEOPLE.filter((who) => !people.has(who));
  if (others.length > people.size) return PEOPLE.filter((who) => people.has(who)).join(', ');
  return `everybody${others.length > 0 ? ` except ${others.join(', ')}` : ''}`;
}

/** An event as a line; a stream that replays it has to agree with those that were open. */
function lineOf(event: RecordedEvent): string {
  const live = heard.get(event.id) ?? new Set();
  const replayed = PEOPLE.filter((who) => {
    const stream = streams.get(who);
    // Who was suspended by this change has no stream any more.
    return stream ? mayHear(event, stream) : live.has(who);
  });
  const name = `${event.table_name} ${event.op}`;
  expect([name, replayed]).toEqual([name, PEOPLE.filter((who) => live.has(who))]);
  return `  ${name}: ${recipientsOf(live)}`;
}

describe('every event, and who receives it [X4] [S6]', () => {
  it('has a case for each change that a trigger tells', async () => {
    const { rows } = await stage.db.pool.query<{ kind: string }>(
      `SELECT DISTINCT tgrelid::regclass || ' ' || op AS kind
       FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid,
         (VALUES (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE')) ops (bit, op)
       WHERE prosrc ~ 'INSERT INTO change_events' AND tgtype & bit > 0`,
    );
    expect(
      Object.keys(CASES).sort(),
      'Add a case of each in server/src/testing/audiences/cases.ts.',
    ).toEqual(rows.map(({ kind }) => kind).sort());
  });

  it('reaches the reviewed people, live and in a replay', async () => {
    const paragraphs: string[] = [];
    const tables = new Set<string>();
    for (const [kind, cases] of Object.entries(CASES)) {
      paragraphs.push(`=== ${kind}`);
      for (const { about, after, change } of cases) {
        await after?.(stage);
        for (const who of PEOPLE) if (!streams.has(who)) await openStream(who);
        const events = await eventsOf(() => change(stage));
        for (const { table_name } of events) tables.add(table_name);
        const lines = [...new Set(events.map(lineOf))].sort();
        paragraphs.push([`--- ${about}`, ...(lines.length > 0 ? lines : ['  nothing'])].join('\n'));
      }
    }
    expect([...tables].sort()).toEqual(liveTables().sort());
    const text = `${paragraphs.join('\n\n')}\n`;
    if (process.env.MATRIX === 'accept') writeFileSync(REVIEWED, text);
    expect(
      text,
      `Others receive an event than when it was reviewed. If it is as it should be, run\n  ${HOW}\nand review the change of ${REVIEWED} like code.`,
    ).toBe(existsSync(REVIEWED) ? readFileSync(REVIEWED, 'utf8') : '');
  }, 120_000);
});
