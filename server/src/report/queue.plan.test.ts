import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, type TestMember } from '../testing/factories.ts';
import { costOfCall } from '../testing/plans/explain.ts';
import { asSeed, takeStock } from '../testing/plans/fill-unevenly.ts';
import { PLAN_SERVERS } from '../testing/plans/plan-servers.ts';
import { startTestKindpal, type TestKindpal } from '../testing/test-kindpal.ts';

const REPORTS = 100_000;
const MEMBERS = 2_000;
const idOf = (n: string) => `('00000000-0000-4000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

describe.each(PLAN_SERVERS)(
  'a queue of 100,000 reports, on $server',
  ({ isHere, openDatabase }) => {
    let kindpal: TestKindpal;
    let admin: TestMember;

    beforeAll(async () => {
      if (!isHere) return;
      kindpal = await startTestKindpal({ database: await openDatabase() });
      const { db } = kindpal.services;
      admin = await createMember(db, { app_role: 'admin' });
      const [one, other] = [await createMember(db), await createMember(db)];
      // Half of the reports are by one member about another, the rest are spread over the
      // community.
      await asSeed(
        kindpal.ownerUrl,
        `INSERT INTO auth."user" (id, name, email)
         SELECT ${idOf('n')}, 'Member', n || '@example.org' FROM generate_series(1, ${MEMBERS}) n;
         INSERT INTO users (id, first_name, role, active_role)
         SELECT ${idOf('n')}, 'Member', 'both', 'pet_owner' FROM generate_series(1, ${MEMBERS}) n;
         INSERT INTO reports (reporter_id, member_id, subject_type, subject_id, reason, snapshot, created_at, decided_at)
       SELECT CASE WHEN n <= ${REPORTS / 2} THEN '${one.id}'::uuid ELSE ${idOf(`1 + n % ${MEMBERS}`)} END,
         CASE WHEN n <= ${REPORTS / 2} THEN '${other.id}'::uuid ELSE ${idOf(`1 + (n + 1) % ${MEMBERS}`)} END,
         'profile', gen_random_uuid(),
         (ARRAY['danger', 'fraud', 'fake', 'spam'])[1 + n % 4], '{}', now() - n * interval '1 minute',
         CASE WHEN n % 2 = 0 THEN now() - n * interval '30 seconds' END
       FROM generate_series(1, ${REPORTS}) n`,
      );
      await takeStock(kindpal.ownerUrl);
    }, 180_000);
    afterAll(() => kindpal?.stop());

    const costOf = (work: (calls: ReturnType<TestKindpal['callerFor']>) => Promise<unknown>) =>
      costOfCall(kindpal.services.db, () => work(kindpal.callerFor(admin)));

    it.runIf(isHere).each(['open', 'decided'] as const)(
      'shows staff the first pages of what is %s without reading the rest [S4]',
      async (state) => {
        const first = await kindpal.callerFor(admin).report.list({ state });
        const cursor = first.next_cursor ?? '';
        expect(first.items).toHaveLength(20);
        // A page reads its own rows and their few names: far fewer than the list's 50,000.
        expect((await costOf((calls) => calls.report.list({ state }))).rows).toBeLessThan(1_000);
        expect((await costOf((calls) => calls.report.list({ state, cursor }))).rows).toBeLessThan(
          1_000,
        );
      },
    );

    it.runIf(isHere)('shows one report and counts no further than is shown [S4]', async () => {
      const [report] = (await kindpal.callerFor(admin).report.list({})).items;
      const id = report?.id ?? '';
      // Both sides have 50,000 reports: three counts per side stop at 1,000.
      expect((await costOf((calls) => calls.report.get({ id }))).rows).toBeLessThan(10_000);
      expect((await costOf((calls) => calls.report.count())).rows).toBeLessThan(10_000);
    });
  },
);
