import { randomUUID } from 'node:crypto';
import type { notification } from '@kindpal/contract/notification/contract';
import type { TestSent } from '@kindpal/contract/notification/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import type { MemberContext } from '../../access/context.ts';
import { isUnconfirmed } from '../../account/sign-up/has-to-confirm.ts';
import { notifications } from '../../db/schema/notification.ts';
import { presentNotificationSettings } from '../present.ts';
import {
  findSettings,
  KNOWN_TIME_ZONE,
  RECIPIENT_SOURCES,
  type SettingsRow,
  storedChange,
  writeSettings,
} from '../queries.ts';
import { queueDue } from '../queue/queue-mails.ts';

/** The caller's preferences. */
export async function getNotificationSettings({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const row = await findSettings(services.db.drizzle, actor.id);
  return present(context, row);
}

/** Changes the given preferences of the caller; they also apply to emails that already wait. */
export async function updateNotificationSettings({
  input,
  context,
}: MemberCall<typeof notification.updateSettings>) {
  const { services, actor } = context;
  const now = services.clock.now();
  const row = await writeSettings(services.db.drizzle, actor.id, storedChange(input, now));
  return present(context, row);
}

const RECIPIENT = `SELECT member.location AS area, ${KNOWN_TIME_ZONE} AS time_zone
  ${RECIPIENT_SOURCES} WHERE member.id = $1`;

async function present({ services, actor }: MemberContext, row: SettingsRow | null) {
  const [member] = await services.db.prepared<{ area: string | null; time_zone: string | null }>(
    'notification-recipient',
    RECIPIENT,
    [actor.id],
  );
  const recipient = { ...actor, area: member?.area ?? null, time_zone: member?.time_zone ?? null };
  return presentNotificationSettings({ row, recipient, now: services.clock.now() });
}

/** Revokes the links in all emails sent to the caller so far. */
export async function revokeMailedLinks({ context }: { context: MemberContext }) {
  await writeSettings(context.services.db.drizzle, context.actor.id, { link_id: randomUUID() });
  return {};
}

/**
 * Sends the caller a notification by bell, email and push immediately; not by email while they
 * still have to confirm the address. Throws TOO_MANY_REQUESTS.
 */
export async function sendTest({ context }: { context: MemberContext }): Promise<TestSent> {
  const { services, actor } = context;
  await services.limiter.consume('test_notification_by_member', actor.id);
  await services.db.drizzle.transaction(async (tx) => {
    const [written] = await tx
      .insert(notifications)
      .values({
        member_id: actor.id,
        type: 'support.test',
        event_key: randomUUID(),
        subject_id: actor.id,
        created_at: services.clock.now(),
      })
      .returning({ id: notifications.id });
    if (!written) throw new Error('a test was not written');
    await tx
      .update(notifications)
      .set({ mail_due_at: null })
      .where(eq(notifications.id, written.id));
    await services.tasks.add('deliver_notification', { id: written.id }, tx);
  });
  await queueDue(services);
  const isMailed = !(await isUnconfirmed(services.db.drizzle, actor.id));
  return { mail_reason: isMailed ? null : 'unconfirmed' };
}
