import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Database } from '../../db/client.ts';
import { refusal } from '../../transport/refusal.ts';
import { type Credential, findHolder } from '../actor.ts';
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
import { createSessionMembers, keyOf } from './session-members.ts';

export type Limiter = {
  /**
   * Counts one attempt; throws TOO_MANY_REQUESTS with the name of the limit and the seconds to
   * wait.
   */
  consume(rule: LimitName, key: string): Promise<void>;
  /** Counts one attempt and returns the seconds to wait, 0 if it is allowed. */
  count(rule: LimitName, key: string): Promise<number>;
  /** Counts one attempt and returns whether it is allowed, for limits that must stay invisible. */
  hasRoom(rule: LimitName, key: string): Promise<boolean>;
  /**
   * Removes an attempt that succeeded from the count. A failure to do so is only logged: what was
   * attempted is done.
   */
  giveBack(rule: LimitName, key: string): Promise<void>;
  /**
   * Counts something that stays open, with its size; the returned function closes it. Throws
   * TOO_MANY_REQUESTS.
   */
  hold(rule: OpenLimitName, key: string, size?: number): () => void;
  /**
   * Counts one attempt before authentication: a `_by_session` rule under the credential itself,
   * others under its member. Only a credential that this node does not know yet costs a round
   * trip; one whose session has ended is counted by itself.
   */
  consumeKnown(rule: LimitName, credential: Credential): Promise<void>;
  /** The member of a credential, or null if not known yet. */
  memberOf(credential: Credential): string | null;
  /** Remembers the member of a credential, which never changes. */
  remember(credential: Credential, memberId: string): void;
  /**
   * Makes the next attempt look up the member again, after the session turned out to have ended:
   * somebody who stole its credential must not use up the member's limits.
   */
  forget(credential: Credential): void;
};

type Needs = {
  db: Database;
  log: Pick<Logger, 'warn'>;
  secret: string;
  scale?: number;
  /** Limits from the settings, which replace those of the table and are not scaled. */
  set?: Partial<Record<LimitName, number>>;
};

/** A refused stream may be retried after this. */
const RETRY_OPEN_SECONDS = 30;

/**
 * Counters in PostgreSQL, so that they hold across nodes, or in this process where the table says
 * so. Addresses are stored only as keyed hashes. `scale` multiplies every limit.
 */
export function createLimiter({ db, log, secret, scale = 1, set = {} }: Needs): Limiter {
  const counters = makeCounters(db, scale, set);
  const open = createOpenCounter();
  const members = createSessionMembers(
    async (credential) => (await findHolder(db, credential))?.id ?? null,
  );
  const hashed = (key: string) => createHmac('sha256', secret).update(key).digest('base64url');
  const countersOf = (rule: LimitName, key: string) =>
    rule.endsWith('_by_ip')
      ? networksOf(key).map((network) => ({
          counter: counters[rule][network.isWide ? 'wide' : 'narrow'],
          key: hashed(network.key),
        }))
      : // Keys in this process's memory are not hashed, because hashing would cost more than counting.
        [{ counter: counters[rule].narrow, key: isOnNode(rule) ? key : hashed(key) }];

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
    count,
    async hasRoom(rule, key) {
      return (await count(rule, key)) === 0;
    },
    async giveBack(rule, key) {
      try {
        for (const one of countersOf(rule, key)) await one.counter.reward(one.key);
      } catch (error) {
        log.warn({ err: error, rule }, 'An attempt that succeeded was not taken off its count');
      }
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
    async consumeKnown(rule, credential) {
      const own = keyOf(credential);
      if (rule.endsWith('_by_session')) return consume(rule, own);
      return consume(rule, (await members.find(credential)) ?? own);
    },
    memberOf: (credential) => members.known(credential),
    remember: members.remember,
    forget: members.forget,
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
