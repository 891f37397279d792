ALTER TABLE "job_claims" ADD COLUMN "may_overlap" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
-- Claims of one sitter take turns here, so that two at once cannot both miss that they overlap.
CREATE OR REPLACE FUNCTION limit_live_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('job_claims.live'), hashtext(NEW.sitter_id::text));
  IF (SELECT count(*) FROM job_claims
      WHERE sitter_id = NEW.sitter_id AND ended_at IS NULL) >= 50 THEN
    RAISE EXCEPTION 'too many live claims'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_live_limit';
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
