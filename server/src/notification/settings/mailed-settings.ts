import {
  groupOf,
  type NotificationType,
  SWITCHABLE_GROUPS,
  TYPES_OF_CHOICE,
} from '@kindpal/contract/notification/catalog';
import type { notification } from '@kindpal/contract/notification/contract';
import { eq, sql } from 'drizzle-orm';
import { Hono } from 'hono';
import type { OpenCall } from '../../access/call.ts';
import { users } from '../../db/schema/member.ts';
import { notificationSettings } from '../../db/schema/notification.ts';
import { userRoles } from '../../db/schema/staff.ts';
import { makeLinkToken, openLink } from '../../mail/mailed-link.ts';
import type { Services } from '../../services.ts';
import { answerOneClick } from '../../transport/one-click.ts';
import { refusal } from '../../transport/refusal.ts';
import { MAILED_SETTINGS } from '../policy.ts';
import { presentGroups, type Recipient } from '../present.ts';
import { type SettingsRow, typesAfter } from '../queries.ts';

/** The page that an email's link opens; mail programs post to it to end such emails (RFC 8058). */
const PATH = '/notifications/unsubscribe';

/** The group in a digest's link: everything that would be in it. */
export const DIGEST = 'digest';

/** What the link in an email ends: its type or its digest; in older emails their group. */
type Ended = { type: NotificationType } | { group: typeof DIGEST };

/** The link that an email carries, for the settings that this id names. */
export function mailedSettingsUrl(services: Services, linkId: string, ended: Ended): string {
  const token = makeLinkToken(services, MAILED_SETTINGS, linkId);
  return `${services.env.appUrl}${PATH}?${new URLSearchParams({ ...named(ended), token })}`;
}

/** A type that is alone in its group is named by it, as everywhere else. */
function named(ended: Ended): { type: string } | { group: string } {
  if ('group' in ended || TYPES_OF_CHOICE.includes(ended.type)) return ended;
  return { group: groupOf(ended.type) };
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
function presentMailed(row: (SettingsRow & Recipient) | undefined) {
  if (!row) throw refusal('LINK_EXPIRED');
  const switchable = presentGroups(row, row).filter(({ can_switch_off }) => can_switch_off);
  return {
    groups: switchable.map(({ group, label, hint, email, in_digest, types }) => ({
      group,
      label,
      hint,
      email,
      in_digest,
      types,
    })),
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
    .set({
      ...(input.email_off && { email_off: input.email_off }),
      email_types: typesAfter(input),
    })
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

type Named = { type: string | undefined; group: string | undefined };

/** What a link's click changes; null where it names nothing that can be ended. */
function changeOf({ type, group }: Named) {
  const { email_digest, email_off } = notificationSettings;
  if (type !== undefined) {
    const isKnown = TYPES_OF_CHOICE.some((one) => one === type);
    return isKnown ? { email_types: typesAfter({ email_types: { [type]: false } }) } : null;
  }
  const isGroup = SWITCHABLE_GROUPS.some((one) => one === group);
  if (!isGroup && group !== DIGEST) return null;
  const ended = isGroup ? sql`ARRAY[${group}]` : email_digest;
  const after = sql`ARRAY(SELECT unnest(${email_off}) UNION SELECT unnest(${ended}))`;
  // A group that was off ends as well: a type of it may have been switched on again.
  const others = sql`(SELECT coalesce(jsonb_object_agg(type, is_on), '{}') FROM jsonb_each(
    ${notificationSettings.email_types}) own (type, is_on) WHERE split_part(type, '.', 1) <> ALL (${ended}))`;
  return { email_off: after, email_types: others };
}

/** Ends the emails that a link names; a second click is fine. Throws LINK_EXPIRED. */
async function endEmails(services: Services, token: string, named: Named): Promise<void> {
  const change = changeOf(named);
  if (!change) throw refusal('LINK_EXPIRED');
  const { link_id, member_id } = notificationSettings;
  const [row] = await services.db.drizzle
    .update(notificationSettings)
    .set(change)
    .where(eq(link_id, linkIdOf(services, token)))
    .returning({ member_id });
  if (!row) throw refusal('LINK_EXPIRED');
}

/** The address that mail programs post to when their recipient clicks unsubscribe (RFC 8058). */
export function notificationsOneClickApp(services: Services): Hono {
  const app = new Hono();
  app.post(PATH, (c) =>
    answerOneClick(c, (token) =>
      endEmails(services, token, { type: c.req.query('type'), group: c.req.query('group') }),
    ),
  );
  return app;
}
