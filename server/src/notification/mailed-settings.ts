import { SWITCHABLE_GROUPS } from '@kindpal/contract/notification/catalog';
import type { notification } from '@kindpal/contract/notification/contract';
import { notificationGroupSchema } from '@kindpal/contract/notification/schema';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { OpenCall } from '../access/call.ts';
import { users } from '../db/schema/member.ts';
import { notificationSettings } from '../db/schema/notification.ts';
import { userRoles } from '../db/schema/staff.ts';
import { makeLinkToken, openLink } from '../mail/mailed-link.ts';
import type { Services } from '../services.ts';
import { answerOneClick } from '../transport/one-click.ts';
import { refusal } from '../transport/refusal.ts';
import { MAILED_SETTINGS } from './policy.ts';
import { presentGroups, type Reader } from './present.ts';
import type { SettingsRow } from './queries.ts';

/**
 * The page of an email's link; mail programs post to it to unsubscribe from the group (RFC 8058).
 */
const PATH = '/notifications/unsubscribe';

/** The group in a digest's link: everything that would be in it. */
export const DIGEST = 'digest';

/** An email's link to the settings with this id, for a group. */
export function mailedSettingsUrl(services: Services, linkId: string, group: string): string {
  const token = makeLinkToken(services, MAILED_SETTINGS, linkId);
  return `${services.env.appUrl}${PATH}?${new URLSearchParams({ group, token })}`;
}

/**
 * The settings id of a link. It never expires, but stops working when its member revokes all
 * links. Throws LINK_EXPIRED.
 */
function linkIdOf(services: Services, token: string): string {
  const forever = Number.POSITIVE_INFINITY;
  return openLink(services, { purpose: MAILED_SETTINGS, token, maxAgeMs: forever }).id;
}

/** A link shows nothing of the settings except the emails of groups that can be switched. */
function presentMailed(row: (SettingsRow & Reader) | undefined) {
  if (!row) throw refusal('LINK_EXPIRED');
  const switchable = presentGroups(row, row).filter(({ can_switch_off }) => can_switch_off);
  return {
    groups: switchable.map(({ group, label, hint, email }) => ({ group, label, hint, email })),
  };
}

/** The email settings, for a caller with the link from an email. Throws LINK_EXPIRED. */
export async function getMailedSettings({
  input,
  context,
}: OpenCall<typeof notification.getMailedSettings>) {
  const { services } = context;
  return presentMailed(await findLinked(services, linkIdOf(services, input.token)));
}

/** Changes email settings with the link from an email. Throws LINK_EXPIRED. */
export async function updateMailedSettings({
  input,
  context,
}: OpenCall<typeof notification.updateMailedSettings>) {
  const { services } = context;
  const linkId = linkIdOf(services, input.token);
  await services.db.drizzle
    .update(notificationSettings)
    .set({ email_off: input.email_off })
    .where(eq(notificationSettings.link_id, linkId));
  return presentMailed(await findLinked(services, linkId));
}

/** The settings of a link, and the facts that decide which groups their member has. */
async function findLinked({ db }: Services, linkId: string) {
  const [row] = await db.drizzle
    .select({ settings: notificationSettings, role: users.role, app_role: userRoles.role })
    .from(notificationSettings)
    .innerJoin(users, eq(users.id, notificationSettings.member_id))
    .leftJoin(userRoles, eq(userRoles.user_id, users.id))
    .where(eq(notificationSettings.link_id, linkId));
  return row && { ...row.settings, role: row.role, app_role: row.app_role ?? 'user' };
}

/** Unsubscribes from a group, or from the digest; a second click is fine. Throws LINK_EXPIRED. */
async function endGroup(services: Services, token: string, group: string): Promise<void> {
  const known = notificationGroupSchema.safeParse(group);
  const isGroup = known.success && SWITCHABLE_GROUPS.includes(known.data);
  if (!isGroup && group !== DIGEST) throw refusal('LINK_EXPIRED');
  const { email_digest, email_off, link_id, member_id } = notificationSettings;
  const ended = known.success ? sql`ARRAY[${known.data}]` : email_digest;
  const [row] = await services.db.drizzle
    .update(notificationSettings)
    .set({
      email_off: sql`ARRAY(SELECT unnest(${email_off}) UNION SELECT unnest(${ended}))`,
    })
    .where(eq(link_id, linkIdOf(services, token)))
    .returning({ member_id });
  if (!row) throw refusal('LINK_EXPIRED');
}

/** The address that mail programs post to when their reader clicks unsubscribe (RFC 8058). */
export function notificationsOneClickApp(services: Services): Hono {
  const app = new Hono();
  app.post(PATH, (c) =>
    answerOneClick(c, (token) => endGroup(services, token, c.req.query('group') ?? '')),
  );
  return app;
}
