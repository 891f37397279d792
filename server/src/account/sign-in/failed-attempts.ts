import { createHmac } from 'node:crypto';
import { GROWING_WAITS } from '../../access/limits/limits.ts';
import { networksOf } from '../../access/limits/networks.ts';
import type { Database } from '../../db/client.ts';
import { refusal } from '../../transport/refusal.ts';

type Kind = keyof typeof GROWING_WAITS;
/** A sign-in attempt: `device` is a device known to this account. */
export type MemberAttempt = { ip: string; email: string; device: string | null };
export type Attempt = MemberAttempt | FactorAttempt;
/** The factor whose code is tried, or the member whose recovery codes are. [U13] */
type FactorAttempt = { factor: string };
type Needs = { db: Database; secret: string };
type Counter = { kind: Kind; key: string };

/** The longest wait after a failure, in seconds. */
export const LONGEST_WAIT = 900;

/**
 * Counts an attempt as failed before checking the password, so that concurrent attempts are all
 * counted; returns the failures for its address or device. Known and unknown addresses are
 * treated the same. Throws TOO_MANY_REQUESTS during the wait after the last failure. [U3]
 */
export async function beginAttempt(needs: Needs, attempt: Attempt): Promise<number> {
  const counters = countersOf(needs.secret, attempt);
  // Failures are stored minus the free ones: only values above zero cause a wait.
  const counted = await needs.db.prepared<{ key: string; failures: number }>(
    'attempt-begin',
    `INSERT INTO auth.failed_attempts AS a (key, failures, blocked_until, expires_at)
     SELECT key, 1 - free, '-infinity', now() + make_interval(secs => seconds)
     FROM unnest($1::text[], $2::int[], $3::int[]) AS given (key, free, seconds)
     ORDER BY key
     ON CONFLICT (key) DO UPDATE SET
       failures = ${NEXT},
       blocked_until = CASE WHEN ${NEXT} > 0
         THEN clock_timestamp() + make_interval(secs => least(${LONGEST_WAIT}, power(2, least(${NEXT}, 11) - 1)))
         ELSE '-infinity' END,
       expires_at = CASE WHEN a.expires_at <= now() THEN excluded.expires_at ELSE a.expires_at END
     WHERE a.blocked_until <= clock_timestamp()
     RETURNING key, failures`,
    [
      counters.map(({ key }) => key),
      counters.map(({ kind }) => GROWING_WAITS[kind].free),
      counters.map(({ kind }) => GROWING_WAITS[kind].seconds),
    ],
  );
  if (counted.length === counters.length) {
    const last = counters.at(-1) as Counter;
    const failures = counted.find(({ key }) => key === last.key)?.failures ?? 0;
    return failures + GROWING_WAITS[last.kind].free;
  }
  // No password was tried, so this is not a failure.
  await takeBack(
    needs.db,
    counted.map(({ key }) => key),
  );
  throw await tooMany(needs.db, counters);
}

/** Attempts share counters, so all statements lock them in the same order, not to deadlock. */
const HOLD =
  'SELECT key FROM auth.failed_attempts WHERE key = ANY($1::text[]) ORDER BY key FOR UPDATE';

const NEXT = 'CASE WHEN a.expires_at <= now() THEN excluded.failures ELSE a.failures + 1 END';

/** Removes a successful attempt from the count, and clears the failures before it here. [U3] */
export async function clearAttempt(needs: Needs, attempt: Attempt): Promise<void> {
  const counters = countersOf(needs.secret, attempt);
  const own = counters.filter(({ kind }) => kind !== 'address').map(({ key }) => key);
  await needs.db.prepared(
    'attempt-forget',
    `WITH held AS (${HOLD}) DELETE FROM auth.failed_attempts a USING held WHERE a.key = held.key`,
    [own],
  );
  const shared = counters.filter(({ kind }) => kind === 'address').map(({ key }) => key);
  if (shared.length > 0) await takeBack(needs.db, shared);
}

async function takeBack(db: Database, keys: string[]): Promise<void> {
  await db.prepared(
    'attempt-take-back',
    `WITH held AS (${HOLD})
     UPDATE auth.failed_attempts a SET failures = failures - 1, blocked_until = '-infinity'
     FROM held WHERE a.key = held.key`,
    [keys],
  );
}

async function tooMany(db: Database, counters: Counter[]) {
  const [row] = await db.prepared<{ seconds: number }>(
    'attempt-wait',
    `SELECT greatest(1, ceil(extract(epoch FROM max(blocked_until) - clock_timestamp())))::int AS seconds
     FROM auth.failed_attempts WHERE key = ANY($1::text[]) AND blocked_until > clock_timestamp()`,
    [counters.map(({ key }) => key)],
  );
  return refusal('TOO_MANY_REQUESTS', {
    limit: counters[0]?.kind === 'factor' ? 'code_by_factor' : 'sign_in_by_address',
    retry_after_seconds: row?.seconds ?? 1,
  });
}

/** The counters of an attempt, widest last; addresses are stored only as keyed hashes. */
function countersOf(secret: string, attempt: Attempt): Counter[] {
  const counter = (kind: Kind, text: string): Counter => {
    const hash = createHmac('sha256', secret).update(`attempt ${kind} ${text}`);
    return { kind, key: `${kind} ${hash.digest('base64url')}` };
  };
  if ('factor' in attempt) return [counter('factor', attempt.factor)];
  const { ip, email, device } = attempt;
  // A known device has its own counter, so that others' failures do not affect it.
  if (device) return [counter('device', `${device} ${email}`)];
  const networks = networksOf(ip).map(({ key, isWide }) =>
    counter(isWide ? 'wide' : 'network', `${key} ${email}`),
  );
  return [...networks, counter('address', email)];
}
