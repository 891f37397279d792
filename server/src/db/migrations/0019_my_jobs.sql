ALTER TABLE "jobs" ADD COLUMN "awaits_confirmation" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "job_claims_ended" ON "job_claims" USING btree ("sitter_id","ended_at","id") WHERE "job_claims"."ended_at" is not null;--> statement-breakpoint
CREATE INDEX "jobs_by_owner_phase" ON "jobs" USING btree ("owner_id",(case "status" when 'open' then 'open' when 'claimed' then 'upcoming' when 'in_progress' then 'in_progress' else case when "awaits_confirmation" then 'to_confirm' else 'past' end end),"start_date","id");
--> statement-breakpoint
-- Whether a job waits for its owner's answer stands in its claim; the copy beside the status lets one
-- index find an owner's jobs of any phase. Claims begin without it: claiming a job pays nothing.
CREATE FUNCTION note_awaited_confirmation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE jobs SET awaits_confirmation = NEW.completed_at IS NOT NULL AND NEW.ended_at IS NULL
  WHERE id = NEW.job_id
    AND awaits_confirmation <> (NEW.completed_at IS NOT NULL AND NEW.ended_at IS NULL);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_claims_awaited_from_the_start AFTER INSERT ON job_claims
  FOR EACH ROW WHEN (NEW.completed_at IS NOT NULL AND NEW.ended_at IS NULL)
  EXECUTE FUNCTION note_awaited_confirmation();
--> statement-breakpoint
CREATE TRIGGER job_claims_awaited AFTER UPDATE ON job_claims
  FOR EACH ROW WHEN ((NEW.completed_at IS NOT NULL AND NEW.ended_at IS NULL)
    <> (OLD.completed_at IS NOT NULL AND OLD.ended_at IS NULL))
  EXECUTE FUNCTION note_awaited_confirmation();
--> statement-breakpoint
-- The copy is no news: whatever changes it is told by the claim.
DROP TRIGGER jobs_tell ON jobs;
--> statement-breakpoint
CREATE TRIGGER jobs_tell AFTER INSERT OR DELETE ON jobs
  FOR EACH ROW EXECUTE FUNCTION tell_jobs();
--> statement-breakpoint
CREATE TRIGGER jobs_tell_changes AFTER UPDATE ON jobs
  FOR EACH ROW WHEN (OLD.awaits_confirmation = NEW.awaits_confirmation)
  EXECUTE FUNCTION tell_jobs();
--> statement-breakpoint
UPDATE jobs SET awaits_confirmation = true
FROM job_claims claim
WHERE claim.job_id = jobs.id AND claim.completed_at IS NOT NULL AND claim.ended_at IS NULL;
