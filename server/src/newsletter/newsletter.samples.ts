import { randomUUID } from 'node:crypto';
import { newsletterSubscriptions } from '../db/schema/newsletter.ts';
import { makeLinkToken } from '../mail/mailed-link.ts';
import type { FillFullMember } from '../testing/full-member.ts';
import type { FillScene } from '../testing/matrix/scene.ts';
import type { Secrets } from '../testing/matrix/secrets.ts';
import { type CallAll, COPIES, type FillTables } from '../testing/plans/call-all.ts';
import { CONFIRMS_SUBSCRIPTION, UNSUBSCRIBES } from './policy.ts';

export const fillFullMember: FillFullMember = async ({ query, email }) => {
  await query('INSERT INTO newsletter_subscriptions (email, confirmed_at) VALUES ($1, now())', [
    email,
  ]);
};

export type Own = Record<'readerEmail' | 'readerConfirms' | 'readerUnsubscribes', string>;

export const fillScene: FillScene<Own> = async (services) => {
  const [reader] = await services.db.drizzle
    .insert(newsletterSubscriptions)
    .values({ email: `reads-${randomUUID()}@example.org`, confirmed_at: new Date() })
    .returning();
  return {
    readerEmail: reader?.email ?? '',
    readerConfirms: makeLinkToken(services, CONFIRMS_SUBSCRIPTION, reader?.id ?? ''),
    readerUnsubscribes: makeLinkToken(services, UNSUBSCRIBES, reader?.id ?? ''),
  };
};

export const secrets: Secrets<Own> = ({ readerEmail }) => ({
  'the email of who reads': readerEmail,
});

export const fillTables: FillTables = () => `
  INSERT INTO newsletter_subscriptions (email, confirmed_at)
    SELECT 'reads-' || n || '@example.org', now() FROM generate_series(1, ${COPIES}) n`;

export const callAll: CallAll = ({ admin }) => [() => admin.newsletter.list({ limit: 50 })];
