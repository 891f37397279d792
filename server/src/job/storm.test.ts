import { randomUUID } from 'node:crypto';
import type { JobAction, MoveAction } from '@kindpal/contract/job/actions';
import { JOB_GRAPH } from '@kindpal/contract/job/rules';
import type { JobStatus } from '@kindpal/contract/job/schema';
import { ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eraseDueMembers } from '../deletion/erase-due-members.ts';
import { notifyByClock } from '../notification/queue/queue-mails.ts';
import { createRandom } from '../seed/random.ts';
import { createJob, createMember, type TestMember } from '../testing/factories.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { confirmCompletedJobs, expireJobs } from './expire-jobs.ts';

let kindpal: TestKindpal;
let staff: TestMember;
/** Errors of work that nobody waits for. */
const logged: string[] = [];
const isError = (line: string) => (JSON.parse(line) as { level: number }).level >= 50;
beforeAll(async () => {
  kindpal = await startTestKindpal({
    output: {
      write: (line) => {
        if (isError(line)) logged.push(line);
      },
    },
  });
  staff = await createMember(kindpal.services.db, { app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());

const HOUR = 3_600_000;
const ROUNDS = 12;
const AT_ONCE = 14;
const as = (who: TestMember) => kindpal.callerFor(who);
const query = async <Row>(text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows as Row[];

type Scene = { owner: TestMember; sitters: TestMember[]; job_id: string };

/** Deletes a member whose 14 days are over. */
async function leave({ id }: TestMember): Promise<void> {
  await query(
    `INSERT INTO auth.deletion_request (user_id, asked_at, due_at)
     VALUES ($1, now() - interval '15 days', now() - interval '1 day') ON CONFLICT DO NOTHING`,
    [id],
  );
  await eraseDueMembers(kindpal.services);
}

/** Everything that can happen to a job or between its people at the same moment. */
const PRESSES: ((scene: Scene, sitter: TestMember) => Promise<unknown>)[] = [
  ...(['release', 'start', 'complete', 'undo_start', 'undo_complete'] as MoveAction[]).map(
    (action) =>
      ({ job_id }: Scene, sitter: TestMember) =>
        as(sitter).job.move({ job_id, action }),
  ),
  ...(['release', 'report_no_show', 'confirm', 'dispute', 'cancel', 'reopen'] as MoveAction[]).map(
    (action) =>
      ({ job_id, owner }: Scene) =>
        as(owner).job.move({ job_id, action, reason: 'Words' }),
  ),
  ({ job_id }, sitter) => as(sitter).claim.create({ job_id }),
  ({ job_id }, sitter) => as(sitter).claim.create({ job_id }),
  ({ job_id }, sitter) => as(sitter).offer.join({ job_id }),
  ({ job_id }, sitter) => as(sitter).offer.decline({ job_id }),
  ({ job_id }) => as(staff).staff.endClaim({ job_id, reason: 'They cannot continue together.' }),
  ({ job_id, owner }) => as(owner).block.askToEnd({ job_id, message: '' }),
  ({ owner }, sitter) => as(owner).block.create({ member_id: sitter.id }),
  ({ owner }, sitter) => as(owner).block.remove({ member_id: sitter.id }),
  ({ owner }, sitter) => as(sitter).block.create({ member_id: owner.id }),
  ({ owner }, sitter) => as(sitter).block.remove({ member_id: owner.id }),
  (_, sitter) =>
    as(staff).moderation.suspend({
      member_id: sitter.id,
      ends_at: null,
      reason: 'Asked for money.',
    }),
  ({ job_id }, sitter) => as(sitter).feedback.send({ message: 'Please help me', job_id }),
  ({ job_id }, sitter) =>
    as(sitter).chat.sendJobMessage({ job_id, content: 'On my way', client_id: randomUUID() }),
  ({ job_id, owner }) =>
    as(owner).chat.sendJobMessage({ job_id, content: 'Thank you', client_id: randomUUID() }),
  ({ owner }) => as(owner).vault.saveHome({ door: 'Under the third pot' }),
  ({ job_id, owner }) => as(owner).vault.attach({ job_id }),
  ({ job_id }, sitter) => as(sitter).vault.open({ job_id, part: 'door' }),
  (_, sitter) => leave(sitter),
  () => expireJobs(kindpal.services),
  () => confirmCompletedJobs(kindpal.services),
  () => notifyByClock(kindpal.services),
];

type Facts = { status: JobStatus; live: number; claims: number; unended: number; double: number };

/** What must be true of a job between any two presses. */
async function checkJob(job_id: string): Promise<void> {
  const [facts] = await query<Facts>(
    `SELECT job.status,
       (SELECT count(*)::int FROM job_claims WHERE job_id = job.id AND ended_at IS NULL) AS live,
       (SELECT count(*)::int FROM job_claims WHERE job_id = job.id) AS claims,
       (SELECT count(*)::int FROM job_claims WHERE job_id = job.id
          AND (ended_at IS NULL) <> (end_reason IS NULL)) AS unended,
       (SELECT count(*)::int FROM (SELECT claim_id FROM job_events
          WHERE job_id = job.id AND action IN ('release', 'report_no_show', 'confirm', 'end_claim')
          GROUP BY claim_id HAVING count(*) > 1) twice) AS double
     FROM jobs job WHERE job.id = $1`,
    [job_id],
  );
  if (!facts) throw new Error('the job is gone');
  const isHeld = facts.status === 'claimed' || facts.status === 'in_progress';
  const [{ waits } = { waits: 0 }] = await query<{ waits: number }>(
    `SELECT count(*)::int AS waits FROM job_claims
     WHERE job_id = $1 AND ended_at IS NULL AND completed_at IS NOT NULL`,
    [job_id],
  );
  const live = isHeld ? 1 : facts.status === 'completed' ? waits : 0;
  expect({ ...facts, live: facts.live }).toEqual({ ...facts, live, unended: 0, double: 0 });
}

type Event = { action: JobAction; at: string };

/** The history, replayed through the state graph, ends in the job's state. */
async function checkHistory(job_id: string): Promise<void> {
  const events = await query<Event>(
    `SELECT action, created_at AS at FROM job_events WHERE job_id = $1
     UNION ALL SELECT 'claim', claimed_at FROM job_claims WHERE job_id = $1 ORDER BY at`,
    [job_id],
  );
  let status: JobStatus = 'open';
  for (const { action } of events) {
    const { from, to, underWay } = JOB_GRAPH[action];
    expect([action, from.includes(status) ? 'possible' : status]).toEqual([action, 'possible']);
    status = status === 'in_progress' && underWay ? underWay.to : to;
  }
  const [job] = await query<{ status: JobStatus }>('SELECT status FROM jobs WHERE id = $1', [
    job_id,
  ]);
  expect(status).toBe(job?.status);
}

it.each([3, 7, 11, 19])(
  'whatever everybody presses at once (%i), nothing fails, the job has one sitter at most, and its history adds up [J6] [J9]',
  async (seed) => {
    logged.length = 0;
    const random = createRandom(seed);
    const pick = <Item>(items: Item[]) => items[Math.floor(random.next() * items.length)] as Item;
    const { db } = kindpal.services;
    const owner = await createMember(db, { role: 'both' });
    const soon = {
      start_date: new Date(Date.now() + HOUR),
      end_date: new Date(Date.now() + 9 * HOUR),
    };
    const { id: job_id } = await createJob(db, { owner_id: owner.id, ...soon });
    let sitters: TestMember[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const present = await query<{ id: string }>(
        'SELECT id FROM users WHERE id = ANY ($1) AND suspended_at IS NULL',
        [sitters.map(({ id }) => id)],
      );
      sitters = sitters.filter(({ id }) => present.some((one) => one.id === id));
      while (sitters.length < 4) sitters.push(await createMember(db, { role: 'pet_sitter' }));
      const scene = { owner, sitters, job_id };
      await as(pick(sitters))
        .claim.create({ job_id })
        .catch(() => null);
      const outcomes = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, () => pick(PRESSES)(scene, pick(sitters))),
      );
      const faults = outcomes.flatMap((one) =>
        one.status === 'rejected' && !(one.reason instanceof ORPCError && one.reason.status < 500)
          ? [String(one.reason)]
          : [],
      );
      expect([...faults, ...logged]).toEqual([]);
      await checkJob(job_id);
      await query('DELETE FROM member_blocks');
    }
    await checkHistory(job_id);
  },
  60_000,
);
