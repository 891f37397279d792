import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { REMOVED_MESSAGE } from '../moderation/content.ts';
import {
  createClaim,
  createConversation,
  createEndedClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { readMailbox } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { pruneReports } from './prune-reports.ts';

let kindpal: TestKindpal;
let admin: TestMember;
let colleague: TestMember;
let superAdmin: TestMember;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
  admin = await member({ app_role: 'admin' });
  colleague = await member({ app_role: 'admin' });
  superAdmin = await member({ app_role: 'super_admin' });
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await member({ first_name: 'Olive', bio: 'I pay in cash, before the walk' });
  sitter = await member({ role: 'pet_sitter', first_name: 'Sam' });
});

const member = (given: Parameters<typeof createMember>[1] = {}) =>
  createMember(kindpal.services.db, given);
const as = (who: TestMember | null) => kindpal.callerFor(who);
const query = async (text: string, values: unknown[] = []) =>
  (await kindpal.services.db.pool.query(text, values)).rows;

type Subject = 'message' | 'conversation' | 'job' | 'profile' | 'review' | 'picture';
const send = (who: TestMember, subject_type: Subject, subject_id: string, more: object = {}) =>
  as(who).report.send({ subject_type, subject_id, reason: 'harassment', ...more });
const WHY = 'This is not how we treat each other.';
const take = (id: string, who = admin) => as(who).report.take({ id });
type Decision = Parameters<ReturnType<typeof as>['report']['decide']>[0];
const decide = (
  id: string,
  kind: Decision['kind'],
  { by = admin, ...more }: Partial<Decision> & { by?: TestMember } = {},
) => as(by).report.decide({ id, kind, ...(kind === 'dismiss' ? {} : { reason: WHY }), ...more });
const snapshotOf = async (id: string) => (await as(admin).report.get({ id })).snapshot;

/** A job held by the sitter, with a thread in which the owner wrote `words`. */
async function talked(words: string[]) {
  const { job, claim } = await createClaim(kindpal.services.db, {
    job: await createJob(kindpal.services.db, { owner_id: owner.id }),
    sitter_id: sitter.id,
  });
  const ids: string[] = [];
  for (const content of words) {
    const sent = await as(owner).chat.sendJobMessage({
      job_id: job.id,
      content,
      client_id: randomUUID(),
    });
    ids.push(sent.id);
  }
  return { job, claim, ids };
}

describe('a member who reports [S4]', () => {
  it('a message stores a copy of it and of the messages around it, which later deletions do not change', async () => {
    const words = Array.from({ length: 14 }, (_, n) => `Word ${n}`);
    const { ids } = await talked(words);
    const { id, outcome } = await send(sitter, 'message', ids[7] ?? '');
    expect(outcome).toBe('waiting');
    const copy = await snapshotOf(id);
    expect(copy.messages?.map(({ content }) => content)).toEqual(words.slice(2, 13));
    expect(copy.messages?.[5]).toMatchObject({ id: ids[7], sender_id: owner.id });
  });

  it('a conversation, a job, a profile, a review or a picture has the same', async () => {
    const { db } = kindpal.services;
    const { claim, job } = await talked(['Pay me first']);
    const talk = await createConversation(db, [owner, sitter]);
    await as(owner).chat.sendDirectMessage({ member_id: sitter.id, content: 'Hello you' });
    const url = '/storage/v1/object/public/profile-images/reported.webp';
    await query(`INSERT INTO files (path, owner_id, bytes) VALUES ('reported.webp', $1, 1)`, [
      owner.id,
    ]);
    await query('UPDATE users SET profile_image_url = $2 WHERE id = $1', [owner.id, url]);
    const copies = await Promise.all(
      (
        [
          ['conversation', claim.id],
          ['conversation', talk],
          ['job', job.id],
          ['profile', owner.id],
          ['picture', owner.id],
        ] as const
      ).map(async ([type, id]) => snapshotOf((await send(sitter, type, id)).id)),
    );
    expect(copies).toMatchObject([
      { messages: [{ content: 'Pay me first' }] },
      { messages: [{ content: 'Hello you' }] },
      { title: job.title, text: job.description },
      { text: 'I pay in cash, before the walk' },
      { picture: url },
    ]);
    const ended = await createEndedClaim(db, { owner_id: owner.id, sitter_id: sitter.id });
    for (const [who, side] of [
      [owner, 'owner'],
      [sitter, 'sitter'],
    ] as const) {
      const form = {
        claim_id: ended.claim_id,
        rating: 1,
        text: `Bad ${side}`,
        would_repeat: false,
      };
      await as(who).review.write({ ...form, facts: {}, staff_note: '' });
    }
    const [row] = await query(`SELECT id FROM reviews WHERE reviewer_id = $1`, [owner.id]);
    expect(await snapshotOf((await send(sitter, 'review', row.id)).id)).toMatchObject({
      rating: 1,
      text: 'Bad owner',
    });
  });

  it('can do so once while it waits, however often they press', async () => {
    const presses = await Promise.all(
      Array.from({ length: 10 }, () => outcomeOf(send(sitter, 'profile', owner.id))),
    );
    expect(presses.sort()).toEqual([...Array(9).fill('ALREADY_REPORTED'), 'ok']);
  });

  it('can report only what they see, and nothing of their own', async () => {
    const stranger = await member({ role: 'both' });
    const { ids, claim, job } = await talked(['Pay me first']);
    const talk = await createConversation(kindpal.services.db, [owner, sitter]);
    const unseen: [TestMember, Subject, string][] = [
      [stranger, 'message', ids[0] ?? ''],
      [stranger, 'conversation', claim.id],
      [stranger, 'conversation', talk],
      [stranger, 'job', job.id],
      [stranger, 'picture', owner.id],
      [stranger, 'review', randomUUID()],
      [owner, 'message', ids[0] ?? ''],
      [owner, 'profile', owner.id],
      [owner, 'job', job.id],
    ];
    for (const [who, type, id] of unseen) {
      expect([type, await refusalOf(send(who, type, id))]).toEqual([type, 'NOT_FOUND']);
    }
    await as(owner).block.create({ member_id: stranger.id });
    expect(await refusalOf(send(stranger, 'profile', owner.id))).toBe('NOT_FOUND');
    expect(
      await refusalOf(
        as(null).report.send({ subject_type: 'profile', subject_id: owner.id, reason: 'spam' }),
      ),
    ).toBe('UNAUTHORIZED');
    expect(
      await query('SELECT FROM reports WHERE reporter_id IN ($1, $2)', [stranger.id, owner.id]),
    ).toEqual([]);
  });

  it('can block in the same step, or neither is done', async () => {
    await send(sitter, 'profile', owner.id, { block: true });
    expect((await as(sitter).block.list({})).items.map(({ id }) => id)).toEqual([owner.id]);
    // Sent again because the answer was lost: it says that the report exists.
    const again = send(sitter, 'profile', owner.id, { block: true });
    expect(await refusalOf(again)).toBe('ALREADY_REPORTED');
    const other = await member();
    await query(
      `INSERT INTO member_blocks (blocker_id, blocked_id)
       SELECT $1, id FROM users WHERE id NOT IN ($1, $2, $3) LIMIT 500`,
      [sitter.id, owner.id, other.id],
    );
    const [{ n }] = await query(
      'SELECT count(*)::int AS n FROM member_blocks WHERE blocker_id = $1',
      [sitter.id],
    );
    expect(n).toBeGreaterThan(1);
  });

  it('cannot use a block to learn who wrote a review without a name: by nobody, whatever the reason', async () => {
    const { db } = kindpal.services;
    const author = await member({ role: 'both' });
    // Each reader has dealt with the author before, who could be blocked by name.
    const readers = await Promise.all([0, 1, 2].map(() => member()));
    for (const { id } of readers)
      await createEndedClaim(db, { owner_id: id, sitter_id: author.id });
    const { claim_id } = await createEndedClaim(db, { owner_id: author.id, sitter_id: sitter.id });
    const review = await as(author).review.write({ claim_id, rating: 1, would_repeat: false });
    await as(sitter).review.write({ claim_id, rating: 1, would_repeat: false });
    const [blocked, blocking, plain] = readers as [TestMember, TestMember, TestMember];
    const blocks = async (who: TestMember) => (await as(who).block.list({})).items.length;
    await as(author).block.create({ member_id: blocked.id });
    await as(blocking).block.create({ member_id: author.id });
    for (const [who, listed] of [
      [blocked, 0],
      [blocking, 1],
    ] as const) {
      expect(await refusalOf(send(who, 'review', review.id, { block: true }))).toBe('NOT_FOUND');
      expect(await blocks(who)).toBe(listed);
      expect((await send(who, 'review', review.id)).outcome).toBe('waiting');
    }
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', [author.id]);
    expect(await refusalOf(send(plain, 'review', review.id, { block: true }))).toBe('NOT_FOUND');
    await query('UPDATE users SET suspended_at = NULL WHERE id = $1', [author.id]);
    await send(plain, 'review', review.id, { block: true });
    expect(await blocks(plain)).toBe(1);
  });

  it('reads the outcome, and the reported member learns nothing of a report', async () => {
    const before = [
      await as(owner).notification.list({ limit: 20 }),
      await as(owner).member.get({ id: owner.id }),
    ];
    const { id } = await send(sitter, 'profile', owner.id, { details: 'Look at the bio' });
    expect([
      await as(owner).notification.list({ limit: 20 }),
      await as(owner).member.get({ id: owner.id }),
    ]).toEqual(before);
    expect((await as(owner).report.listMine({})).items).toEqual([]);
    const events = await query(
      `SELECT FROM change_events WHERE $1 = ANY(audience) AND created_at > now() - interval '1 minute' AND table_name = 'notifications'`,
      [owner.id],
    );
    expect(events).toEqual([]);
    await take(id);
    await decide(id, 'dismiss', { note: 'Cash is allowed' });
    expect((await as(sitter).report.listMine({})).items).toMatchObject([
      { id, outcome: 'no_action', details: 'Look at the bio' },
    ]);
    expect(JSON.stringify(await as(sitter).report.listMine({}))).not.toContain('Cash is allowed');
    expect((await as(owner).moderation.listMine({})).items).toEqual([]);
  });

  it('cannot send a 31st report on one day', async () => {
    const busy = await member();
    const outcomes: string[] = [];
    for (let n = 0; n < 31; n += 1) {
      outcomes.push(await outcomeOf(send(busy, 'job', randomUUID())));
    }
    expect(new Set(outcomes.slice(0, 30))).toEqual(new Set(['NOT_FOUND']));
    expect(outcomes[30]).toBe('TOO_MANY_REQUESTS');
  });
});

describe('the moderation queue [S4]', () => {
  it('has the most harmful reports first, then the oldest, page by page, each once', async () => {
    await query('UPDATE reports SET decided_at = now() WHERE decided_at IS NULL');
    const reasons = ['spam', 'danger', 'privacy', 'danger', 'fraud', 'other'] as const;
    const ids: Record<string, string[]> = {};
    for (const reason of reasons) {
      const about = await member();
      const { id } = await send(await member(), 'profile', about.id, { reason });
      ids[reason] = [...(ids[reason] ?? []), id];
    }
    const { danger, fraud, privacy, spam, other } = ids;
    const expected = [
      ...(danger ?? []),
      ...(fraud ?? []),
      ...(privacy ?? []),
      ...(spam ?? []),
      ...(other ?? []),
    ];
    const shown: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await as(admin).report.list({ limit: 2, ...(cursor ? { cursor } : {}) });
      shown.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    expect(shown).toEqual(expected);
    expect(await refusalOf(as(admin).report.list({ cursor: 'nonsense' }))).toBe('INVALID_INPUT');
  });

  it('gives a report to one of twenty who take it at once, and lets others take it after two hours', async () => {
    const { id } = await send(sitter, 'profile', owner.id);
    const staff = await Promise.all(
      Array.from({ length: 20 }, () => member({ app_role: 'admin' })),
    );
    const outcomes = await Promise.all(staff.map((who) => outcomeOf(take(id, who))));
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['ok', 'REPORT_TAKEN']));
    expect(await refusalOf(decide(id, 'warn'))).toBe('REPORT_TAKEN');
    await query(`UPDATE reports SET assigned_at = now() - interval '3 hours' WHERE id = $1`, [id]);
    expect((await take(id)).assigned_to?.id).toBe(admin.id);
    await as(admin).report.giveBack({ id });
    expect((await as(colleague).report.get({ id })).can).toMatchObject({ take: true, decide: [] });
  });

  it('cannot be reserved for more than two hours by taking it again, and shows until when it is taken', async () => {
    const { id } = await send(sitter, 'profile', owner.id);
    const ages = (hours: number) =>
      query(`UPDATE reports SET assigned_at = assigned_at - $2 * interval '1 hour' WHERE id = $1`, [
        id,
        hours,
      ]);
    const { taken_until: until } = await take(id);
    const left = Date.parse(until ?? '') - kindpal.services.clock.now().getTime();
    expect(left).toBeGreaterThan(119 * 60_000);
    await ages(1);
    expect(Date.parse((await take(id)).taken_until ?? '')).toBe(
      Date.parse(until ?? '') - 3_600_000,
    );
    expect(await refusalOf(take(id, colleague))).toBe('REPORT_TAKEN');
    await as(admin).report.giveBack({ id });
    await take(id);
    await ages(1.5);
    await take(id);
    expect((await as(colleague).report.get({ id })).can.take).toBe(true);
    expect((await take(id, colleague)).assigned_to?.id).toBe(colleague.id);
    // The colleague who took it over now has two hours.
    expect(await refusalOf(take(id))).toBe('REPORT_TAKEN');
    // The same person gets another two hours once it was free for two hours.
    await ages(4.1);
    expect(Date.parse((await take(id, colleague)).taken_until ?? '')).toBeGreaterThan(Date.now());
  });

  it('is for staff alone, and shows none of them a report that they made or that is about them', async () => {
    const { id: own } = await send(admin, 'profile', owner.id);
    const { id: about } = await send(sitter, 'profile', admin.id);
    const listed = (await as(admin).report.list({ limit: 50 })).items.map(({ id }) => id);
    for (const id of [own, about]) {
      expect(listed).not.toContain(id);
      expect(await refusalOf(as(admin).report.get({ id }))).toBe('NOT_FOUND');
      expect(await refusalOf(take(id))).toBe('NOT_FOUND');
      expect(await refusalOf(decide(id, 'dismiss'))).toBe('NOT_FOUND');
    }
    for (const who of [sitter, owner])
      expect(await refusalOf(as(who).report.list({}))).toBe('FORBIDDEN');
    // Of the same rank: only no action is possible, until a super admin decides.
    expect((await take(about, colleague)).can.decide).toEqual(['dismiss']);
    expect(await refusalOf(decide(about, 'warn', { by: colleague }))).toBe('FORBIDDEN');
    await as(colleague).report.giveBack({ id: about });
    expect((await take(about, superAdmin)).can.decide).toContain('suspend');
  });

  it('does not exist for staff who reported the same thing, who hold the job, or who are the subject of the review', async () => {
    const third = await member();
    await send(admin, 'profile', owner.id);
    const { id } = await send(sitter, 'profile', owner.id, { reason: 'danger' });
    const ended = await createEndedClaim(kindpal.services.db, {
      owner_id: owner.id,
      sitter_id: admin.id,
    });
    const form = { claim_id: ended.claim_id, rating: 1, text: 'Late', would_repeat: false };
    const { id: reviewId } = await as(owner).review.write({ ...form, facts: {}, staff_note: '' });
    await query('UPDATE reviews SET published_at = now() WHERE id = $1', [reviewId]);
    const { id: ofReview } = await send(third, 'review', reviewId, { reason: 'danger' });
    const job = await createJob(kindpal.services.db, { owner_id: owner.id });
    await createClaim(kindpal.services.db, { job, sitter_id: admin.id });
    const [{ id: ofJob }] = (await query(
      `INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot)
       VALUES ($1, $2, 'job', $3, 'danger', '{}') RETURNING id`,
      [third.id, owner.id, job.id],
    )) as [{ id: string }];
    const toldOf = async (event: string) =>
      (await query(`SELECT member_id AS id FROM notifications WHERE event_key = $1`, [event])).map(
        (told: { id: string }) => told.id,
      );
    const seenBy = async (who: TestMember) =>
      (await as(who).report.list({ state: 'open', limit: 50 })).items.map((one) => one.id);
    const counted = async (who: TestMember) => (await as(who).report.count()).open;
    const [before, others] = [await counted(admin), await counted(colleague)];
    for (const one of [id, ofReview, ofJob]) {
      expect(await seenBy(colleague)).toContain(one);
      expect(await seenBy(admin)).not.toContain(one);
      expect(await toldOf(one)).toContain(colleague.id);
      expect(await toldOf(one)).not.toContain(admin.id);
      expect(await refusalOf(as(admin).report.get({ id: one }))).toBe('NOT_FOUND');
      expect(await refusalOf(take(one))).toBe('NOT_FOUND');
      // One that they took before they reported the same.
      await query('UPDATE reports SET assigned_to = $2, assigned_at = now() WHERE id = $1', [
        one,
        admin.id,
      ]);
      expect(await refusalOf(decide(one, 'warn'))).toBe('NOT_FOUND');
      const question = { report_id: one, side: 'member', question: 'What happened?' } as const;
      expect(await refusalOf(as(admin).hearing.ask(question))).toBe('NOT_FOUND');
      await query('UPDATE reports SET assigned_to = NULL WHERE id = $1', [one]);
      await take(one, colleague);
      await decide(one, 'warn', { by: colleague });
    }
    expect([before, others]).toEqual([await counted(admin), (await counted(colleague)) + 4]);
    // The decision was also about their own report.
    expect(await refusalOf(as(admin).report.get({ id }))).toBe('NOT_FOUND');
  });

  it('decides all open reports of the same thing at once, and of two decisions the second is refused', async () => {
    const others = [sitter, await member(), await member()];
    const sent = [];
    for (const who of others) sent.push((await send(who, 'profile', owner.id)).id);
    const [first = '', second = ''] = sent;
    expect((await take(first)).same_open).toBe(3);
    await take(second, colleague);
    const outcomes = await Promise.all([
      outcomeOf(decide(first, 'warn')),
      outcomeOf(decide(second, 'warn', { by: colleague })),
    ]);
    expect(outcomes.sort()).toEqual(['REPORT_DECIDED', 'ok']);
    for (const who of others) {
      expect((await as(who).report.listMine({})).items).toMatchObject([{ outcome: 'action' }]);
    }
    expect((await as(owner).moderation.listMine({})).items).toMatchObject([
      { kind: 'warn', reason: WHY },
    ]);
  });

  it('shows earlier decisions about both sides, and how long half of the decisions took', async () => {
    const { id: earlier } = await send(owner, 'profile', sitter.id);
    await take(earlier);
    await decide(earlier, 'warn');
    const { id } = await send(sitter, 'profile', owner.id);
    const { sides } = await as(admin).report.get({ id });
    expect(sides.reporter).toMatchObject({ id: sitter.id, reports_about: 1, reports_made: 1 });
    expect(sides.reporter?.decisions).toMatchObject([{ kind: 'warn', reason: WHY }]);
    expect(sides.member).toMatchObject({ id: owner.id, reports_made: 1, reports_upheld: 1 });
    await query(
      `UPDATE reports SET created_at = decided_at - interval '90 minutes' WHERE decided_at IS NOT NULL`,
    );
    expect(await as(admin).report.count()).toMatchObject({ median_minutes: 90 });
  });

  it('that are about staff change no count that these staff read', async () => {
    const suspect = await member({ app_role: 'admin' });
    const { id } = await send(owner, 'profile', sitter.id);
    const read = async () => {
      const { median_minutes: _, ...counts } = await as(suspect).report.count();
      return { ...counts, sides: (await as(suspect).report.get({ id })).sides };
    };
    const before = await read();
    const bystander = await member({ app_role: 'admin' });
    const { open } = await as(bystander).report.count();
    const { id: about } = await send(owner, 'profile', suspect.id);
    expect(await read()).toEqual(before);
    expect(await as(bystander).report.count()).toMatchObject({ open: open + 1 });
    await take(about, superAdmin);
    await decide(about, 'dismiss', { by: superAdmin });
    await as(owner).report.withdraw({ id: (await send(owner, 'profile', suspect.id)).id });
    expect(await read()).toEqual(before);
    expect((await as(admin).report.get({ id })).sides.reporter).toMatchObject({
      reports_made: 2,
      reports_withdrawn: 1,
    });
  });

  it('deletes reports that were decided two years ago', async () => {
    const { id: old } = await send(sitter, 'profile', owner.id);
    await query(`UPDATE reports SET decided_at = now() - interval '25 months' WHERE id = $1`, [
      old,
    ]);
    const { id: open } = await send(sitter, 'profile', owner.id);
    await pruneReports(kindpal.services);
    expect(await query('SELECT id FROM reports WHERE id IN ($1, $2)', [old, open])).toEqual([
      { id: open },
    ]);
  });
});

describe('a decision about a report [S4]', () => {
  it('removes a message from the thread for both, and restores it when undone', async () => {
    const { ids, job } = await talked(['Pay me first']);
    const { id } = await send(sitter, 'message', ids[0] ?? '');
    await take(id);
    const decided = await decide(id, 'remove');
    const thread = async (who: TestMember) =>
      (await as(who).chat.listJobMessages({ job_id: job.id })).items.map(({ content }) => content);
    for (const who of [owner, sitter]) expect(await thread(who)).toEqual([REMOVED_MESSAGE]);
    const [decision] = decided.sides.member.decisions;
    await as(colleague).moderation.undo({ id: decision?.id ?? '', reason: 'It was a joke' });
    expect(await thread(sitter)).toEqual(['Pay me first']);
    const subjects = (await readMailbox(kindpal.services, owner.email)).map(
      ({ subject }) => subject,
    );
    expect(subjects.sort()).toEqual([
      'Our team removed something of yours',
      'We reversed a decision',
    ]);
  });

  it('removes a bio and takes down a job once; what no longer exists cannot be removed', async () => {
    const job = await createJob(kindpal.services.db, { owner_id: owner.id });
    const { id: ofJob } = await send(sitter, 'job', job.id);
    const { id: ofBio } = await send(sitter, 'profile', owner.id);
    for (const id of [ofJob, ofBio]) {
      await take(id);
      await decide(id, 'remove');
    }
    expect(
      await query(
        'SELECT bio, (SELECT cancel_code FROM jobs WHERE id = $2) FROM users WHERE id = $1',
        [owner.id, job.id],
      ),
    ).toEqual([{ bio: null, cancel_code: 'taken_down' }]);
    const { id: again } = await send(sitter, 'profile', owner.id);
    await take(again);
    expect(await refusalOf(decide(again, 'remove'))).toBe('CONTENT_GONE');
    expect((await as(admin).report.get({ id: again })).decided_at).toBeNull();
  });

  it('hides a review or takes down a job; the member it is about is emailed how to appeal, and a sitter how to contact us', async () => {
    const { claim_id } = await createEndedClaim(kindpal.services.db, {
      owner_id: owner.id,
      sitter_id: sitter.id,
    });
    const review = {
      claim_id,
      text: 'Late, as always',
      would_repeat: false,
      facts: {},
      staff_note: '',
    };
    const { id: reviewed } = await as(owner).review.write({ ...review, rating: 1 });
    await as(sitter).review.write({ ...review, rating: 1 });
    const { id: ofReview } = await send(sitter, 'review', reviewed);
    const { job } = await talked([]);
    const { id: ofJob } = await send(sitter, 'job', job.id);
    for (const [id, kind] of [
      [ofReview, 'hide'],
      [ofJob, 'remove'],
    ] as const) {
      await take(id);
      await decide(id, kind);
    }
    const textsOf = async ({ email }: TestMember) =>
      new Map(
        (await readMailbox(kindpal.services, email)).map(({ subject, text }) => [subject, text]),
      );
    const texts = await textsOf(owner);
    for (const subject of ['Your review was hidden', 'Your job was taken down']) {
      expect(texts.get(subject)).toContain('you can appeal once');
      expect(texts.get(subject)).toContain('/my-requests');
    }
    const own = (await as(owner).moderation.listMine({})).items;
    expect(own.map(({ kind, can }) => [kind, can.appeal])).toEqual([
      ['remove', true],
      ['hide', true],
    ]);
    const ofSitter = (await textsOf(sitter)).get('A job you claimed was taken down');
    expect(ofSitter).toContain('please contact us');
  });

  it('suspends with an end date in the same step, and is refused for content it cannot apply to', async () => {
    const { id } = await send(sitter, 'profile', owner.id);
    await take(id);
    for (const wrong of [
      { id, kind: 'suspend', reason: WHY },
      { id, kind: 'warn' },
      { id, kind: 'ban', reason: WHY, ends_at: new Date(Date.now() + 1e9).toISOString() },
    ] as const) {
      expect(await refusalOf(as(admin).report.decide(wrong))).toBe('INVALID_INPUT');
    }
    expect(await refusalOf(decide(id, 'hide'))).toBe('FORBIDDEN');
    await decide(id, 'suspend', { ends_at: new Date(Date.now() + 86_400_000).toISOString() });
    expect(await refusalOf(as(owner).job.listMine({ as: 'owner' }))).toBe('UNAUTHORIZED');
    expect((await as(sitter).report.listMine({})).items).toMatchObject([{ outcome: 'action' }]);
  });

  it('can be appealed once, only by the member concerned, and other staff answer', async () => {
    const { id } = await send(sitter, 'profile', owner.id);
    await take(id);
    await decide(id, 'remove');
    const [own] = (await as(owner).moderation.listMine({})).items;
    expect(own).toMatchObject({ kind: 'remove', subject_type: 'profile', can: { appeal: true } });
    const appeal = (who: TestMember) =>
      as(who).moderation.appeal({ id: own?.id ?? '', text: 'It is true' });
    expect(await refusalOf(appeal(sitter))).toBe('NOT_FOUND');
    const presses = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(appeal(owner))));
    expect(presses.filter((one) => one === 'ok')).toHaveLength(1);
    const waiting = (await as(admin).moderation.listAppeals({ limit: 50 })).items;
    expect(waiting.find((one) => one.id === own?.id)).toMatchObject({
      member: { id: owner.id },
      can: { decide_appeal: false },
    });
    await as(colleague).moderation.decideAppeal({
      id: own?.id ?? '',
      decision: 'granted',
      answer: 'So it is',
    });
    expect(await as(owner).member.get({ id: owner.id })).toMatchObject({
      bio: 'I pay in cash, before the walk',
    });
  });

  it('is not upheld by staff who reported what it is about, or who are the subject of the hidden review', async () => {
    const ended = await createEndedClaim(kindpal.services.db, {
      owner_id: owner.id,
      sitter_id: superAdmin.id,
    });
    const form = { claim_id: ended.claim_id, rating: 1, text: 'Late', would_repeat: false };
    const { id: reviewId } = await as(owner).review.write({ ...form, facts: {}, staff_note: '' });
    await query('UPDATE reviews SET published_at = now() WHERE id = $1', [reviewId]);
    const ofProfile = await send(colleague, 'profile', owner.id);
    const ofReview = await send(sitter, 'review', reviewId);
    for (const [{ id }, kind] of [
      [ofProfile, 'warn'],
      [ofReview, 'hide'],
    ] as const) {
      await take(id);
      await decide(id, kind);
    }
    const [hide, warn] = (await as(owner).moderation.listMine({})).items.map(({ id }) => id);
    for (const [id = '', party, neutral] of [
      [warn, colleague, superAdmin],
      [hide, superAdmin, colleague],
    ] as const) {
      await as(owner).moderation.appeal({ id, text: 'It is true' });
      const mayAnswer = async (who: TestMember) =>
        (await as(who).moderation.listAppeals({ limit: 50 })).items.find((one) => one.id === id)
          ?.can.decide_appeal;
      // The party does not see the appeal at all.
      expect([await mayAnswer(party), await mayAnswer(neutral)]).toEqual([undefined, true]);
      const answer = { id, decision: 'upheld', answer: 'It is not' } as const;
      expect(await refusalOf(as(party).moderation.decideAppeal(answer))).toBe('OWN_DECISION');
      const told = await query('SELECT member_id AS id FROM notifications WHERE event_key = $1', [
        id,
      ]);
      expect(told).toContainEqual({ id: neutral.id });
      expect(told).not.toContainEqual({ id: party.id });
      await as(neutral).moderation.decideAppeal(answer);
    }
  });
});
