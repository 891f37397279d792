DROP INDEX "job_claims_released";
--> statement-breakpoint
-- A sitter who held a job before is shown whether it is open, held or cancelled, and hears when that
-- changes; when it is started or completed is for the participants and staff.
CREATE OR REPLACE FUNCTION tell_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  job jobs := coalesce(NEW, OLD);
  is_offered boolean := NOT EXISTS (
    SELECT FROM users owner WHERE owner.id = job.owner_id AND owner.suspended_at IS NOT NULL);
  was_open boolean := TG_OP <> 'INSERT' AND OLD.status = 'open' AND is_offered;
  is_open boolean := TG_OP <> 'DELETE' AND NEW.status = 'open' AND is_offered;
  to_former boolean := TG_OP = 'UPDATE' AND OLD.status <> NEW.status
    AND (OLD.status IN ('open', 'cancelled') OR NEW.status IN ('open', 'cancelled'));
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
              SELECT DISTINCT claim.sitter_id FROM job_claims claim
              WHERE claim.job_id = job.id
                AND (to_former OR claim.ended_at IS NULL OR claim.end_reason = 'completed')),
            true);
  END IF;
  RETURN NULL;
END $$;
