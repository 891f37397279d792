import { randomUUID } from 'node:crypto';
import { BLOCKS_MAX } from '@kindpal/contract/block/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authUser } from '../db/schema/account.ts';
import { memberBlocks } from '../db/schema/block.ts';
import { users } from '../db/schema/member.ts';
import { mayHear } from '../live/open-streams.ts';
import {
  createClaim,
  createConversation,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { outcomeOf, refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let sitter: TestMember;

beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());
beforeEach(async () => {
  owner = await createMember(kindpal.services.db, { role: 'both' });
  sitter = await createMember(kindpal.services.db, { role: 'pet_sitter' });
});

const as = (who: TestMember) => kindpal.callerFor(who);
const block = (who: TestMember, whom: TestMember) => as(who).block.create({ member_id: whom.id });
const post = (who = owner) => createJob(kindpal.services.db, { owner_id: who.id });
const claim = (who: TestMember, job_id: string) => as(who).claim.create({ job_id });
const say = (who: TestMember, whom: TestMember) =>
  as(who).chat.sendDirectMessage({ member_id: whom.id, content: 'Hello' });

describe('two members, one of them blocked by the other', () => {
  it('are not named to each other as the inviter of a third member', async () => {
    const { db } = kindpal.services;
    const inviter = await createMember(db);
    const friend = await createMember(db, { role: 'pet_sitter' });
    await db.pool.query(
      `INSERT INTO invites (code, kind, created_by, used_by, used_at)
       VALUES ($1, 'granted', $2, $3, now())`,
      [randomUUID(), inviter.id, friend.id],
    );
    const toldBy = async (who: TestMember) => {
      const profile = await as(who).member.get({ id: friend.id });
      const { items } = await as(who).member.list({ limit: 50 });
      return [profile, items.find(({ id }) => id === friend.id)].map((told) =>
        told && 'invited_by' in told ? told.invited_by : undefined,
      );
    };
    expect(await toldBy(sitter)).toEqual(['Member', 'Member']);
    await block(inviter, sitter);
    expect(await toldBy(sitter)).toEqual([null, null]);
  });

  it.each(['blocker', 'blocked'])(
    'do not exist for the %s: no profile, card, job or search result',
    async (who) => {
      const job = await post();
      await block(...(who === 'blocker' ? ([sitter, owner] as const) : ([owner, sitter] as const)));
      expect(await refusalOf(as(sitter).member.get({ id: owner.id }))).toBe('NOT_FOUND');
      expect(await refusalOf(as(owner).member.get({ id: sitter.id }))).toBe('NOT_FOUND');
      expect(await refusalOf(as(sitter).member.update({ id: owner.id, bio: 'x' }))).toBe(
        'NOT_FOUND',
      );
      expect(await refusalOf(as(sitter).job.get({ id: job.id }))).toBe('NOT_FOUND');
      const told = JSON.stringify([
        await as(sitter).job.list({ limit: 50 }),
        await as(sitter).job.list({ limit: 50, search: 'Biscuit' }),
        await as(sitter).job.list({ limit: 50, owner_id: owner.id }),
        await as(sitter).job.listOwners({ limit: 20 }),
        await as(sitter).member.list({ limit: 50 }),
        await as(sitter).member.list({ limit: 50, search: 'Member' }),
      ]);
      expect(told).not.toContain(owner.id);
      expect(JSON.stringify(await as(owner).member.list({ limit: 50 }))).not.toContain(sitter.id);
      expect((await as(owner).job.get({ id: job.id })).status).toBe('open');
    },
  );

  it('claim nothing of each other, whatever state the job is in [J5]', async () => {
    const [open, held] = [await post(), await post()];
    await claim(await createMember(kindpal.services.db, { role: 'pet_sitter' }), held.id);
    await block(owner, sitter);
    for (const { id } of [open, held]) {
      expect(await refusalOf(claim(sitter, id))).toBe('NOT_FOUND');
      expect(await as(sitter).job.canClaim({ job_id: id })).toBe(false);
    }
    const asked = as(sitter).claim.create({ job_id: open.id, accepted_warnings: [] });
    expect(await refusalOf(asked)).toBe('NOT_FOUND');
    expect(
      await outcomeOf(
        claim(await createMember(kindpal.services.db, { role: 'pet_sitter' }), open.id),
      ),
    ).toBe('ok');
  });

  it('have the claim first or the block first, but never a claim after the block [J5]', async () => {
    for (let round = 0; round < 15; round++) {
      const [one, other] = [
        await createMember(kindpal.services.db, { role: 'pet_sitter' }),
        await createMember(kindpal.services.db),
      ];
      const job = await post(other);
      const [claimed, blocked] = await Promise.all([
        outcomeOf(claim(one, job.id)),
        block(round % 2 ? one : other, round % 2 ? other : one),
      ]);
      if (claimed === 'ok') expect(blocked.live_jobs.map(({ id }) => id)).toEqual([job.id]);
      else {
        expect(claimed).toBe('NOT_FOUND');
        expect((await as(other).job.get({ id: job.id })).status).toBe('open');
      }
    }
  });

  it('finish a job that runs between them, and talk in it until it ends [J6] [M1]', async () => {
    const job = await post();
    const { claim: held } = await createClaim(kindpal.services.db, { job, sitter_id: sitter.id });
    expect((await block(sitter, owner)).live_jobs).toMatchObject([
      { id: job.id, title: job.title },
    ]);
    expect(await as(sitter).job.get({ id: job.id })).toMatchObject({ view: 'member' });
    await as(owner).chat.sendJobMessage({ job_id: job.id, content: 'She is allergic to nuts' });
    expect((await as(sitter).chat.getThread({ id: held.id })).partner.can.write).toBe(true);
    await as(sitter).job.move({ job_id: job.id, action: 'release' });
    expect(await as(sitter).job.get({ id: job.id })).toMatchObject({ view: 'public' });
    expect((await as(owner).chat.getThread({ id: held.id })).partner.can.write).toBe(false);
  });

  it('can still read what they wrote, but not write; nobody reads why [M2]', async () => {
    await createConversation(kindpal.services.db, [owner, sitter]);
    await say(owner, sitter);
    await block(owner, sitter);
    for (const [me, other] of [
      [owner, sitter],
      [sitter, owner],
    ] as const) {
      const page = await as(me).chat.listDirectMessages({ member_id: other.id, limit: 20 });
      expect(page.items).toHaveLength(1);
      expect(page.partner.can.write).toBe(false);
      expect(await refusalOf(say(me, other))).toBe('MEMBER_UNAVAILABLE');
      const { items } = await as(me).chat.listThreads({ limit: 20 });
      expect(items.map((one) => one.partner.can.write)).toEqual([false]);
    }
  });

  it('cannot start a conversation, as with somebody who does not exist [M3]', async () => {
    await block(owner, sitter);
    expect(await refusalOf(say(sitter, owner))).toBe('NOT_FOUND');
    const open = as(sitter).chat.createConversation({
      participant_1: sitter.id,
      participant_2: owner.id,
    });
    expect(await refusalOf(open)).toBe('NOT_FOUND');
  });

  it('get no events of each other’s jobs, except that visible ones are gone [X4]', async () => {
    const { pool } = kindpal.services.db;
    const seen = await post();
    const { rows: heads } = await pool.query('SELECT max(id) AS id FROM change_events');
    await block(owner, sitter);
    const later = await post();
    const { rows } = await pool.query('SELECT * FROM change_events WHERE id > $1 ORDER BY id', [
      heads[0].id,
    ]);
    const heardBy = (who: TestMember) =>
      rows.filter((event) => mayHear(event, { memberId: who.id, isStaff: false }));
    expect(heardBy(sitter).map(({ op, row_id }) => [op, row_id])).toEqual([['delete', seen.id]]);
    const another = await createMember(kindpal.services.db);
    expect(heardBy(another).map(({ row_id }) => row_id)).toEqual([later.id]);
  });

  it('see each other again after the block is removed, unless the other blocks as well', async () => {
    await block(owner, sitter);
    // For a blocked member, the blocker does not exist.
    expect(await refusalOf(block(sitter, owner))).toBe('NOT_FOUND');
    await as(owner).block.remove({ member_id: sitter.id });
    expect((await as(sitter).member.get({ id: owner.id })).id).toBe(owner.id);
    await createConversation(kindpal.services.db, [owner, sitter]);
    await block(owner, sitter);
    await block(sitter, owner);
    await as(owner).block.remove({ member_id: sitter.id });
    expect(await refusalOf(as(owner).member.get({ id: sitter.id }))).toBe('NOT_FOUND');
  });
});

describe('the list of blocked members', () => {
  it('is private, and does not show who blocked them', async () => {
    await block(owner, sitter);
    await block(owner, sitter);
    expect((await as(owner).block.list({ limit: 20 })).items).toMatchObject([{ id: sitter.id }]);
    expect((await as(sitter).block.list({ limit: 20 })).items).toEqual([]);
  });

  it('cannot contain its own member, nor more than the maximum, even with five concurrent blocks', async () => {
    expect(await refusalOf(block(owner, owner))).toBe('CANNOT_BLOCK_YOURSELF');
    const { db } = kindpal.services;
    const ids = Array.from({ length: BLOCKS_MAX - 1 }, () => randomUUID());
    await db.drizzle
      .insert(authUser)
      .values(ids.map((id) => ({ id, name: 'Many', email: `${id}@example.org` })));
    const many = { first_name: 'Many', role: 'pet_owner', active_role: 'pet_owner' } as const;
    await db.drizzle.insert(users).values(ids.map((id) => ({ id, ...many })));
    await db.drizzle
      .insert(memberBlocks)
      .values(ids.map((id) => ({ blocker_id: owner.id, blocked_id: id })));
    const others = await Promise.all(Array.from({ length: 5 }, () => createMember(db)));
    const outcomes = await Promise.all(others.map((other) => outcomeOf(block(owner, other))));
    expect(outcomes.sort()).toEqual([...Array(4).fill('TOO_MANY_BLOCKS'), 'ok']);
  });
});
