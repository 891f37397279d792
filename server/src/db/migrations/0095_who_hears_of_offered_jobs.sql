-- Whose turn it is to claim a reserved job, as in `IN_TURN` of offer/policy.ts; `but` is counted in spite
-- of a block, as the one whose turn a new block ends.
CREATE FUNCTION in_turn(job jobs, but uuid DEFAULT NULL) RETURNS SETOF uuid LANGUAGE sql STABLE AS $$
  SELECT offer.sitter_id FROM job_offers offer JOIN users asked ON asked.id = offer.sitter_id
  WHERE offer.job_id = job.id AND job.held_at IS NULL AND offer.until_at > now()
    AND offer.passed_at IS NULL AND asked.suspended_at IS NULL AND asked.role IN ('pet_sitter', 'both')
    AND (asked.id IS NOT DISTINCT FROM but
      OR asked.id <> ALL (coalesce(hidden_from(job.owner_id), '{}')))
    AND NOT EXISTS (SELECT FROM job_claims past WHERE past.job_id = job.id
      AND past.ended_by = asked.id AND past.sitter_id <> asked.id)
  ORDER BY offer.until_at FETCH FIRST 1 ROW WITH TIES
$$;--> statement-breakpoint
-- As before, but of the sitters with an offer only those hear of a job that is not open to all who see
-- it: whose turn it is or was, and who waits in line, which shows them what visitors see of an open job.
CREATE OR REPLACE FUNCTION tell_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  job jobs := coalesce(NEW, OLD);
  is_offered boolean := NOT EXISTS (
    SELECT FROM users owner WHERE owner.id = job.owner_id AND owner.suspended_at IS NOT NULL);
  was_open boolean := TG_OP <> 'INSERT' AND OLD.status = 'open' AND is_offered
    AND coalesce(OLD.reserved_until <= now(), true);
  is_open boolean := TG_OP <> 'DELETE' AND NEW.status = 'open' AND is_offered
    AND coalesce(NEW.reserved_until <= now(), true);
  to_former boolean := TG_OP = 'UPDATE' AND OLD.status <> NEW.status
    AND (OLD.status IN ('open', 'cancelled') OR NEW.status IN ('open', 'cancelled'));
  -- Its offers are deleted with it, and added after it.
  has_turns boolean := TG_OP = 'UPDATE' AND is_offered AND 'open' IN (OLD.status, NEW.status);
  -- Of its dates, visitors see the week of the start, in UTC. The end of a reservation puts it on
  -- the list.
  is_seen boolean := TG_OP <> 'UPDATE'
    OR (OLD.status, OLD.reserved_until, OLD.held_at, OLD.job_type, OLD.total_amount, OLD.hourly_rate,
        OLD.place_id, OLD.location, OLD.created_at, OLD.pet_name,
        date_trunc('week', OLD.start_date AT TIME ZONE 'UTC'))
      IS DISTINCT FROM
       (NEW.status, NEW.reserved_until, NEW.held_at, NEW.job_type, NEW.total_amount, NEW.hourly_rate,
        NEW.place_id, NEW.location, NEW.created_at, NEW.pet_name,
        date_trunc('week', NEW.start_date AT TIME ZONE 'UTC'));
  to_line boolean := is_offered AND (to_former OR has_turns AND is_seen)
    AND job.held_at IS NULL AND job.end_date > now();
BEGIN
  IF was_open OR is_open THEN
    INSERT INTO change_events (table_name, op, row_id, job_id, hidden_from, hidden_from_visitors)
    VALUES ('jobs', CASE WHEN NOT is_open THEN 'delete' WHEN was_open THEN 'update' ELSE 'insert' END,
            job.id, job.id, hidden_from(job.owner_id), NOT is_seen);
  END IF;
  IF (TG_OP = 'UPDATE' AND was_open <> is_open) OR NOT (was_open OR is_open) THEN
    INSERT INTO change_events (table_name, op, row_id, job_id, audience, to_staff)
    VALUES ('jobs', lower(TG_OP), job.id, job.id,
            ARRAY[job.owner_id] || ARRAY(
              SELECT DISTINCT claim.sitter_id FROM job_claims claim
              WHERE claim.job_id = job.id
                AND (to_former OR claim.ended_at IS NULL OR claim.end_reason = 'completed'))
            || ARRAY(SELECT sitter FROM in_turn(job) sitter WHERE has_turns)
            -- `IS_WAITING` of offer/policy.ts, before the change or after it.
            || ARRAY(
              SELECT offer.sitter_id FROM job_offers offer
              WHERE offer.job_id = job.id AND to_line
                AND offer.kind = 'standby' AND offer.passed_at IS NULL
                AND (offer.until_at IS NULL OR offer.until_at > CASE WHEN has_turns THEN now()
                  ELSE (SELECT max(claimed_at) FROM job_claims WHERE job_id = job.id) END)
                AND offer.sitter_id <> ALL (coalesce(hidden_from(job.owner_id), '{}'))),
            true);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- As before, but of a job that is reserved only those hear whose turn it is or who wait in line.
CREATE OR REPLACE FUNCTION tell_member_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE block member_blocks := coalesce(NEW, OLD);
BEGIN
  -- With a block in the other direction nothing changes for either.
  IF EXISTS (SELECT FROM member_blocks back
             WHERE back.blocker_id = block.blocked_id AND back.blocked_id = block.blocker_id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id, audience)
  SELECT 'jobs', CASE TG_OP WHEN 'INSERT' THEN 'delete' ELSE 'insert' END, job.id, job.id, ARRAY[pair.other]
  FROM (VALUES (block.blocker_id, block.blocked_id), (block.blocked_id, block.blocker_id)) pair (owner, other)
  JOIN users ON users.id = pair.owner AND users.suspended_at IS NULL
  JOIN jobs job ON job.owner_id = pair.owner AND job.status = 'open'
    AND (coalesce(job.reserved_until <= now(), true) OR pair.other IN (SELECT in_turn(job, pair.other))
      OR job.held_at IS NULL AND EXISTS (SELECT FROM job_offers offer
        WHERE offer.job_id = job.id AND offer.sitter_id = pair.other AND offer.kind = 'standby'
          AND offer.passed_at IS NULL AND coalesce(offer.until_at > now(), true)));
  RETURN NULL;
END $$;
