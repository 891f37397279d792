import { and, eq, gt, gte, inArray, isNull, or, sql } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { NEW_DEVICE_MAILS_A_DAY } from '../access/limits/limits.ts';
import { addressOf } from '../account/address-of.ts';
import { isBrowser } from '../account/asker.ts';
import { hasSignedInHere, type SignedInBefore } from '../account/session/known-device.ts';
import type { Queries } from '../db/client.ts';
import { authUser } from '../db/schema/account.ts';
import { securityEvent } from '../db/schema/security.ts';
import { newDeviceMail } from '../mail/mails/new-device.ts';
import { findTimeZone } from '../notification/queries.ts';
import { loadDeviceReader, nameDevice } from './device.ts';
import { makeDisownToken } from './disown-token.ts';
import { countEvents, sourceOf } from './note-security-event.ts';

/**
 * Whether a member has not signed in here before: a browser is recognized by its device cookie;
 * an API client, which keeps no cookies, by its network and user agent since all sessions were
 * ended. [U6]
 */
export async function isNewDevice(
  tx: Queries,
  member: SignedInBefore,
  context: RequestContext,
): Promise<boolean> {
  if (await hasSignedInHere(tx, context, member)) return false;
  if (isBrowser(context)) return true;
  const { ipAddress, userAgent = null } = sourceOf(context);
  const { devicesSince } = authUser;
  const isSince = or(isNull(devicesSince), gte(securityEvent.createdAt, devicesSince));
  const [known] = await tx
    .select({ id: securityEvent.id })
    .from(securityEvent)
    .innerJoin(authUser, eq(authUser.id, securityEvent.userId))
    .where(
      and(
        eq(securityEvent.userId, member.memberId),
        member.endsOthers ? undefined : isSince,
        inArray(securityEvent.kind, ['signed_in', 'new_device']),
        eq(securityEvent.ipAddress, ipAddress),
        sql`${securityEvent.userAgent} is not distinct from ${userAgent}`,
        gt(securityEvent.createdAt, sql`now() - interval '90 days'`),
      ),
    )
    .limit(1);
  return !known;
}

type Begun = { userId: string; sessionId: string; awaitsFactor: boolean };

/**
 * Emails a member about signing in on a new device, with a link in case it was not them, up to so
 * many times a day. [U6]
 */
export async function mailNewDevice(
  tx: Queries,
  { userId, sessionId, awaitsFactor }: Begun,
  { services, request }: RequestContext,
): Promise<void> {
  const { env, mailer, clock, secret } = services;
  const to = await addressOf(tx, userId);
  if (to === undefined) return;
  // The session has already been recorded as such an event.
  const signIns = await countEvents(tx, { userId, kinds: ['new_device'], hours: 24 });
  if (signIns > NEW_DEVICE_MAILS_A_DAY) return;
  // A sign-in is an event with the id of its session.
  const token = makeDisownToken(secret, { eventId: sessionId, email: to });
  const deviceOf = await loadDeviceReader();
  const device = nameDevice(deviceOf(request.headers['user-agent']));
  const timeZone = await findTimeZone(tx, userId);
  const facts = { device, at: clock.now(), timeZone, awaitsFactor };
  await mailer.send(newDeviceMail(env, { to, ...facts, token }), tx);
}
