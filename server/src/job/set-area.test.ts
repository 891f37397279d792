import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createArea,
  createClaim,
  createJob,
  createMember,
  type TestMember,
} from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
let owner: TestMember;
let town: { place_id: number; location: string };
beforeAll(async () => {
  kindpal = await startTestKindpal();
  owner = await createMember(kindpal.services.db);
  town = await createArea(kindpal.services.db, 'Pebble Bay, Nowhere');
});
afterAll(() => kindpal.stop());

/** A job from before areas existed: the place its owner had typed is its address now. */
const oldJob = (given = {}) =>
  createJob(kindpal.services.db, {
    owner_id: owner.id,
    place_id: null,
    location: null,
    address: 'Blue door, ring twice',
    ...given,
  });
const name = (who: TestMember | null, job_id: string, place_id = town.place_id) =>
  kindpal.callerFor(who).job.setArea({ job_id, place_id });

describe('a job from before areas were picked from a list', () => {
  it('gets its area from its owner, who keeps the address [J2]', async () => {
    const { id } = await oldJob();
    expect(await name(owner, id)).toMatchObject({
      location: town.location,
      address: 'Blue door, ring twice',
    });
    const seen = await kindpal.callerFor(null).job.get({ id });
    expect(seen).toMatchObject({ view: 'public', location: town.location });
  });

  it('gets it even while claimed, and its sitter sees it', async () => {
    const { db } = kindpal.services;
    const sitter = await createMember(db, { role: 'pet_sitter' });
    const { job } = await createClaim(db, { job: await oldJob(), sitter_id: sitter.id });
    await name(owner, job.id);
    expect((await kindpal.callerFor(sitter).job.get({ id: job.id })).location).toBe(town.location);
  });

  it('gets it once, because sitters rely on it', async () => {
    const { id } = await oldJob();
    const elsewhere = await createArea(kindpal.services.db, 'Far Away, Nowhere');
    const all = await Promise.allSettled([name(owner, id), name(owner, id, elsewhere.place_id)]);
    expect(all.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await refusalOf(name(owner, id, elsewhere.place_id))).toBe('JOB_AREA_FIXED');
  });

  it('gets it from nobody else, from no unknown place, and not when it is over', async () => {
    const { id } = await oldJob();
    const other = await createMember(kindpal.services.db);
    expect(await refusalOf(name(other, id))).toBe('FORBIDDEN');
    expect(await refusalOf(name(null, id))).toBe('UNAUTHORIZED');
    expect(await refusalOf(name(owner, id, 2_000_000_111))).toBe('INVALID_INPUT');
    const over = await oldJob({ status: 'cancelled' });
    expect(await refusalOf(name(owner, over.id))).toBe('JOB_AREA_FIXED');
    expect(await refusalOf(name(other, over.id))).toBe('NOT_FOUND');
  });
});
