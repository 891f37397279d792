import { TRUSTED_DAYS } from '@kindpal/contract/factor/schema';
import { and, eq, gt, ne } from 'drizzle-orm';
import type { RequestContext } from '../access/context.ts';
import { setCookie } from '../access/set-cookie.ts';
import { findCookie } from '../access/signed-cookie.ts';
import { hashToken, makeToken } from '../account/tokens.ts';
import type { Queries } from '../db/client.ts';
import { trustedDevice } from '../db/schema/factor.ts';
import { userRoles } from '../db/schema/staff.ts';

const TRUSTED_SECONDS = TRUSTED_DAYS * 24 * 60 * 60;

/** Whether a member signs in on a device that they trust; never for staff. [U13] */
export async function isTrustedDevice(
  tx: Queries,
  userId: string,
  context: RequestContext,
): Promise<boolean> {
  const token = readToken(context);
  if (!token) return false;
  const [trusted] = await tx
    .select({ role: userRoles.role })
    .from(trustedDevice)
    .leftJoin(userRoles, eq(userRoles.user_id, trustedDevice.userId))
    .where(
      and(
        eq(trustedDevice.userId, userId),
        eq(trustedDevice.tokenHash, hashToken(token)),
        gt(trustedDevice.expiresAt, context.services.clock.now()),
      ),
    );
  return trusted !== undefined && (trusted.role ?? 'user') === 'user';
}

/** Trusts this browser for 30 days, with a cookie that is sent to sign-in calls only. [U13] */
export async function trustDevice(
  tx: Queries,
  userId: string,
  context: RequestContext,
): Promise<void> {
  const { services } = context;
  const token = makeToken();
  const expiresAt = new Date(services.clock.now().getTime() + TRUSTED_SECONDS * 1000);
  await tx.insert(trustedDevice).values({ userId, tokenHash: hashToken(token), expiresAt });
  const name = nameOf(services.auth.cookie.secure);
  setCookie(context, { name, value: token, seconds: TRUSTED_SECONDS, path: '/auth/v1' });
}

/** Ends a member's trust in all browsers except this one. [U6] [U13] */
export async function distrustOthers(
  tx: Queries,
  userId: string,
  context: RequestContext,
): Promise<void> {
  const own = readToken(context);
  const isOther = own ? ne(trustedDevice.tokenHash, hashToken(own)) : undefined;
  await tx.delete(trustedDevice).where(and(eq(trustedDevice.userId, userId), isOther));
}

function readToken({ request, services }: RequestContext): string | null {
  const value = findCookie(request.headers.cookie ?? '', nameOf(services.auth.cookie.secure));
  return value && /^[\w-]{43}$/.test(value) ? value : null;
}

const nameOf = (secure: boolean) => `${secure ? '__Secure-' : ''}kindpal.trusted`;
