import { createHmac } from 'node:crypto';
import { normalizeIP } from '@better-auth/core/utils/ip';
import { NEW_CONVERSATIONS_A_DAY } from '@kindpal/contract/conversation/rules';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../db/client.ts';
import { refusal } from '../wire/refusal.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How often one thing may be tried, by whom. Rules whose successes are given back count failures
 * only, so a household behind one address or a busy client never meets them.
 */
export const LIMITS = {
  /** Wrong passwords for one address; given back on success. [U3] */
  sign_in_by_address: { points: 30, seconds: 15 * MINUTE },
  sign_in_by_ip: { points: 200, seconds: 15 * MINUTE },
  /** Refused sign-ups; given back on success. [U1] */
  sign_up_by_ip: { points: 100, seconds: HOUR },
  invite_check_by_ip: { points: 60, seconds: 10 * MINUTE },
  recover_by_address: { points: 5, seconds: HOUR },
  recover_by_ip: { points: 50, seconds: HOUR },
  /** Mailed tokens that were wrong; given back on success. [U5] */
  verify_by_ip: { points: 50, seconds: 15 * MINUTE },
  /** Wrong current passwords; given back on success. [U8] */
  password_by_member: { points: 10, seconds: 15 * MINUTE },
  email_change_by_member: { points: 5, seconds: HOUR },
  /** Wrong set-up tokens; given back on success. [S5] */
  setup_token_by_member: { points: 10, seconds: HOUR },
  /** A role switch each, whatever comes of it. [D4] */
  switch_role_by_member: { points: 10, seconds: HOUR },
  /** Codes that one member replaces. [I2] */
  replace_invite_by_member: { points: 20, seconds: HOUR },
  /** People whom one member writes to for the first time. [M3] */
  new_conversation_by_member: { points: NEW_CONVERSATIONS_A_DAY, seconds: DAY },
  newsletter_by_ip: { points: 50, seconds: HOUR },
  /** Mails that one mailbox is sent because somebody typed its address; beyond it, none. [P6] */
  newsletter_by_address: { points: 3, seconds: DAY },
  waitlist_by_ip: { points: 50, seconds: HOUR },
  /** The same for those who wait. [P4] */
  waitlist_by_address: { points: 3, seconds: DAY },
  feedback_by_ip: { points: 30, seconds: HOUR },
  /** Pictures that one member sends. [X5] */
  upload: { points: 100, seconds: HOUR },
} as const;
export type LimitName = keyof typeof LIMITS;

export type Limiter = {
  /** Counts one attempt; throws TOO_MANY_REQUESTS with the seconds to wait once there were too many. */
  consume(rule: LimitName, key: string): Promise<void>;
  /** Counts one attempt and says whether it may go on, for limits that must not show outside. */
  hasRoom(rule: LimitName, key: string): Promise<boolean>;
  /** Takes back an attempt that turned out well. */
  giveBack(rule: LimitName, key: string): Promise<void>;
};

/** Counters in PostgreSQL, so that they hold across nodes; addresses are kept only as keyed hashes. */
export function createLimiter({ db, secret }: { db: Database; secret: string }): Limiter {
  const counters = Object.fromEntries(
    Object.entries(LIMITS).map(([rule, { points, seconds }]) => [
      rule,
      new RateLimiterPostgres({
        storeClient: db.pool,
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix: rule,
        points,
        duration: seconds,
      }),
    ]),
  ) as Record<LimitName, RateLimiterPostgres>;
  const hashed = (rule: LimitName, key: string) =>
    createHmac('sha256', secret)
      .update(rule.endsWith('_by_ip') ? normalizeIP(key, { ipv6Subnet: 64 }) : key)
      .digest('base64url');
  /** Seconds to wait, or 0 while there is room. */
  async function count(rule: LimitName, key: string): Promise<number> {
    try {
      await counters[rule].consume(hashed(rule, key));
      return 0;
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason;
      return Math.max(1, Math.ceil(reason.msBeforeNext / 1000));
    }
  }
  return {
    async consume(rule, key) {
      const seconds = await count(rule, key);
      if (seconds > 0) throw refusal('TOO_MANY_REQUESTS', { retry_after_seconds: seconds });
    },
    async hasRoom(rule, key) {
      return (await count(rule, key)) === 0;
    },
    async giveBack(rule, key) {
      await counters[rule].reward(hashed(rule, key));
    },
  };
}
