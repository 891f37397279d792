import { REVIEWS_REQUIRED_MAX } from '@kindpal/contract/job/requirements';
import { and, eq, isNull } from 'drizzle-orm';
import { areBlocked } from '../block/policy.ts';
import { jobOffers } from '../db/schema/offer.ts';

/*
 * An owner can ask up to five sitters first, and a sitter can wait for a claimed job to open again.
 * While an open job is offered to such sitters, it does not exist for others: it is in no list,
 * search, stream, page or notification. Those who were asked may all claim it at the same time;
 * those who wait, one after the other. An offer counts until its time is over, its sitter declines,
 * is suspended or leaves, or owner and sitter are blocked; when none counts, the job is open to
 * all. This is computed from the database clock on every read, so no task has to run for it.
 * Sitters see their own offers; owners see who was asked, and how many wait.
 *
 * Where the community has staff review the first jobs of new members, such a job is held: only its
 * owner and staff see it, not even the sitters asked first, until staff approve it. Offers and the
 * head start of favorites begin then.
 *
 * Staff who ended somebody's claim of a job get no offer of it and cannot claim it.
 *
 * A job's requirements do not apply to sitters who were asked by name. Nobody learns who is a
 * favorite: others only see when the job opens to everyone.
 */

/** A sitter's own offer of a job that they have not declined, as a WHERE. [J5] */
export const ownOpenOffer = (sitterId: string, jobId: string) =>
  and(eq(jobOffers.job_id, jobId), eq(jobOffers.sitter_id, sitterId), isNull(jobOffers.passed_at));

/** Whether staff must review the open `job` before anybody but its owner sees it. */
export const IS_HELD = `(job.held_at IS NOT NULL AND job.status = 'open')`;

/**
 * Whether `member`, as one of the staff, ended another sitter's claim of `job`: they must not gain
 * from it.
 */
export const endedClaimOfOther = (member: string) => `EXISTS (SELECT FROM job_claims past
  WHERE past.job_id = job.id AND past.ended_by = ${member} AND past.sitter_id <> ${member})`;

/** Whether `job` can be offered to `asked`, the sitter of an `offer`. */
export const MAY_BE_OFFERED = `offer.passed_at IS NULL AND asked.suspended_at IS NULL
  AND asked.role IN ('pet_sitter', 'both') AND NOT ${areBlocked('asked.id', 'job.owner_id')}
  AND NOT ${endedClaimOfOther('asked.id')}`;

/** The offers of `job` that count now. */
const LIVE = `job_offers offer JOIN users asked ON asked.id = offer.sitter_id
  WHERE offer.job_id = job.id AND NOT ${IS_HELD} AND offer.until_at > now() AND ${MAY_BE_OFFERED}`;

/**
 * Whether `offer` still has a place in the line of `job`: it was not used up before the last
 * claim.
 */
export const IS_WAITING = `(offer.kind = 'standby' AND offer.passed_at IS NULL
  AND NOT EXISTS (SELECT FROM job_claims own WHERE own.job_id = job.id
    AND own.sitter_id = offer.sitter_id AND own.ended_at IS NULL)
  AND (offer.until_at IS NULL
  OR offer.until_at > now() AND job.status = 'open'
  OR job.status <> 'open' AND offer.until_at > (SELECT max(claim.claimed_at) FROM job_claims claim
    WHERE claim.job_id = job.id)))`;

/** Whether `sitter` holds or completed the `job`: then they get no offer of it. */
export const holdsOrDid = (sitter: string) => `EXISTS (SELECT FROM job_claims own
  WHERE own.job_id = job.id AND own.sitter_id = ${sitter}
    AND (own.ended_at IS NULL OR own.end_reason = 'completed'))`;

/**
 * Whose turn it is for `job`: all who were asked, or the first who waits. The function `in_turn` of
 * the database says the same for events.
 */
export const IN_TURN = `SELECT offer.sitter_id, offer.kind, offer.until_at FROM ${LIVE}
  ORDER BY offer.until_at FETCH FIRST 1 ROW WITH TIES`;

/** The key of one `turn` of a sitter at `job`, so that its notification is written once. */
export const keyOfTurn = (turn: string) =>
  `job.id || '@' || extract(epoch FROM ${turn}.until_at)::bigint`;

/** Whether `job` is not offered to anybody first; for most jobs, their own row answers this. */
export const IS_UNRESERVED = `(job.reserved_until IS NULL
  OR NOT ${IS_HELD} AND NOT EXISTS (SELECT FROM ${LIVE}))`;

/**
 * The same for lists, without reading the offers, which would slow every page: a job whose offers
 * all ended early is listed once `notifyOffers` has opened it, immediately or within a minute.
 */
export const IS_LISTED = '(job.reserved_until IS NULL OR job.reserved_until <= now())';

/** Whether the open `job` is held, or offered to others than `viewer` (SQL, which may be null). */
export const isReservedFrom = (viewer: string) => `(job.reserved_until IS NOT NULL
  AND job.status = 'open' AND job.owner_id IS DISTINCT FROM ${viewer}
  AND (${IS_HELD} OR (SELECT count(*) > 0 AND NOT coalesce(bool_or(turn.sitter_id = ${viewer}), false)
    FROM (${IN_TURN}) turn)))`;

/** Whether the owner of `job` asked `viewer` first: then the requirements do not apply. */
const wasAsked = (viewer: string) => `EXISTS (SELECT FROM job_offers ask
  WHERE ask.job_id = job.id AND ask.sitter_id = ${viewer} AND (ask.kind = 'asked' OR ask.was_asked))`;

/**
 * Whether `viewer` finished a job with the owner of `job`, in either role. From one member's
 * claims to their jobs, because a join could start with all jobs of an owner.
 */
const hasMet = (viewer: string) => `(EXISTS (SELECT FROM job_claims done
    WHERE done.sitter_id = ${viewer} AND done.end_reason = 'completed'
      AND (SELECT past.owner_id FROM jobs past WHERE past.id = done.job_id) = job.owner_id)
  OR EXISTS (SELECT FROM job_claims done
    WHERE done.sitter_id = job.owner_id AND done.end_reason = 'completed'
      AND (SELECT past.owner_id FROM jobs past WHERE past.id = done.job_id) = ${viewer}))`;

/** Whether staff checked the identity of `viewer` and the check is still valid. */
const isVerified = (viewer: string) =>
  `(SELECT proven.is_verified FROM users proven WHERE proven.id = ${viewer})`;

/** The number of published reviews of `viewer`, counted up to what a job can require. */
const reviewsOf = (viewer: string) => `(SELECT count(*)::int FROM (SELECT FROM published_reviews
  WHERE reviewee_id = ${viewer} LIMIT ${REVIEWS_REQUIRED_MAX}) counted)`;

/** Whether `viewer` meets the requirements of `job`, apart from the head start of favorites. */
export const meetsRequirements = (viewer: string) => `(NOT job.requires_met_before
    AND NOT job.requires_verified AND job.requires_reviews = 0 OR ${wasAsked(viewer)}
  OR (NOT job.requires_met_before OR ${hasMet(viewer)})
    AND (NOT job.requires_verified OR ${isVerified(viewer)})
    AND (job.requires_reviews = 0 OR ${reviewsOf(viewer)} >= job.requires_reviews))`;

/**
 * Whether `job` is open to everyone by now, or to `viewer` as a favorite. While it is offered to
 * others, it is not open to favorites either.
 */
export const isOpenedTo = (viewer: string) => `(job.favorites_until IS NULL
  OR job.favorites_until <= now()
  OR EXISTS (SELECT FROM member_favorites kept
    WHERE kept.member_id = job.owner_id AND kept.favorite_id = ${viewer})
  OR ${wasAsked(viewer)} OR NOT ${IS_UNRESERVED})`;

/** Whether `job` has requirements for claiming. */
export const HAS_REQUIREMENTS = `(job.requires_met_before OR job.requires_verified
  OR job.requires_reviews > 0 OR job.favorites_until > now())`;

/**
 * The requirements of an open `job`, and which of them `viewer` meets; null when there are none.
 */
export const requirementsFor = (
  viewer: string,
) => `CASE WHEN job.status = 'open' AND ${HAS_REQUIREMENTS}
  THEN json_build_object('met_before', job.requires_met_before, 'verified', job.requires_verified,
    'min_reviews', job.requires_reviews,
    'opens_at', CASE WHEN job.favorites_until > now() THEN job.favorites_until END,
    'has_met', job.requires_met_before AND ${hasMet(viewer)},
    'is_verified', job.requires_verified AND ${isVerified(viewer)},
    'reviews', CASE WHEN job.requires_reviews > 0 THEN ${reviewsOf(viewer)} ELSE 0 END,
    'may_claim', ${meetsRequirements(viewer)} AND ${isOpenedTo(viewer)},
    'asked', ${wasAsked(viewer)}) END`;

/** The columns of `requirementsFor`. */
export type RequirementsRow = {
  met_before: boolean;
  verified: boolean;
  min_reviews: number;
  opens_at: string | null;
  has_met: boolean;
  is_verified: boolean;
  reviews: number;
  may_claim: boolean;
  asked: boolean;
};
