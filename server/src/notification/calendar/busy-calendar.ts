import type { notification } from '@kindpal/contract/notification/contract';
import type { BusyCalendar } from '@kindpal/contract/notification/schema';
import { eq } from 'drizzle-orm';
import type { MemberCall } from '../../access/call.ts';
import type { MemberContext } from '../../access/context.ts';
import { decrypt, encrypt } from '../../access/encrypt.ts';
import { busyCalendars, busyTimes } from '../../db/schema/notification.ts';
import type { Services } from '../../services.ts';
import { invalidField } from '../../transport/refusal.ts';
import { BUSY_CALENDAR } from '../policy.ts';
import { mayConnectTo } from '../public-host.ts';

type Row = typeof busyCalendars.$inferSelect;

const NOT_PUBLIC =
  'This address can’t be used. It has to start with https:// and be on the internet.';

/** How long after a reading the next one is due. */
export const READ_EVERY_MS = 4 * 3_600_000;

/** The calendar that the caller's busy times are read from. [V1] */
export async function getBusyCalendar({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  const [row] = await services.db.drizzle
    .select()
    .from(busyCalendars)
    .where(eq(busyCalendars.member_id, actor.id));
  return present(services, row);
}

/**
 * Sets the calendar address for the caller's busy times, read soon and then every few hours. Busy
 * times of an earlier address are removed immediately. Throws INVALID_INPUT for one that is not
 * public, TOO_MANY_REQUESTS. [V1]
 */
export async function setBusyCalendar({
  input: { url },
  context: { services, actor },
}: MemberCall<typeof notification.setBusyCalendar>) {
  if (!mayConnectTo(url, services.env)) throw invalidField('url', NOT_PUBLIC);
  await services.limiter.consume('busy_calendar_by_member', actor.id);
  const { db, clock, secret } = services;
  const fresh = {
    sealed_url: encrypt(secret, BUSY_CALENDAR, url),
    due_at: new Date(clock.now().getTime() + READ_EVERY_MS),
    read_at: null,
    problem: null,
  };
  await db.drizzle.transaction(async (tx) => {
    await tx
      .insert(busyCalendars)
      .values({ member_id: actor.id, ...fresh })
      .onConflictDoUpdate({ target: busyCalendars.member_id, set: fresh });
    await tx.delete(busyTimes).where(eq(busyTimes.member_id, actor.id));
    await services.tasks.add('read_busy_calendar', { id: actor.id }, tx);
  });
  return {};
}

/** Removes it, and its busy times. [V1] */
export async function endBusyCalendar({ context }: { context: MemberContext }) {
  const { services, actor } = context;
  await services.db.drizzle.delete(busyCalendars).where(eq(busyCalendars.member_id, actor.id));
  return {};
}

function present({ secret }: Services, row: Row | undefined): BusyCalendar {
  if (!row) return { host: null, read_at: null, problem: null };
  const url = decrypt(secret, BUSY_CALENDAR, row.sealed_url);
  return {
    // Encrypted with another secret, it can't be read: its member must enter it again.
    host: url && new URL(url).hostname,
    read_at: row.read_at?.toISOString() ?? null,
    problem: row.problem,
  };
}
