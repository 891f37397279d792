ALTER TABLE "change_events" ADD COLUMN "hidden_from_visitors" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- As before, but visitors receive only changes of an open job that they see: its status, and the
-- columns of `presentPublicJob`. Removing a saved pet changes all jobs for it at once, which would
-- reveal to visitors that these jobs have the same owner.
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
            || ARRAY(
              SELECT offer.sitter_id FROM job_offers offer
              WHERE offer.job_id = job.id AND offer.passed_at IS NULL
                AND (to_former OR job.status = 'open')
                AND job.held_at IS NULL
                AND offer.sitter_id <> ALL (coalesce(hidden_from(job.owner_id), '{}'))),
            true);
  END IF;
  RETURN NULL;
END $$;
