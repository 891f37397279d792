import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClaim, createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { errorOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let stranger: TestMember;
/** Ids of jobs that a non-participant may not see, by their state. */
let unseen: Record<'claimed' | 'started' | 'cancelled' | 'of a suspended owner', string>;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  stranger = await createMember(db, { role: 'both' });
  const suspended = await createMember(db, { suspended_at: new Date() });
  unseen = {
    claimed: (await createClaim(db)).job.id,
    started: (await createClaim(db, { status: 'in_progress' })).job.id,
    cancelled: (await createJob(db, { status: 'cancelled' })).id,
    'of a suspended owner': (await createJob(db, { owner_id: suspended.id })).id,
  };
});
afterAll(() => kindpal.stop());

/** Every call that takes a job id, as the stranger; refusals are compared in full. */
const CALLS: Record<string, (job_id: string) => Promise<unknown>> = {
  get: (id) => kindpal.callerFor(stranger).job.get({ id }),
  release: (job_id) => kindpal.callerFor(stranger).job.move({ job_id, action: 'release' }),
  start: (job_id) => kindpal.callerFor(stranger).job.move({ job_id, action: 'start' }),
  cancel: (job_id) => kindpal.callerFor(stranger).job.move({ job_id, action: 'cancel' }),
  'pet care': (job_id) => kindpal.callerFor(stranger).job.getPetCare({ job_id }),
  history: (job_id) => kindpal.callerFor(stranger).job.listEvents({ job_id }),
  messages: (job_id) => kindpal.callerFor(stranger).chat.listJobMessages({ job_id }),
  'mark read': (job_id) => kindpal.callerFor(stranger).chat.markRead({ job_id }),
  send: (job_id) =>
    kindpal
      .callerFor(stranger)
      .chat.sendJobMessage({ job_id, client_id: randomUUID(), content: 'Are you away?' }),
  'list claims': (job_id) => kindpal.callerFor(stranger).claim.list({ job_id }),
  'can claim': (job_id) => kindpal.callerFor(stranger).job.canClaim({ job_id }),
};

async function answerOf(call: (job_id: string) => Promise<unknown>, id: string) {
  const answer = await call(id).then(
    (value) => ({ value }),
    async (error) => ({ error: await errorOf(Promise.reject(error)) }),
  );
  return JSON.stringify(answer).replaceAll(id, 'the job');
}

describe('a member who is not part of a job that is not open', () => {
  it.each(Object.entries(CALLS))(
    'gets the same answer from %s as for an unknown job, whatever its state [J4]',
    async (_name, call) => {
      const never = await answerOf(call, randomUUID());
      for (const [what, id] of Object.entries(unseen)) {
        expect([what, await answerOf(call, id)]).toEqual([what, never]);
      }
    },
  );

  it('learns by claiming that it is claimed, like every late caller, and nothing more [J5]', async () => {
    const claim = (job_id: string) => kindpal.callerFor(stranger).claim.create({ job_id });
    const never = await answerOf(claim, randomUUID());
    expect(await answerOf(claim, unseen.cancelled)).toBe(never);
    expect(await answerOf(claim, unseen['of a suspended owner'])).toBe(never);
    const held = await answerOf(claim, unseen.claimed);
    expect(held).toContain('JOB_ALREADY_CLAIMED');
    expect(await answerOf(claim, unseen.started)).toBe(held);
  });
});
