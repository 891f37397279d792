import type { offer } from '@kindpal/contract/offer/contract';
import type { Offer, OfferKind, OffersOfJob } from '@kindpal/contract/offer/schema';
import type { MemberCall } from '../access/call.ts';
import { isShownTo } from '../block/policy.ts';
import { IS_OFFERED, isWithdrawnFrom } from '../job/policy.ts';
import { presentJobCard } from '../job/present.ts';
import { JOB_COLUMNS, type JobRow } from '../job/rows.ts';
import { memberCard } from '../member/member-card.ts';
import { notFound } from '../transport/refusal.ts';
import { holdsOrDid, IN_TURN, IS_HELD, IS_WAITING } from './policy.ts';

type Row = JobRow & {
  kind: OfferKind;
  until_at: string | null;
  is_turn: boolean;
  withdrawn: boolean;
};

/**
 * The caller's priority offers, and the jobs they wait for, which are shown like any open job. A
 * job that they hold or completed is listed among their own instead.
 */
const LIST = `SELECT ${JOB_COLUMNS}, mine.kind, mine.until_at, mine.is_turn,
    NOT mine.is_turn OR ${isWithdrawnFrom('$1::uuid')} AS withdrawn
  FROM (
    SELECT offer.*, job.status = 'open' AND EXISTS (
        SELECT FROM (${IN_TURN}) turn WHERE turn.sitter_id = offer.sitter_id) AS is_turn,
      ${IS_WAITING} AS is_waiting
    FROM job_offers offer JOIN jobs job ON job.id = offer.job_id
    WHERE offer.sitter_id = $1 AND offer.passed_at IS NULL AND job.status <> 'cancelled'
      AND job.end_date > now() AND NOT ${holdsOrDid('$1')}) mine
  JOIN jobs job ON job.id = mine.job_id JOIN users owner ON owner.id = job.owner_id
  WHERE (mine.is_turn OR mine.is_waiting) AND ${IS_OFFERED} AND ${isShownTo('owner.id', '$1')}
  ORDER BY mine.is_turn DESC, job.start_date, job.id LIMIT 50`;

/** The caller's offers, those to claim now first. [J5] */
export async function listOffers({ context }: MemberCall<typeof offer.list>) {
  const { services, actor } = context;
  const rows = await services.db.jsonRows<Row>({
    name: 'job-offers',
    text: LIST,
    values: [actor.id],
  });
  const present = (row: Row): Offer => ({
    kind: row.kind,
    state: row.is_turn ? 'yours' : 'waiting',
    until: row.is_turn ? row.until_at : null,
    job: presentJobCard(row, row.is_turn ? actor : null),
  });
  return { items: rows.map(present) };
}

/** How an asked sitter answered; joining the line after somebody else's claim is no answer. */
const ANSWER = `CASE WHEN offer.passed_at IS NOT NULL THEN 'declined'
  WHEN EXISTS (SELECT FROM job_claims own WHERE own.job_id = job.id
    AND own.sitter_id = offer.sitter_id) THEN 'claimed'
  WHEN ${IS_HELD} OR job.status = 'open' AND offer.until_at > now() THEN 'waiting'
  WHEN EXISTS (SELECT FROM job_claims first WHERE first.job_id = job.id
    AND first.claimed_at < coalesce(offer.until_at, 'infinity')) THEN 'taken'
  ELSE 'over' END`;

const OF_JOB = `SELECT
    (SELECT coalesce(json_agg(json_build_object('sitter', ${memberCard('asked')},
        'state', ${ANSWER})
        ORDER BY offer.created_at, asked.full_name), '[]')
      FROM job_offers offer JOIN users asked ON asked.id = offer.sitter_id
      WHERE offer.job_id = job.id AND (offer.kind = 'asked' OR offer.was_asked)
        AND asked.suspended_at IS NULL
        AND ${isShownTo('asked.id', '$1')}) AS asked,
    (SELECT count(*)::int FROM job_offers offer JOIN users asked ON asked.id = offer.sitter_id
      WHERE offer.job_id = job.id AND job.status IN ('open', 'claimed') AND ${IS_WAITING}
        AND asked.suspended_at IS NULL
        AND ${isShownTo('asked.id', '$1')}) AS waiting
  FROM jobs job WHERE job.id = $2 AND job.owner_id = $1`;

/**
 * The sitters that a job's owner asked first, and how many wait for it. NOT_FOUND for all others.
 * [J2]
 */
export async function getOffersOfJob({ input, context }: MemberCall<typeof offer.getOfJob>) {
  const { services, actor } = context;
  const [found] = await services.db.jsonRows<OffersOfJob>({
    name: 'job-offers-of',
    text: OF_JOB,
    values: [actor.id, input.job_id],
  });
  if (!found) throw notFound();
  return found;
}
