-- A member holds 50 jobs at once at most (LIVE_CLAIMS_MAX). Only the winner of a claim comes here; the
-- lock makes claims of one sitter take turns, so that twenty at once cannot pass the limit together.
CREATE FUNCTION limit_live_claims() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('job_claims.live'), hashtext(NEW.sitter_id::text));
  IF (SELECT count(*) FROM job_claims
      WHERE sitter_id = NEW.sitter_id AND ended_at IS NULL) >= 50 THEN
    RAISE EXCEPTION 'too many live claims'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_live_limit';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_claims_limit BEFORE INSERT ON job_claims
  FOR EACH ROW WHEN (NEW.ended_at IS NULL) EXECUTE FUNCTION limit_live_claims();
