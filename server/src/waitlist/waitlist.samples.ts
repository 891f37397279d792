import { randomUUID } from 'node:crypto';
import { waitlistEntries } from '../db/schema/waitlist.ts';
import { makeLinkToken } from '../mail/mailed-link.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import { type CallAll, COPIES, type FillTables } from '../testing/plans/call-all.ts';
import { CONFIRMS_ENTRY } from './policy.ts';

export const fillFullMember: FillFullMember = async ({ query, email }) => {
  await query(
    `INSERT INTO waitlist_entries (email, full_name, confirmed_at) VALUES ($1, 'Zebulon Quimby', now())`,
    [email],
  );
};

export type Own = { waiting: string; waitingEmail: string; askingLink: string };

export const fillScene: FillScene<Own> = async (services) => {
  const waits = { email: `waits-${randomUUID()}@example.org`, full_name: 'Wanda Waits' };
  const [entry] = await services.db.drizzle
    .insert(waitlistEntries)
    .values({ ...waits, note: 'Words of the note', confirmed_at: new Date() })
    .returning();
  // Anybody with the link reads these texts, so they are no secrets.
  const asks = { email: `asks-${randomUUID()}@example.org`, full_name: 'Asta Asks' };
  const [asking] = await services.db.drizzle.insert(waitlistEntries).values(asks).returning();
  const askingLink = makeLinkToken(services, CONFIRMS_ENTRY, asking?.id ?? '', asks.email);
  return { waiting: entry?.id ?? '', waitingEmail: waits.email, askingLink };
};

export const secrets: Secrets<Own> = ({ waitingEmail }) => ({
  'the note of who waits': 'Words of the note',
  'the name of who waits': 'Wanda Waits',
  'the email of who waits': waitingEmail,
});

export const fillTables: FillTables = () => `
  INSERT INTO waitlist_entries (email, full_name, confirmed_at, invited_at)
    SELECT 'waits-' || n || '@example.org', 'Robin Vale', now(), CASE WHEN n % 100 > 0 THEN now() END
    FROM generate_series(1, ${COPIES}) n`;

export const callAll: CallAll = ({ admin }) => [
  () => admin.waitlist.list({ limit: 50 }),
  () => admin.waitlist.list({ limit: 50, waiting: 'true' as never }),
];
