import { JOBS_DONE_MAX } from '@kindpal/contract/member/track-record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeInviteCode } from '../../invite/generate-invite.ts';
import { createClaim, createJob, createMember, type TestMember } from '../../testing/factories.ts';
import { errorOf, refusalOf } from '../../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
beforeAll(async () => {
  kindpal = await startTestKindpal();
  owner = await createMember(kindpal.services.db);
});
afterAll(() => kindpal.stop());

const query = (text: string, values: unknown[]) => kindpal.services.db.pool.query(text, values);
const sitter = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, { role: 'pet_sitter', ...given });
const profileOf = (member: TestMember, who: TestMember | null = owner) =>
  kindpal.callerFor(who).member.get({ id: member.id });
/** The same member in the directory. */
const cardOf = async (member: TestMember, who: TestMember | null = owner) => {
  const { items } = await kindpal.callerFor(who).member.list({ limit: 50 });
  return items.find(({ id }) => id === member.id);
};

async function invite(inviter: TestMember, member: TestMember) {
  await query(
    'INSERT INTO invites (code, created_by, used_by, used_at) VALUES ($1, $2, $3, now())',
    [makeInviteCode(), inviter.id, member.id],
  );
}

/** A completed and confirmed job, unless it ended in another way. */
async function finish(member: TestMember, end_reason = 'completed') {
  const { claim } = await createClaim(kindpal.services.db, { sitter_id: member.id });
  await query('UPDATE job_claims SET ended_at = now(), end_reason = $2 WHERE id = $1', [
    claim.id,
    end_reason,
  ]);
}

/** An owner writes about a sitter's job; the answer comes some minutes later, or never. */
async function ask(member: TestMember, answeredAfter: number | null) {
  const { claim, job } = await createClaim(kindpal.services.db, { sitter_id: member.id });
  await talk(claim, [job.owner_id, member.id], answeredAfter);
}

/** A sitter writes about an owner's job; the answer comes some minutes later, or never. */
async function askOwner(member: TestMember, answeredAfter: number | null) {
  const job = await createJob(kindpal.services.db, { owner_id: member.id });
  const { claim } = await createClaim(kindpal.services.db, { job });
  await talk(claim, [claim.sitter_id, member.id], answeredAfter);
}

type Talk = { id: string; job_id: string };

async function talk(claim: Talk, [asking, member]: [string, string], answeredAfter: number | null) {
  const say = (sender: string, minutes: number) =>
    query(
      `INSERT INTO messages (job_id, claim_id, sender_id, client_id, content, created_at)
       VALUES ($1, $2, $3, gen_random_uuid(), 'Hello', now() - interval '3 days' + $4 * interval '1 minute')`,
      [claim.job_id, claim.id, sender, minutes],
    );
  await say(member, -5);
  await say(asking, 0);
  if (answeredAfter !== null) await say(member, answeredAfter);
}

describe('what helps an owner to decide who to trust [R1] [R8]', () => {
  it('names by first name who invited a sitter, until that member is gone', async () => {
    const [inviter, member] = [await sitter({ first_name: 'Rosalind' }), await sitter()];
    await invite(inviter, member);
    expect(await profileOf(member)).toMatchObject({ invited_by: 'Rosalind' });
    expect(await cardOf(member)).toMatchObject({ invited_by: 'Rosalind' });
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [inviter.id]);
    expect(await profileOf(member)).toMatchObject({ invited_by: null });
  });

  it('counts confirmed jobs, not released or canceled ones', async () => {
    const member = await sitter();
    await finish(member);
    await finish(member);
    for (const reason of ['released', 'cancelled', 'no_show']) await finish(member, reason);
    await createClaim(kindpal.services.db, { sitter_id: member.id });
    expect(await profileOf(member)).toMatchObject({ jobs_done: 2 });
    expect(await cardOf(member)).toMatchObject({ jobs_done: 2 });
    expect(JOBS_DONE_MAX).toBe(100);
  });

  it.each([
    [[10, 20, 4000], 'within_hour'],
    [[10, 90, 4000], 'within_hours'],
    [[10, 700, 1000], 'within_day'],
    [[10, null, null], 'over_day'],
    [[10, 10], null],
  ])('shows how fast they usually answer: %j is %s', async (answers, reply_time) => {
    const member = await sitter();
    for (const minutes of answers) await ask(member, minutes);
    expect(await profileOf(member)).toMatchObject({ reply_time });
    expect(await cardOf(member)).toMatchObject({ reply_time });
  });

  it.each([
    [[10, 20, 4000], 'within_hour'],
    [[10, null, null], 'over_day'],
    [[10, 10], null],
  ])('shows how fast an owner usually answers: %j is %s', async (answers, told) => {
    const member = await createMember(kindpal.services.db, { role: 'both' });
    for (const minutes of answers) await askOwner(member, minutes);
    const profile = await profileOf(member);
    expect(profile).toMatchObject({ owner_reply_time: told, reply_time: null });
    expect(await profileOf(member, null)).toMatchObject({ owner_reply_time: null });
  });

  it('is shown to members only, and for an owner only who invited them', async () => {
    const member = await sitter({ services: ['dog_walking'] });
    await invite(await sitter({ first_name: 'Rosalind' }), member);
    await finish(member);
    const hidden = { invited_by: null, jobs_done: null, reply_time: null, services: null };
    expect(await profileOf(member, null)).toMatchObject(hidden);
    expect(await cardOf(member, null)).toMatchObject(hidden);
    expect(await profileOf(member, member)).toMatchObject({ invited_by: 'Rosalind', jobs_done: 1 });
    const client = await createMember(kindpal.services.db, { services: ['dog_walking'] });
    expect(await profileOf(client)).toMatchObject(hidden);
  });

  it('has the services that a sitter chose, each once; an owner has none', async () => {
    const member = await sitter();
    const edit = (who: TestMember, services: unknown) =>
      kindpal.callerFor(who).member.update({ id: who.id, services } as { id: string });
    const both = ['dog_walking', 'pet_sitting'];
    expect(await edit(member, both)).toMatchObject({ services: both.toReversed() });
    expect(await edit(member, null)).toMatchObject({ services: null });
    for (const wrong of [[], ['grooming'], 'dog_walking', [...both, ...both]]) {
      expect(await refusalOf(edit(member, wrong))).toBe('INVALID_INPUT');
    }
    expect(await errorOf(edit(owner, both))).toMatchObject({ code: 'FORBIDDEN' });
  });
});
