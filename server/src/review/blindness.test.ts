import { globSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mayHear } from '../live/open-streams.ts';
import { createEndedClaim, createMember } from '../testing/factories.ts';
import { requestOf, routeOf } from '../testing/matrix/ask.ts';
import type { Rows } from '../testing/matrix/cases.ts';
import type { Person } from '../testing/matrix/people.ts';
import { type Scene, setScene } from '../testing/matrix/scene.ts';
import { outcomeOf } from '../testing/refusal-of.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { publishDueReviews } from './publish-due-reviews.ts';

const DAY = 86_400_000;
let kindpal: TestKindpal;
let server: TestServer;

beforeAll(async () => {
  kindpal = await startTestKindpal({ settings: { TRUST_PROXY: '1' } });
  server = await startTestServer(kindpal);
});
afterAll(async () => {
  await server.close();
  await kindpal.stop();
});

/** The full answers of all GET calls of the matrix, by call. */
async function readEverything(scene: Scene, who: Person): Promise<Map<string, string>> {
  const source = join(import.meta.dirname, '..');
  const answers = new Map<string, string>();
  for (const file of globSync('*/*.matrix.ts', { cwd: source }).sort()) {
    const { rows } = (await import(join(source, file))) as { rows: Rows };
    for (const [route, cases] of Object.entries(rows)) {
      if (route.includes(' ') || routeOf(route).method !== 'GET') continue;
      for (const asked of cases) {
        const { path, ...init } = requestOf(route, asked, { scene, who });
        const as = who === 'visitor' ? null : scene[who];
        const response = await server.fetch(path, { ...init, as });
        // Links are encrypted with a random IV, so no two are equal.
        const text = (await response.text()).replace(/token=[\w-]+/g, 'token');
        answers.set(`${route}, ${asked.about}`, `${response.status} ${text}`);
      }
    }
  }
  return answers;
}

const draft = { text: 'Words that nobody reads', facts: {}, staff_note: '', would_repeat: false };

it('nobody but its author learns from any answer or event that a review exists [R9] [S6]', async () => {
  const scene = await setScene(kindpal.services);
  const { pool } = kindpal.services.db;
  // The scene's own review of this claim is removed, to be written again.
  await pool.query('DELETE FROM reviews WHERE id = $1', [scene.waitingReview]);
  kindpal.setNow(new Date());
  const others: Person[] = ['owner', 'stranger', 'former', 'visitor'];
  const before = new Map<Person, Map<string, string>>();
  for (const who of others) before.set(who, await readEverything(scene, who));
  const { rows: heads } = await pool.query('SELECT max(id) AS id FROM change_events');
  const claim_id = scene.doneClaim;
  await kindpal.callerFor(scene.claimant).review.write({ claim_id, rating: 1, ...draft });
  for (const who of others) {
    const after = await readEverything(scene, who);
    for (const [asked, answer] of before.get(who) ?? []) {
      expect(after.get(asked), `${who}: ${asked}`).toBe(answer);
    }
  }
  const { rows: events } = await pool.query(
    'SELECT audience, to_staff, hidden_from FROM change_events WHERE id > $1',
    [heads[0].id],
  );
  expect(events.length).toBeGreaterThan(0);
  for (const event of events) {
    expect(mayHear(event, { memberId: scene.owner.id, isStaff: true })).toBe(false);
    expect(mayHear(event, { memberId: null, isStaff: false })).toBe(false);
  }
  kindpal.setNow(null);
}, 120_000);

type Step = { do: 'write' | 'wait' | 'hide' | 'restore'; claim: number; by: 0 | 1; rating: number };
const steps = fc.array(
  fc.record<Step>({
    do: fc.constantFrom('write', 'write', 'write', 'wait', 'hide', 'restore'),
    claim: fc.nat(2),
    by: fc.constantFrom(0, 1),
    rating: fc.integer({ min: 1, max: 5 }),
  }),
  { minLength: 4, maxLength: 14 },
);

it('averages equal a naive recount, whatever is written, pending, hidden and shown again [R9]', async () => {
  const { db } = kindpal.services;
  const admin = await createMember(db, { app_role: 'admin' });
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const pair = [
        await createMember(db),
        await createMember(db, { role: 'pet_sitter' }),
      ] as const;
      const [owner, sitter] = pair;
      const given = { owner_id: owner.id, sitter_id: sitter.id };
      const claims = await Promise.all([0, 1, 2].map(() => createEndedClaim(db, given)));
      const model = new Map<string, { rating: number; published: boolean; hidden: boolean }>();
      const key = (claim: number, by: number) => `${claim}${by}`;
      const ids = new Map<string, string>();
      let now = Date.now();
      for (const step of taken) {
        kindpal.setNow(new Date(now));
        const own = key(step.claim, step.by);
        const other = key(step.claim, 1 - step.by);
        const claim_id = claims[step.claim]?.claim_id as string;
        const author = pair[step.by];
        if (step.do === 'write') {
          const call = kindpal.callerFor(author).review.write({
            claim_id,
            ...draft,
            rating: step.rating,
          });
          if ((await outcomeOf(call.then(({ id }) => ids.set(own, id)))) !== 'ok') continue;
          const theirs = model.get(other);
          model.set(own, {
            rating: step.rating,
            published: theirs !== undefined,
            hidden: model.get(own)?.hidden ?? false,
          });
          if (theirs) theirs.published = true;
        } else if (step.do === 'wait') {
          now += 15 * DAY;
          kindpal.setNow(new Date(now));
          await publishDueReviews(kindpal.services);
          for (const one of model.values()) one.published = true;
        } else {
          const review_id = ids.get(own);
          const one = model.get(own);
          if (!review_id || !one) continue;
          const call = kindpal.callerFor(admin).review;
          if (step.do === 'hide') await call.hide({ review_id, reason: 'x' });
          else await call.restore({ review_id });
          one.hidden = step.do === 'hide';
        }
        for (const by of [0, 1] as const) {
          const shown = [0, 1, 2]
            .map((claim) => model.get(key(claim, by)))
            .filter((one) => one?.published && !one.hidden)
            .map((one) => one?.rating ?? 0);
          const sum = shown.reduce((all, rating) => all + rating, 0);
          const average = shown.length > 0 ? Number((sum / shown.length).toFixed(2)) : null;
          const { rating } = await kindpal
            .callerFor(admin)
            .member.get({ id: pair[(1 - by) as 0 | 1].id });
          expect(rating).toEqual({ average, count: shown.length, would_repeat: 0 });
        }
      }
    }),
    { numRuns: 12 },
  );
  kindpal.setNow(null);
}, 120_000);
