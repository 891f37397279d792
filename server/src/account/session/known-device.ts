import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { RequestContext } from '../../access/context.ts';
import { decrypt, encrypt } from '../../access/encrypt.ts';
import { setCookie } from '../../access/set-cookie.ts';
import { findCookie } from '../../access/signed-cookie.ts';
import type { Queries } from '../../db/client.ts';
import { authAccount, authUser } from '../../db/schema/account.ts';
import { hasToConfirm } from '../sign-up/has-to-confirm.ts';

const PURPOSE = 'known device';
/** How long a browser stays known after a sign-in, in seconds. */
const KNOWN_SECONDS = 180 * 24 * 60 * 60;
/** How many members of a household a shared browser remembers. */
const MEMBERS_MAX = 5;

const deviceSchema = z.object({
  id: z.uuid(),
  members: z.array(z.object({ id: z.uuid(), at: z.int() })),
});
type Device = z.infer<typeof deviceSchema>;

/** What a member enters to sign in. */
export type Entered = { email: string } | { phone: string };

/** The condition for the account with this address or number. */
export const isEntered = (entered: Entered) =>
  'email' in entered ? eq(authUser.email, entered.email) : eq(authUser.phone, entered.phone);

/** A device as an account knows it. */
export type KnownDevice = {
  id: string;
  /** Whether the account's address is confirmed. */
  isConfirmed: boolean;
  /** Whether it still has to be. */
  hasToConfirm: boolean;
};

/**
 * This device if the member with this address or number has signed in here since their last
 * password change, or without a password since all their sessions were ended, else null. Such a
 * device is not locked out by failures elsewhere, nor by those of its network. [U3] [U4]
 */
export async function findKnownDevice(
  context: RequestContext,
  entered: Entered,
): Promise<KnownDevice | null> {
  const device = readDevice(context);
  if (!device || device.members.length === 0) return null;
  const [account] = await context.services.db.drizzle
    .select({
      id: authUser.id,
      isConfirmed: authUser.emailVerified,
      hasToConfirm,
      hash: authAccount.password,
      changedAt: authAccount.updatedAt,
      devicesSince: authUser.devicesSince,
    })
    .from(authUser)
    .leftJoin(
      authAccount,
      and(eq(authAccount.userId, authUser.id), eq(authAccount.providerId, 'credential')),
    )
    .where(isEntered(entered));
  const known = device.members.find(({ id }) => id === account?.id);
  if (!account || !known) return null;
  const { changedAt, hash, devicesSince } = account;
  const isSince = (time: Date | null) => time === null || known.at >= time.getTime();
  const isCurrent = isSince(changedAt) && (hash !== null || isSince(devicesSince));
  if (!isCurrent) return null;
  return { id: device.id, isConfirmed: account.isConfirmed, hasToConfirm: account.hasToConfirm };
}

/**
 * Counts a request for an email to this address, by network unless this device is known to its
 * member, and returns whether it is. Until they have confirmed the address, no device is: the
 * mailbox may be a stranger's. [U4] [U9] Throws TOO_MANY_REQUESTS.
 */
export async function countAsker(
  context: RequestContext,
  rule: 'recover_by_ip' | 'code_by_ip',
  email: string,
): Promise<boolean> {
  const device = await findKnownDevice(context, { email });
  if (device?.isConfirmed) return true;
  await context.services.limiter.consume(rule, context.ip);
  return false;
}

/** With `endsOthers`, this sign-in has just ended the sessions, so earlier times count as well. */
export type SignedInBefore = { memberId: string; endsOthers?: boolean | undefined };

/**
 * Whether a member has signed in with this browser, under any password, since all their sessions
 * were ended: somebody who got in before may try again. [U6]
 */
export async function hasSignedInHere(
  tx: Queries,
  context: RequestContext,
  { memberId, endsOthers = false }: SignedInBefore,
): Promise<boolean> {
  const known = readDevice(context)?.members.find(({ id }) => id === memberId);
  if (!known || endsOthers) return known !== undefined;
  const [account] = await tx
    .select({ since: authUser.devicesSince })
    .from(authUser)
    .where(eq(authUser.id, memberId));
  return !account?.since || known.at >= account.since.getTime();
}

/**
 * Counts something that names no member yet: for the member who signed in last with this browser,
 * because each sign-in without a cookie makes another known browser, else for its network. What
 * other browsers of the member have used up leaves the network: one of them may be somebody else's.
 * Throws TOO_MANY_REQUESTS. [U3]
 */
export async function countStart(
  context: RequestContext,
  rule: 'passkey_by_ip' | 'sso_by_ip',
): Promise<void> {
  const { db, limiter } = context.services;
  const [last] = readDevice(context)?.members ?? [];
  const isKnown = last && (await hasSignedInHere(db.drizzle, context, { memberId: last.id }));
  if (isKnown && (await limiter.hasRoom('start_by_member', last.id))) return;
  await limiter.consume(rule, context.ip);
}

/**
 * Marks this browser as one where the member has signed in; the cookie is sent to sign-in calls
 * only. [U3]
 */
export function rememberDevice(context: RequestContext, memberId: string): void {
  const { services } = context;
  const { id, members } = readDevice(context) ?? { id: randomUUID(), members: [] };
  const now = Date.now();
  const others = members.filter((one) => one.id !== memberId);
  const device: Device = {
    id,
    members: [{ id: memberId, at: now }, ...others].slice(0, MEMBERS_MAX),
  };
  const value = encrypt(services.secret, PURPOSE, JSON.stringify(device));
  const name = nameOf(services.auth.cookie.secure);
  setCookie(context, { name, value, seconds: KNOWN_SECONDS, path: '/auth/v1' });
}

function readDevice({ services, request }: RequestContext): Device | null {
  const value = findCookie(request.headers.cookie ?? '', nameOf(services.auth.cookie.secure));
  const text = value && decrypt(services.secret, PURPOSE, value);
  if (!text) return null;
  const device = deviceSchema.parse(JSON.parse(text));
  const oldest = Date.now() - KNOWN_SECONDS * 1000;
  return { ...device, members: device.members.filter(({ at }) => at > oldest) };
}

const nameOf = (secure: boolean) => `${secure ? '__Secure-' : ''}kindpal.device`;
