ALTER TABLE "jobs" ADD COLUMN "area" text GENERATED ALWAYS AS (area_of(location)) STORED;--> statement-breakpoint
-- Visitors search the area and the pet's name; for the second the index of words serves as well.
CREATE INDEX jobs_open_area ON jobs USING gin (area gin_trgm_ops) WHERE status = 'open';--> statement-breakpoint
-- Everybody hears of open jobs only: one that opens is an insert to them, one that closes a delete,
-- which says neither how nor why. All else is for those who see the job in any state.
CREATE OR REPLACE FUNCTION tell_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  job jobs := coalesce(NEW, OLD);
  was_open boolean := TG_OP <> 'INSERT' AND OLD.status = 'open';
  is_open boolean := TG_OP <> 'DELETE' AND NEW.status = 'open';
BEGIN
  IF was_open OR is_open THEN
    INSERT INTO change_events (table_name, op, row_id, job_id)
    VALUES ('jobs', CASE WHEN NOT is_open THEN 'delete' WHEN was_open THEN 'update' ELSE 'insert' END,
            job.id, job.id);
  END IF;
  IF (TG_OP = 'UPDATE' AND was_open <> is_open) OR NOT (was_open OR is_open) THEN
    INSERT INTO change_events (table_name, op, row_id, job_id, audience, to_staff)
    VALUES ('jobs', lower(TG_OP), job.id, job.id,
            ARRAY[job.owner_id] || ARRAY(
              SELECT claim.sitter_id FROM job_claims claim
              WHERE claim.job_id = job.id AND (claim.ended_at IS NULL OR claim.end_reason = 'completed')),
            true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Earlier events of jobs told everybody everything: streams that would replay them start afresh.
DELETE FROM change_events WHERE table_name = 'jobs' AND audience IS NULL;--> statement-breakpoint
UPDATE live_horizon SET tx = pg_current_xact_id();
