import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encrypt } from '../access/encrypt.ts';
import { beginAttempt } from '../account/sign-in/failed-attempts.ts';
import { findPositionBefore, getHead, isPruned, listEventsAfter } from '../live/event-log.ts';
import { deliverQueuedMail } from '../mail/deliver-queued-mail.ts';
import { QUEUED_MAIL } from '../mail/mailer.ts';
import {
  queueBusyCalendars,
  readBusyCalendar,
} from '../notification/calendar/read-busy-calendar.ts';
import { findOutgoing } from '../notification/delivery/outgoing-rows.ts';
import { isOurs, noteReport } from '../notification/delivery-report/note-report.ts';
import { writeFits } from '../notification/queue/announce-job.ts';
import { queueDue } from '../notification/queue/queue-mails.ts';
import { watchHealth } from '../notification/watch-health.ts';
import { directAttempt } from '../testing/direct-attempt.ts';
import { createMember, jobForm, type TestMember } from '../testing/factories.ts';
import { listEmptyTables } from '../testing/list-tables.ts';
import { loadSamples } from '../testing/load-samples.ts';
import {
  type CallAll,
  COPIES,
  type FillTables,
  type PlanWorld,
} from '../testing/plans/call-all.ts';
import { explainCustom, explainGeneric, recordStatements } from '../testing/plans/explain.ts';
import { asSeed, fillUnevenly, takeStock } from '../testing/plans/fill-unevenly.ts';
import { PLAN_SERVERS } from '../testing/plans/plan-servers.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import type { Statement } from './client.ts';

/** How many times more, and how many pages more, a generic plan may read than a custom one. */
const TIMES = 2;
const PAGES = 80;
/** On a busy machine: a tenth of this is enough on an idle one. */
const PATIENTLY = 600_000;

/** These find one row by id within transactions, which this test does not see. */
const BY_ID = [
  'claim-obstacles',
  'claim-own-live',
  'identity-check',
  'invite-request',
  'user',
  'moderation-job',
  'moderation-profile',
  'waitlist-entry',
  'place-points',
  // This one reads nothing: it records a view.
  'note-view-pet_health',
];

/** A single row, which no named statement reads. */
const EMPTY = ['push_keys'];

/** The names of the prepared statements that the authorization matrix has run. */
function listReviewed(): string[] {
  const reviewed = readFileSync(
    join(import.meta.dirname, '../testing/matrix/statements.txt'),
    'utf8',
  );
  const named = reviewed.matchAll(/^\S+ ([\w-]+): (?!not made to run here)/gm);
  return [...named].map(([, name]) => name as string).filter((name) => !BY_ID.includes(name));
}

const samples = await loadSamples<{ fillTables: FillTables; callAll: CallAll }>();

/** An owner with thousands of jobs, a sitter who completed them, and what belongs to no feature. */
function fillCommon(ids: { owner: string; sitter: string; admin: string }): string {
  return `
    UPDATE jobs SET owner_id = '${ids.owner}' WHERE id IN (
      SELECT id FROM jobs WHERE status <> 'open' ORDER BY id LIMIT ${COPIES});
    -- Before yesterday: nobody claims jobs for so many pets within a day.
    UPDATE job_claims SET sitter_id = '${ids.sitter}', claimed_at = claimed_at - interval '1 day'
    WHERE id IN (
      SELECT claim.id FROM job_claims claim WHERE ended_at IS NOT NULL ORDER BY id LIMIT ${COPIES});
    INSERT INTO pet_profiles (id, owner_id, name, breed)
      SELECT gen_random_uuid(), id, 'Miso', 'Tabby' FROM users;
    UPDATE jobs SET pet_id = (SELECT id FROM pet_profiles WHERE owner_id = '${ids.owner}')
      WHERE owner_id = '${ids.owner}';
    INSERT INTO change_events (table_name, op, row_id)
      SELECT 'jobs', 'update', id FROM jobs, generate_series(1, 3);
    INSERT INTO auth.session (token, user_id, expires_at)
      SELECT gen_random_uuid()::text, id, now() + interval '1 day' FROM auth."user", generate_series(1, 20);
    INSERT INTO auth.failed_attempts (key, failures, blocked_until, expires_at)
      SELECT 'somebody-' || n, 1, now(), now() + interval '1 day' FROM generate_series(1, ${COPIES}) n;
    UPDATE jobs SET reserved_until = now() + interval '1 hour' WHERE status = 'open' AND id IN (
      SELECT id FROM jobs ORDER BY id LIMIT 400)`;
}

describe.each(PLAN_SERVERS)('prepared statements on $server', ({ isHere, openDatabase }) => {
  let kindpal: TestKindpal;
  let people: { owner: TestMember; sitter: TestMember; admin: TestMember };

  beforeAll(async () => {
    if (!isHere) return;
    kindpal = await startTestKindpal({ database: await openDatabase() });
    await fillUnevenly(kindpal);
    const { db } = kindpal.services;
    people = {
      owner: await createMember(db),
      sitter: await createMember(db, { role: 'pet_sitter' }),
      admin: await createMember(db, { app_role: 'super_admin' }),
    };
    const { owner, sitter, admin } = people;
    const ids = { owner: owner.id, sitter: sitter.id, admin: admin.id };
    await asSeed(kindpal.ownerUrl, fillCommon(ids));
    for (const { fillTables } of samples) {
      if (fillTables) await asSeed(kindpal.ownerUrl, fillTables(ids));
    }
    await takeStock(kindpal.ownerUrl);
  }, PATIENTLY);
  afterAll(() => kindpal?.stop());

  const bySession = (member: TestMember): TestMember => ({
    ...member,
    credential: { by: 'session', value: member.session_id },
  });
  const idOf = async (query: string) =>
    ((await kindpal.services.db.pool.query<{ id: string }>(query)).rows[0] as { id: string }).id;

  /** The calls with prepared statements, by a member with much data and by one with none. */
  async function callEverything(who: TestMember): Promise<void> {
    const { db } = kindpal.services;
    const [as, visitor, admin] = [
      kindpal.callerFor(who),
      kindpal.callerFor(null),
      kindpal.callerFor(people.admin),
    ];
    const mine = await idOf(
      `SELECT id FROM jobs WHERE owner_id = '${people.owner.id}' AND status = 'completed' LIMIT 1`,
    );
    // Far enough in the future that no sitter is busy, with an address to be shown after a claim.
    const open = await idOf(
      `SELECT id FROM jobs WHERE status = 'open' AND reserved_until IS NULL AND address IS NOT NULL
       ORDER BY start_date DESC, id LIMIT 1`,
    );
    const offered = await idOf(
      `SELECT id FROM jobs WHERE status = 'open' AND reserved_until IS NOT NULL LIMIT 1`,
    );
    const calls: (() => Promise<unknown>)[] = [
      () => visitor.job.list({ limit: 20 }),
      () => as.job.list({ limit: 20 }),
      () => as.job.list({ limit: 20, owner_id: people.owner.id }),
      () => as.job.list({ limit: 20, job_type: 'dog_walking' }),
      () => as.job.listMine({ as: 'owner', limit: 20 }),
      () => as.job.listMine({ as: 'owner', state: 'past', limit: 20 }),
      () => as.job.listMine({ as: 'owner', state: 'current', limit: 20 }),
      () => as.job.listMine({ as: 'sitter', limit: 20 }),
      () => as.job.listMine({ as: 'sitter', state: 'past', limit: 20 }),
      () => as.job.listMine({ as: 'sitter', state: 'current', limit: 20 }),
      () => as.job.countMine(),
      () => as.job.getAgenda(),
      () => visitor.job.list({ sort: 'pay', limit: 20 }),
      () => as.job.list({ sort: 'pay', limit: 20 }),
      () => as.job.list({ sort: 'soonest', limit: 20 }),
      () => as.job.list({ sort: 'nearest', place_id: 1, within_miles: 25, limit: 20 }),
      () => as.job.listOwners({ limit: 10 }),
      () => visitor.job.get({ id: open }),
      () => as.job.get({ id: mine }),
      () => as.job.get({ id: offered }),
      () => as.job.post(jobForm()),
      () => as.job.getPetCare({ job_id: mine }),
      () => as.job.canClaim({ job_id: open }),
      () => as.job.listRequirements({ job_ids: `${open},${offered}` as never }),
      () => as.claim.list({ limit: 20 }),
      () => as.claim.list({ limit: 20, live: 'true' as never }),
      () => as.claim.list({ limit: 20, sitter_id: who.id }),
      () => as.claim.list({ limit: 20, job_id: mine }),
      () => as.claim.create({ job_id: mine }),
      // A second claim right after the first reads the job's state.
      () => as.claim.create({ job_id: mine }),
      () => as.claim.create({ job_id: open, accepted_warnings: [] }),
      () => as.member.list({ limit: 18 }),
      () => as.member.list({ limit: 18, sort: 'rating' }),
      () => visitor.member.list({ limit: 18 }),
      () => visitor.member.get({ id: people.sitter.id }),
      () => as.member.get({ id: people.sitter.id }),
      () => as.member.getTrustPath({ member_id: people.sitter.id }),
      // Refused, but only after a statement checks whether that member is hidden.
      () => as.member.update({ id: people.sitter.id, bio: 'Not mine' }),
      () => as.job.listEvents({ job_id: mine, limit: 20 }),
      () => as.account.getUser(),
      () => kindpal.callerFor(bySession(who)).account.getUser(),
      () => kindpal.callerFor(bySession(who)).claim.list({ limit: 20 }),
      () => kindpal.callerFor(bySession(who)).job.get({ id: open }),
      () => visitor.account.token({ grant_type: 'password', email: who.email, password: 'wrong' }),
      () => admin.member.list({ view: 'staff', limit: 50 }),
      () => {
        const mail = { to: who.email, subject: 'Hello', html: '', text: '' };
        const sealed = encrypt(kindpal.services.secret, QUEUED_MAIL, JSON.stringify(mail));
        return deliverQueuedMail(kindpal.services, { sealed }, directAttempt(AbortSignal.abort()));
      },
      async () => {
        // After this many failures it reads how long to wait.
        for (let failures = 0; failures < 12; failures++) {
          await beginAttempt(kindpal.services, { factor: `of ${who.id}` }).catch(() => undefined);
        }
      },
      async () => {
        const head = await getHead(db);
        await listEventsAfter(db, { ...head, tx: head.tx > 0n ? head.tx - 1n : 0n });
        await isPruned(db, head);
        await findPositionBefore(db, 60);
      },
    ];
    const world = { services: kindpal.services, as, visitor, admin, who, people, mine, open, idOf };
    for (const { callAll } of samples) calls.push(...((await callAll?.(world)) ?? []));
    calls.push(...(await listTasks(world)));
    for (const call of calls) await call().catch(() => undefined);
  }

  /** What tasks do with the notifications of all these calls, and how staff see it. */
  async function listTasks({ services, admin, who, open }: PlanWorld) {
    const { rows } = await services.db.pool.query('SELECT id FROM notifications LIMIT 50');
    const told = rows.map(({ id }): string => id);
    return [
      () => admin.notification.listDeliveries({ limit: 20 }),
      () => admin.notification.listDeliveries({ limit: 20, state: 'failed' }),
      () => writeFits(services, { id: open }),
      () => queueDue(services),
      () => queueBusyCalendars(services),
      () => readBusyCalendar(services, { id: who.id }, directAttempt(AbortSignal.abort())),
      () => watchHealth(services),
      () => findOutgoing(services, 'mails', told),
      () => findOutgoing(services, 'digest', told[0] as string),
      () => findOutgoing(services, 'push', told[0] as string),
      () => isOurs(services, told[0] as string),
      () => noteReport(services, told[0] as string, { outcome: 'failed', recipients: [] }),
      // A name that is no notification's.
      () => noteReport(services, randomUUID(), { outcome: 'failed', recipients: [] }),
    ];
  }

  it.runIf(isHere)('are planned on rows of every other table', async () => {
    expect(
      await listEmptyTables(kindpal.services.db),
      'Fill each in fillTables of <feature>.samples.ts if a named statement reads it.',
    ).toEqual(EMPTY);
  });

  it.runIf(isHere)(
    'read no more with a generic plan than with a custom one',
    async () => {
      const { db } = kindpal.services;
      // Many calls send the same statement with the same values, which is explained once.
      const found = new Map<string, Map<string, Statement>>();
      for (const who of [people.owner, people.sitter, people.admin]) {
        for (const statement of await recordStatements(db, () => callEverything(who))) {
          const { name, values } = statement;
          if (!name) continue;
          const same = found.get(name) ?? new Map<string, Statement>();
          found.set(name, same.set(JSON.stringify(values), statement));
        }
      }
      const worse = new Map<string, string>();
      for (const [name, statements] of found) {
        for (const statement of statements.values()) {
          const custom = await explainCustom(db, statement);
          const generic = await explainGeneric(db, statement);
          if (generic.pages <= TIMES * custom.pages + PAGES) continue;
          worse.set(name, `${generic.pages} pages instead of ${custom.pages}`);
        }
      }
      expect
        .soft(
          Object.fromEntries(worse),
          'The generic plan of these reads too much. Let an index begin with all columns that the WHERE compares and end with those of the order; or see Plans in CONTRIBUTING.md.',
        )
        .toEqual({});
      expect(
        listReviewed().filter((name) => !found.has(name)),
        'Run each in callAll of <feature>.samples.ts, and fill the tables that it reads in fillTables.',
      ).toEqual([]);
    },
    PATIENTLY,
  );
});
