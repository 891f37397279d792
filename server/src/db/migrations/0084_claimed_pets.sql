-- A claim shows a pet's health and where it lives, and may be canceled at once. Within a day one
-- sitter claims jobs for 20 different pets at most (LIMITS.claimed_pet_by_member), live or ended; an
-- owner's pets that are not saved count as one. Returns when this job is possible, null for now.
CREATE FUNCTION may_claim_pet_at(sitter uuid, wanted uuid) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT max(claimed_at) + interval '86400 seconds' AS free_at
  FROM (SELECT claimed_at, (SELECT coalesce(pet_id, owner_id) FROM jobs WHERE id = job_id) AS pet
        FROM job_claims
        WHERE sitter_id = sitter AND claimed_at > now() - interval '86400 seconds') recent
  WHERE pet <> (SELECT coalesce(pet_id, owner_id) FROM jobs WHERE id = wanted)
  GROUP BY pet ORDER BY free_at DESC OFFSET 19 LIMIT 1
$$;
--> statement-breakpoint
-- As before, with this limit: the lock makes claims of one sitter take turns, so all at once do not
-- pass it together. The detail is the number of seconds to wait.
CREATE OR REPLACE FUNCTION limit_live_claims() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner uuid := (SELECT owner_id FROM jobs WHERE id = NEW.job_id);
  free_at timestamptz;
BEGIN
  IF (SELECT count(*) FROM (
        SELECT id FROM users WHERE suspended_at IS NULL AND id IN (NEW.sitter_id, owner)
        ORDER BY id FOR SHARE) welcome) < 2 THEN
    RAISE EXCEPTION 'the sitter or the owner is suspended'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_suspended';
  END IF;
  IF EXISTS (SELECT FROM member_blocks
             WHERE (blocker_id, blocked_id) IN ((NEW.sitter_id, owner), (owner, NEW.sitter_id))) THEN
    RAISE EXCEPTION 'the sitter and the owner are blocked'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_blocked';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('job_claims.live'), hashtext(NEW.sitter_id::text));
  IF (SELECT count(*) FROM job_claims
      WHERE sitter_id = NEW.sitter_id AND ended_at IS NULL) >= 50 THEN
    RAISE EXCEPTION 'too many live claims'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_live_limit';
  END IF;
  free_at := may_claim_pet_at(NEW.sitter_id, NEW.job_id);
  IF free_at IS NOT NULL THEN
    RAISE EXCEPTION 'too many pets within a day'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_pets_a_day',
        DETAIL = ceil(extract(epoch FROM free_at - now()));
  END IF;
  -- An exact double booking is left to its unique index, which says so.
  IF NOT NEW.may_overlap AND (
      SELECT bool_and((held.start_date, held.end_date) <> (NEW.start_date, NEW.end_date))
      FROM job_claims held
      WHERE held.sitter_id = NEW.sitter_id AND held.ended_at IS NULL
        AND held.start_date < NEW.end_date AND held.end_date > NEW.start_date) THEN
    RAISE EXCEPTION 'overlaps another claim'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_overlap';
  END IF;
  RETURN NEW;
END $$;
