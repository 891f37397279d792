-- A newcomer who has to confirm their address posts and claims nothing before; existing members have no date.
CREATE FUNCTION require_confirmed_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM auth."user"
             WHERE id = NEW.owner_id AND confirm_by IS NOT NULL AND NOT email_verified) THEN
    RAISE EXCEPTION 'the owner has not confirmed their email'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'jobs_email_confirmed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_email_confirmed BEFORE INSERT ON jobs
  FOR EACH ROW EXECUTE FUNCTION require_confirmed_owner();
--> statement-breakpoint
CREATE FUNCTION require_confirmed_sitter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM auth."user"
             WHERE id = NEW.sitter_id AND confirm_by IS NOT NULL AND NOT email_verified) THEN
    RAISE EXCEPTION 'the sitter has not confirmed their email'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'job_claims_email_confirmed';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_claims_email_confirmed BEFORE INSERT ON job_claims
  FOR EACH ROW EXECUTE FUNCTION require_confirmed_sitter();
