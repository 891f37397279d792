import type { ReviewDraft } from '@kindpal/contract/review/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createClaim,
  createEndedClaim,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { publishDueReviews } from './publish-due-reviews.ts';

const DAY = 86_400_000;
let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;
let stranger: TestMember;
let admin: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  const { db } = kindpal.services;
  owner = await createMember(db);
  sitter = await createMember(db, { role: 'pet_sitter' });
  stranger = await createMember(db);
  admin = await createMember(db, { app_role: 'admin' });
});
afterAll(() => kindpal.stop());

const draft = (given: Partial<ReviewDraft> = {}): ReviewDraft => ({
  rating: 5,
  text: 'Miso was happy.',
  would_repeat: true,
  facts: {},
  staff_note: '',
  ...given,
});
const endClaim = (ended: object = {}) =>
  createEndedClaim(kindpal.services.db, { owner_id: owner.id, sitter_id: sitter.id, ended });
const write = (who: TestMember, claim_id: string, given: Partial<ReviewDraft> = {}) =>
  kindpal.callerFor(who).review.write({ claim_id, ...draft(given) });
const about = async (who: TestMember, reader: TestMember = stranger) =>
  (await kindpal.callerFor(reader).review.list({ reviewee_id: who.id, limit: 50 })).items;
const ofJob = async (who: TestMember, job_id: string) =>
  (await kindpal.callerFor(who).review.listReviewable({ job_id }))[0];
async function ratingOf(who: TestMember) {
  return (await kindpal.callerFor(stranger).member.get({ id: who.id })).rating;
}

describe('a review [R9]', () => {
  it('waits for the other side’s, and then both appear at once [R9]', async () => {
    const { claim_id, job_id } = await endClaim();
    const before = await ratingOf(sitter);
    const mine = await write(owner, claim_id, { facts: { on_time: true } });
    expect(mine).toMatchObject({ side: 'owner', occasion: 'completed', published_at: null });
    expect(await ratingOf(sitter)).toEqual(before);
    expect((await ofJob(sitter, job_id))?.theirs).toBeNull();
    await write(sitter, claim_id, { rating: 4, facts: { prepared: false } });
    expect(await ofJob(sitter, job_id)).toMatchObject({
      as: 'sitter',
      mine: { rating: 4, published_at: expect.any(String) },
      theirs: { id: mine.id, rating: 5, facts: { on_time: true }, can: { reply: true } },
      can: { write: false },
    });
    expect(await ratingOf(sitter)).toMatchObject({ count: before.count + 1 });
    expect((await about(owner))[0]).toMatchObject({ rating: 4, reviewer: { id: sitter.id } });
  });

  it('is published after 14 days without the other, and nobody can write the other then [R9]', async () => {
    const { claim_id } = await endClaim();
    const { publish_at, id } = await write(owner, claim_id);
    const due = new Date(publish_at);
    expect(due.getTime() - Date.now()).toBeGreaterThan(13.9 * DAY);
    kindpal.setNow(new Date(due.getTime() - 1));
    await publishDueReviews(kindpal.services);
    expect((await about(sitter)).map((one) => one.id)).not.toContain(id);
    kindpal.setNow(due);
    expect(await refusalOf(write(sitter, claim_id))).toBe('REVIEW_CLOSED');
    await publishDueReviews(kindpal.services);
    expect((await about(sitter))[0]).toMatchObject({ id });
    kindpal.setNow(null);
    // Not even with a clock that is behind: a published review could have been read.
    expect(await refusalOf(write(sitter, claim_id))).toBe('REVIEW_CLOSED');
  });

  it('can be rewritten until it is published, and not after [R9]', async () => {
    const { claim_id, job_id } = await endClaim();
    await write(owner, claim_id);
    await write(owner, claim_id, { rating: 2, text: 'On second thought.', staff_note: 'A word' });
    expect((await ofJob(owner, job_id))?.mine).toMatchObject({ rating: 2, staff_note: 'A word' });
    await write(sitter, claim_id);
    expect(await refusalOf(write(owner, claim_id))).toBe('REVIEW_PUBLISHED');
    const change = kindpal.services.db.pool.query(
      'UPDATE reviews SET rating = 1 WHERE claim_id = $1',
      [claim_id],
    );
    await expect(change).rejects.toThrow(/stays as it is/);
  });

  it('of both sides at the same time publishes both, every time [R9]', async () => {
    for (let round = 0; round < 10; round++) {
      const { claim_id } = await endClaim();
      await Promise.all([write(owner, claim_id), write(sitter, claim_id)]);
      const { rows } = await kindpal.services.db.pool.query(
        'SELECT count(*)::int AS count FROM published_reviews WHERE claim_id = $1',
        [claim_id],
      );
      expect(rows[0].count).toBe(2);
    }
  });

  it('sent twenty times at once is one [R9]', async () => {
    const { claim_id } = await endClaim();
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, n) => write(owner, claim_id, { rating: (n % 5) + 1 })),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
  });

  it('is for a job that was completed, missed or canceled late; for no other [R9]', async () => {
    const { db } = kindpal.services;
    const start = new Date(Date.now() + 2 * DAY + 60_000);
    const occasionOf = async (ended: object) => {
      const { claim_id } = await endClaim(ended);
      return outcomeOf(write(owner, claim_id));
    };
    const released = { end_reason: 'released', ended_by: sitter.id };
    expect(await occasionOf({ ...released, start_date: start })).toBe('REVIEW_CLOSED');
    const late = new Date(start.getTime() - 120_000);
    expect(await occasionOf({ ...released, start_date: late })).toBe('ok');
    const cancelled = { end_reason: 'cancelled', ended_by: owner.id };
    expect(await occasionOf(cancelled)).toBe('ok');
    expect(await occasionOf({ ...cancelled, ended_by: admin.id })).toBe('REVIEW_CLOSED');
    expect(await occasionOf({ end_reason: 'no_show', ended_by: owner.id })).toBe('ok');
    const { claim } = await createClaim(db, { sitter_id: sitter.id });
    expect(await refusalOf(write(sitter, claim.id))).toBe('REVIEW_CLOSED');
  });

  it('is for the two participants of the claim; for others the claim does not exist [R9] [S6]', async () => {
    const { claim_id, job_id } = await endClaim();
    for (const other of [stranger, admin]) {
      expect(await refusalOf(write(other, claim_id))).toBe('NOT_FOUND');
      expect(await kindpal.callerFor(other).review.listReviewable({ job_id })).toEqual([]);
    }
    const forged = kindpal
      .callerFor(owner)
      .review.write({ claim_id, ...draft(), reviewer_id: sitter.id });
    expect(await refusalOf(forged)).toBe('FORBIDDEN');
    const facts = { prepared: true };
    expect(await refusalOf(write(owner, claim_id, { facts }))).toBe('INVALID_INPUT');
  });

  it('can be replied to once, by its subject [R9]', async () => {
    const { claim_id } = await endClaim();
    const { id: review_id } = await write(owner, claim_id);
    const reply = (who: TestMember, text = 'Thank you!') =>
      kindpal.callerFor(who).review.reply({ review_id, reply: text });
    expect(await refusalOf(reply(sitter))).toBe('NOT_FOUND');
    await write(sitter, claim_id);
    expect(await refusalOf(reply(owner))).toBe('NOT_FOUND');
    expect(await refusalOf(reply(stranger))).toBe('NOT_FOUND');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) => outcomeOf(reply(sitter, `Thanks ${n}`))),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'ALREADY_REPLIED')).toHaveLength(9);
    expect((await about(sitter)).find(({ id }) => id === review_id)?.reply).toMatch(/^Thanks \d$/);
  });

  it('keeps its text when its author leaves, without a name [R9]', async () => {
    const { db } = kindpal.services;
    const leaver = await createMember(db);
    const { claim_id } = await createEndedClaim(db, {
      owner_id: leaver.id,
      sitter_id: sitter.id,
    });
    const { id } = await write(leaver, claim_id);
    await write(sitter, claim_id);
    await kindpal.asOwner(`DELETE FROM auth."user" WHERE id = '${leaver.id}'`);
    expect((await about(sitter)).find((one) => one.id === id)).toMatchObject({
      reviewer: null,
      text: 'Miso was happy.',
    });
  });
});

describe('reviews before staff [S4]', () => {
  const listed = async () =>
    (await kindpal.callerFor(admin).review.listForStaff({ limit: 50 })).items;

  it('include the note that is only for staff [R9] [S4]', async () => {
    const { claim_id } = await endClaim();
    const { id } = await write(owner, claim_id, { staff_note: 'He smelled of smoke' });
    expect((await listed()).find((one) => one.id === id)?.staff_note).toBe('He smelled of smoke');
    await write(sitter, claim_id);
    expect(JSON.stringify(await about(sitter, sitter))).not.toContain('smoke');
  });

  it('can be hidden and shown again: their stars don’t count, then count again, and their author is notified [S4]', async () => {
    const { claim_id } = await endClaim();
    const { id: review_id } = await write(owner, claim_id, { rating: 1 });
    await write(sitter, claim_id);
    const before = await ratingOf(sitter);
    const hide = { review_id, reason: 'It tells where somebody lives' };
    await kindpal.callerFor(admin).review.hide(hide);
    expect((await ratingOf(sitter)).count).toBe(before.count - 1);
    expect((await about(sitter)).map(({ id }) => id)).not.toContain(review_id);
    const mails = await readMailbox(kindpal.services, owner.email);
    expect(mails.map(({ text }) => text).join()).toContain(hide.reason);
    const reply = kindpal.callerFor(sitter).review.reply({ review_id, reply: 'Where?' });
    expect(await refusalOf(reply)).toBe('NOT_FOUND');
    await kindpal.callerFor(admin).review.restore({ review_id });
    expect(await ratingOf(sitter)).toEqual(before);
    // The refused reply to what was hidden is not there now.
    expect((await about(sitter)).find(({ id }) => id === review_id)).toMatchObject({ reply: null });
    expect(await refusalOf(kindpal.callerFor(stranger).review.hide(hide))).toBe('FORBIDDEN');
  });

  it('of a suspended author are hidden without an email to them [S4]', async () => {
    const { db } = kindpal.services;
    const author = await createMember(db);
    const { claim_id } = await createEndedClaim(db, { owner_id: author.id, sitter_id: sitter.id });
    const { id: review_id } = await write(author, claim_id);
    await db.pool.query('UPDATE users SET suspended_at = now() WHERE id = $1', [author.id]);
    await kindpal.callerFor(admin).review.hide({ review_id, reason: 'It tells an address' });
    expect(await readMailbox(kindpal.services, author.email)).toEqual([]);
  });

  it('cannot be moderated or seen early by staff involved in them [S4]', async () => {
    const { db } = kindpal.services;
    const { claim_id } = await createEndedClaim(db, { owner_id: admin.id, sitter_id: sitter.id });
    const { id: review_id } = await write(sitter, claim_id, { staff_note: 'About the admin' });
    expect((await listed()).map(({ id }) => id)).not.toContain(review_id);
    const hide = kindpal.callerFor(admin).review.hide({ review_id, reason: 'No' });
    expect(await refusalOf(hide)).toBe('NOT_FOUND');
  });

  it('by a super admin can be moderated by no admin [S4]', async () => {
    const { db } = kindpal.services;
    const superAdmin = await createMember(db, { app_role: 'super_admin' });
    const { claim_id } = await createEndedClaim(db, {
      owner_id: superAdmin.id,
      sitter_id: sitter.id,
    });
    const { id: review_id } = await write(superAdmin, claim_id);
    const { id: other } = await write(owner, (await endClaim()).claim_id);
    const can = new Map((await listed()).map((one) => [one.id, one.can.moderate]));
    expect([can.get(review_id), can.get(other)]).toEqual([false, true]);
    const { hide, restore } = kindpal.callerFor(admin).review;
    expect(await refusalOf(hide({ review_id, reason: 'No' }))).toBe('FORBIDDEN');
    expect(await refusalOf(restore({ review_id }))).toBe('FORBIDDEN');
    expect((await listed()).find(({ id }) => id === review_id)?.hidden_reason).toBeNull();
  });
});
