ALTER TABLE "reports" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_withdrawn" CHECK ("reports"."withdrawn_at" is null or ("reports"."decided_at" is not null and "reports"."decision_id" is null and "reports"."assigned_to" is null and "reports"."details" = '' and "reports"."snapshot" = '{}'));--> statement-breakpoint
-- Who took their own report back is not told that it was looked into.
DROP TRIGGER reports_notify_decided ON reports;--> statement-breakpoint
CREATE TRIGGER reports_notify_decided AFTER UPDATE OF decided_at ON reports
  FOR EACH ROW WHEN (OLD.decided_at IS NULL AND NEW.decided_at IS NOT NULL AND NEW.withdrawn_at IS NULL)
  EXECUTE FUNCTION notify_report();
