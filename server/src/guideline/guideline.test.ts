import { GUIDELINES_VERSION } from '@kindpal/contract/guideline/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClaim, createJob, createMember } from '../testing/factories.ts';
import { refusalOf } from '../testing/refusal-of.ts';
import { joinKindpal } from '../testing/test-browser.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

let kindpal: TestKindpal;
beforeAll(async () => {
  kindpal = await startTestKindpal();
});
afterAll(() => kindpal.stop());

const HOUR = 3_600_000;

it('a member who joins agrees to the current guidelines [U1]', async () => {
  const { id } = await joinKindpal(kindpal.services);
  const { rows } = await kindpal.services.db.pool.query(
    'SELECT version FROM guideline_consents WHERE member_id = $1',
    [id],
  );
  expect(rows).toEqual([{ version: GUIDELINES_VERSION }]);
});

it('a member is asked again after a change, agrees once, and not to a text they have not read', async () => {
  const member = await createMember(kindpal.services.db);
  const api = kindpal.callerFor(member);
  await kindpal.services.db.pool.query(
    `INSERT INTO guideline_consents (member_id, version) VALUES ($1, '2020-01-01')`,
    [member.id],
  );
  expect(await api.guideline.getMine()).toEqual({ version: GUIDELINES_VERSION, agreed_at: null });
  expect(await refusalOf(api.guideline.agree({ version: '2020-01-01' }))).toBe(
    'GUIDELINES_CHANGED',
  );
  const agreed = await Promise.all(
    Array.from({ length: 5 }, () => api.guideline.agree({ version: GUIDELINES_VERSION })),
  );
  expect(new Set(agreed.map(({ agreed_at }) => agreed_at)).size).toBe(1);
  expect(await api.guideline.getMine()).toEqual(agreed[0]);
});

it('a sitter who has not agreed yet starts and finishes the job that they hold [J9]', async () => {
  const { db } = kindpal.services;
  const sitter = await createMember(db, { role: 'pet_sitter' });
  const job = await createJob(db, {
    start_date: new Date(Date.now() + HOUR),
    end_date: new Date(Date.now() + 2 * HOUR),
  });
  await createClaim(db, { job, sitter_id: sitter.id });
  for (const action of ['start', 'complete'] as const) {
    await kindpal.callerFor(sitter).job.move({ job_id: job.id, action });
  }
  expect(await kindpal.callerFor(sitter).guideline.getMine()).toMatchObject({ agreed_at: null });
});
