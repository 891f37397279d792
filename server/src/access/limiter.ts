import { createHmac } from 'node:crypto';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from '../db/client.ts';
import { refusal } from '../transport/refusal.ts';
import type { Credential } from './actor.ts';
import {
  LIMITS,
  type Limit,
  type LimitName,
  OPEN_LIMITS,
  type OpenLimitName,
  WIDE_NETWORK_FACTOR,
} from './limits.ts';
import { networksOf } from './networks.ts';
import { createOpenCounter } from './open-counter.ts';

export type Limiter = {
  /** Counts one attempt; throws TOO_MANY_REQUESTS with its limit and the seconds to wait. */
  consume(rule: LimitName, key: string): Promise<void>;
  /** Counts one attempt and says whether it may go on, for limits that must not show outside. */
  hasRoom(rule: LimitName, key: string): Promise<boolean>;
  /** Takes back an attempt that turned out well. */
  giveBack(rule: LimitName, key: string): Promise<void>;
  /** Counts one thing that stays open, of a size; the answer closes it. Throws TOO_MANY_REQUESTS. */
  hold(rule: OpenLimitName, key: string, size?: number): () => void;
  /**
   * Counts one attempt before anybody has asked who it is, so that counting costs no round trip: for
   * the member that the credential was found to be before, and the first time for the credential.
   */
  consumeKnown(rule: LimitName, credential: Credential): Promise<void>;
  /** The member that a credential was found to be, or null as long as nobody asked. */
  memberOf(credential: Credential): string | null;
  /** Says who a credential was found to be; that never changes. */
  remember(credential: Credential, memberId: string): void;
};

type Needs = {
  db: Database;
  secret: string;
  scale?: number;
  /** Limits that the settings give in place of the table's; no scale multiplies them. */
  set?: Partial<Record<LimitName, number>>;
};

/** So many credentials are remembered; the oldest go first. */
const REMEMBERED = 20_000;
/** A stream that was refused may be tried again after this. */
const RETRY_OPEN_SECONDS = 30;

/**
 * Counters in PostgreSQL, so that they hold across nodes, or in this process where the table says
 * so. Addresses are kept only as keyed hashes. `scale` multiplies every limit.
 */
export function createLimiter({ db, secret, scale = 1, set = {} }: Needs): Limiter {
  const counters = makeCounters(db, scale, set);
  const open = createOpenCounter();
  const known = new Map<string, string>();
  const hashed = (key: string) => createHmac('sha256', secret).update(key).digest('base64url');
  const countersOf = (rule: LimitName, key: string) =>
    rule.endsWith('_by_ip')
      ? networksOf(key).map((network) => ({
          counter: counters[rule][network.isWide ? 'wide' : 'narrow'],
          key: hashed(network.key),
        }))
      : // What only this process holds needs no hash, which would cost more than the counting.
        [{ counter: counters[rule].narrow, key: isOnNode(rule) ? key : hashed(key) }];

  /** Seconds to wait, or 0 while there is room. */
  async function count(rule: LimitName, key: string): Promise<number> {
    try {
      for (const one of countersOf(rule, key)) await one.counter.consume(one.key);
      return 0;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
    }
  }
  async function consume(rule: LimitName, key: string): Promise<void> {
    const seconds = await count(rule, key);
    if (seconds > 0) throw tooMany(rule, seconds);
  }
  return {
    consume,
    async hasRoom(rule, key) {
      return (await count(rule, key)) === 0;
    },
    async giveBack(rule, key) {
      for (const one of countersOf(rule, key)) await one.counter.reward(one.key);
    },
    hold(rule, key, size) {
      const most = OPEN_LIMITS[rule] * scale;
      const places = (rule.endsWith('_by_ip') ? networksOf(key) : [{ key, isWide: false }]).map(
        (place) => ({
          key: `${rule} ${place.key}`,
          most: place.isWide ? most * WIDE_NETWORK_FACTOR : most,
        }),
      );
      const release = open.take(places, size);
      if (!release) throw tooMany(rule, RETRY_OPEN_SECONDS);
      return release;
    },
    consumeKnown: (rule, { value }) => consume(rule, known.get(value) ?? value),
    memberOf: ({ value }) => known.get(value) ?? null,
    remember({ value }, memberId) {
      if (known.has(value)) return;
      const oldest = known.size >= REMEMBERED ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      known.set(value, memberId);
    },
  };
}

function tooMany(limit: LimitName | OpenLimitName, seconds: number) {
  return refusal('TOO_MANY_REQUESTS', { limit, retry_after_seconds: seconds });
}

function isOnNode(rule: LimitName): boolean {
  return (LIMITS[rule] as Limit).on === 'node';
}

type Counters = Record<'narrow' | 'wide', RateLimiterAbstract>;

function makeCounters(
  db: Database,
  scale: number,
  set: Partial<Record<LimitName, number>>,
): Record<LimitName, Counters> {
  const rules = Object.keys(LIMITS) as LimitName[];
  const make = (rule: LimitName, factor: number) => {
    const { points, seconds } = LIMITS[rule];
    const most = set[rule] ?? points * scale;
    const options = { keyPrefix: rule, points: most * factor, duration: seconds };
    if (isOnNode(rule)) return new RateLimiterMemory(options);
    return new RateLimiterPostgres({
      ...options,
      storeClient: db.pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
    });
  };
  const made = rules.map((rule): [LimitName, Counters] => [
    rule,
    { narrow: make(rule, 1), wide: make(rule, WIDE_NETWORK_FACTOR) },
  ]);
  return Object.fromEntries(made) as Record<LimitName, Counters>;
}
