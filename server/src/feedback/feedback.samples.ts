import { feedback } from '../db/schema/feedback.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import { type CallAll, COPIES, type FillTables } from '../testing/plans/call-all.ts';

export const fillFullMember: FillFullMember = async ({ browser }) => {
  await browser.send((api) => api.feedback.send({ message: 'Zebulon asks for help' }));
};

export type Own = { plea: string };

export const fillScene: FillScene<Own> = async ({ db }, { owner }) => {
  const [plea] = await db.drizzle
    .insert(feedback)
    .values({
      user_id: owner.id,
      message: 'Words of the plea',
      page_url: '/jobs',
      user_agent: 'Agent of the owner',
    })
    .returning();
  await db.drizzle.insert(feedback).values([
    {
      user_id: owner.id,
      message: 'Words of the answered plea',
      status: 'closed',
      admin_response: 'Words of the response',
      responded_at: new Date(),
    },
    { email: 'asks-as-a-visitor@example.org', message: 'Words of a visitor' },
  ]);
  return { plea: plea?.id ?? '' };
};

export const secrets: Secrets = () => ({
  'the plea': 'Words of the plea',
  'the agent': 'Agent of the owner',
  'the answered plea': 'Words of the answered plea',
  'the response to a plea': 'Words of the response',
  'the plea of a visitor': 'Words of a visitor',
  'the email of who asks': 'asks-as-a-visitor@example.org',
});

export const fillTables: FillTables = ({ owner }) => `
  INSERT INTO feedback (user_id, message, status)
    SELECT '${owner}', 'Where are my jobs?', CASE WHEN n % 50 = 0 THEN 'open' ELSE 'closed' END
    FROM generate_series(1, ${COPIES}) n`;

export const callAll: CallAll = ({ admin }) => [() => admin.feedback.count()];
