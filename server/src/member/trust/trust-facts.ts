import type { Reliability } from '@kindpal/contract/member/reliability';
import type { ReplyTime, Service, TrustFacts } from '@kindpal/contract/member/schema';
import { JOBS_DONE_MAX } from '@kindpal/contract/member/track-record';
import { countUpTo } from '../../db/count-up-to.ts';
import { recordsOf } from './reliability.ts';

/** What others see of a member beyond their own row. */
export type TrustRow = {
  invited_by: string | null;
  jobs_done: number;
  /** The median of the latest answers, in seconds; null before there are enough. */
  reply_seconds: number | null;
  reliability: Reliability[];
  record_note: string | null;
};

/** What is read in addition to the row, which includes the note. */
type TrustFact = Exclude<keyof TrustRow, 'record_note'>;

/**
 * How many recent jobs' chats are considered, and in how many of them the other side must have
 * written.
 */
const JOBS_LOOKED_AT = 10;
const ANSWERS_NEEDED = 3;

/**
 * What others see of the member at an alias of `users`: an inviter who is one of the `hidden` (SQL
 * array of ids) has no name. Each reads a bounded number of index entries: the invite, at most 100
 * jobs, and the first question and answer in ten chats.
 */
export const trustFacts = (member: string, hidden: string): Record<TrustFact, string> => ({
  reliability: recordsOf(`${member}.id`),
  invited_by: `(SELECT inviter.first_name FROM invites invite
    JOIN users inviter ON inviter.id = invite.created_by
    WHERE invite.used_by = ${member}.id AND inviter.suspended_at IS NULL
      AND inviter.id <> ALL (${hidden}))`,
  jobs_done: countUpTo(
    JOBS_DONE_MAX,
    `job_claims done WHERE done.sitter_id = ${member}.id AND done.end_reason = 'completed'`,
  ),
  reply_seconds: replySeconds(
    member,
    `SELECT latest.id FROM job_claims latest WHERE latest.sitter_id = ${member}.id
      ORDER BY latest.claimed_at DESC, latest.id DESC LIMIT ${JOBS_LOOKED_AT}`,
  ),
});

/**
 * The reply time of the member at an alias of `users` as an owner: over the latest claims of
 * their newest jobs.
 */
export const ownerReplySeconds = (member: string) =>
  replySeconds(
    member,
    `SELECT latest.id FROM (SELECT own.id FROM jobs own WHERE own.owner_id = ${member}.id
        ORDER BY own.created_at DESC, own.id DESC LIMIT ${2 * JOBS_LOOKED_AT}) posted
      CROSS JOIN LATERAL (SELECT held.id FROM job_claims held WHERE held.job_id = posted.id
        ORDER BY held.claimed_at DESC LIMIT 1) latest LIMIT ${JOBS_LOOKED_AT}`,
  );

/** The median time in which a member answered the other side's first message in these claims. */
function replySeconds(member: string, claims: string): string {
  return `(SELECT CASE WHEN count(*) >= ${ANSWERS_NEEDED} THEN
      percentile_disc(0.5) WITHIN GROUP (ORDER BY
        date_part('epoch', coalesce(answer.created_at, now()) - question.created_at)::int) END
    FROM (${claims}) claim
    CROSS JOIN LATERAL (SELECT asked.seq, asked.created_at FROM messages asked
      WHERE asked.claim_id = claim.id AND asked.sender_id <> ${member}.id
      ORDER BY asked.seq LIMIT 1) question
    LEFT JOIN LATERAL (SELECT said.created_at FROM messages said
      WHERE said.claim_id = claim.id AND said.seq > question.seq AND said.sender_id = ${member}.id
      ORDER BY said.seq LIMIT 1) answer ON true
    WHERE answer.created_at IS NOT NULL OR question.created_at < now() - interval '1 day')`;
}

const HOUR = 3600;

/** In words, rough enough that no single chat can be inferred. */
export function replyTimeOf(seconds: number | null): ReplyTime | null {
  if (seconds === null) return null;
  if (seconds <= HOUR) return 'within_hour';
  if (seconds <= 5 * HOUR) return 'within_hours';
  return seconds <= 24 * HOUR ? 'within_day' : 'over_day';
}

/**
 * What members see; for a member who does not sit, only who invited them and their record. [R1]
 * [R8]
 */
export function presentTrust(
  { invited_by, jobs_done, reply_seconds, reliability, record_note }: TrustRow,
  { sits, services }: { sits: boolean; services: Service[] | null },
): TrustFacts {
  const record = { reliability, record_note: reliability.length > 0 ? record_note : null };
  if (!sits) return { ...NOT_TOLD, invited_by, ...record };
  return { invited_by, jobs_done, reply_time: replyTimeOf(reply_seconds), services, ...record };
}

/** What visitors get instead. */
export const NOT_TOLD: TrustFacts = {
  invited_by: null,
  jobs_done: null,
  reply_time: null,
  services: null,
  reliability: [],
  record_note: null,
};
