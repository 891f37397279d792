CREATE TABLE "job_events" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"claim_id" uuid,
	"action" text NOT NULL,
	"actor_role" text NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "job_events_action" CHECK ("job_events"."action" in ('release', 'report_no_show', 'start', 'complete', 'confirm', 'dispute', 'cancel', 'reopen', 'expire', 'take_down')),
	CONSTRAINT "job_events_actor_role" CHECK ("job_events"."actor_role" in ('owner', 'sitter', 'staff', 'system'))
);
--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_taken_down";
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "cancel_code" text;
--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_claim_id_job_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."job_claims"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "job_events_by_job" ON "job_events" USING btree ("job_id","created_at","id");
--> statement-breakpoint
CREATE INDEX "job_events_by_claim" ON "job_events" USING btree ("claim_id") WHERE "job_events"."claim_id" is not null;
--> statement-breakpoint
CREATE INDEX "job_events_by_actor" ON "job_events" USING btree ("actor_id") WHERE "job_events"."actor_id" is not null;
--> statement-breakpoint
-- What earlier releases kept on the claim, as history: who started, completed, confirmed and ended it.
-- Disputes and reopenings left no trace, and nobody knows when an unclaimed job was cancelled.
INSERT INTO job_events (job_id, claim_id, action, actor_role, actor_id, reason, created_at)
SELECT claim.job_id, claim.id, done.action, done.actor_role, done.actor_id, done.reason, done.at
FROM job_claims claim
JOIN jobs job ON job.id = claim.job_id
CROSS JOIN LATERAL (
  SELECT claim.end_reason = 'cancelled' AND claim.ended_by IS DISTINCT FROM job.owner_id AS by_staff,
         claim.ended_by IS NOT DISTINCT FROM job.owner_id AS by_owner) ended
CROSS JOIN LATERAL (VALUES
  ('start', 'sitter', claim.sitter_id, NULL, claim.started_at),
  ('complete', 'sitter', claim.sitter_id, NULL, claim.completed_at),
  ('confirm', CASE WHEN claim.ended_by IS NULL THEN 'system' ELSE 'owner' END, claim.ended_by, NULL,
   claim.confirmed_at),
  (CASE claim.end_reason
     WHEN 'released' THEN 'release'
     WHEN 'no_show' THEN 'report_no_show'
     ELSE CASE WHEN ended.by_staff THEN 'take_down' ELSE 'cancel' END
   END,
   CASE WHEN ended.by_staff THEN 'staff' WHEN ended.by_owner THEN 'owner' ELSE 'sitter' END,
   CASE WHEN ended.by_staff OR ended.by_owner THEN claim.ended_by ELSE claim.sitter_id END,
   nullif(claim.end_note, ''),
   CASE WHEN claim.end_reason <> 'completed' THEN claim.ended_at END)
) done (action, actor_role, actor_id, reason, at)
WHERE done.at IS NOT NULL;
--> statement-breakpoint
INSERT INTO job_events (job_id, action, actor_role, reason, created_at)
SELECT id, 'take_down', 'staff', cancel_reason, taken_down_at FROM jobs job
WHERE taken_down_at IS NOT NULL AND NOT EXISTS (
  SELECT FROM job_claims claim WHERE claim.job_id = job.id AND claim.ended_at = job.taken_down_at);
--> statement-breakpoint
-- 'expired' was a reason that a member could type as well: then the job was not over, or had a sitter.
-- Nothing that anybody sees changes here, so nobody is told.
ALTER TABLE jobs DISABLE TRIGGER jobs_tell_changes;
--> statement-breakpoint
UPDATE jobs job SET cancel_code = CASE
  WHEN taken_down_at IS NOT NULL THEN 'taken_down'
  WHEN cancel_reason = 'expired' AND end_date <= now() AND NOT EXISTS (
    SELECT FROM job_claims claim WHERE claim.job_id = job.id AND claim.end_reason = 'cancelled')
    THEN 'expired'
  ELSE 'by_owner' END
WHERE status = 'cancelled';
--> statement-breakpoint
UPDATE jobs SET cancel_reason = NULL WHERE cancel_reason IS NOT NULL
  AND (status <> 'cancelled' OR cancel_code = 'expired' OR cancel_reason = '');
--> statement-breakpoint
ALTER TABLE jobs ENABLE TRIGGER jobs_tell_changes;
--> statement-breakpoint
INSERT INTO job_events (job_id, action, actor_role, created_at)
SELECT id, 'expire', 'system', end_date FROM jobs WHERE cancel_code = 'expired';
--> statement-breakpoint
ALTER TABLE "jobs" DROP COLUMN "taken_down_at";
--> statement-breakpoint
ALTER TABLE "job_claims" ADD CONSTRAINT "job_claims_end_reason" CHECK ("job_claims"."end_reason" in ('released', 'no_show', 'cancelled', 'completed'));
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_cancel_code" CHECK ("jobs"."cancel_code" in ('by_owner', 'expired', 'taken_down'));
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_cancelled" CHECK (("jobs"."status" = 'cancelled') = ("jobs"."cancel_code" is not null));
--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_cancel_reason" CHECK ("jobs"."cancel_reason" is null or coalesce("jobs"."cancel_code", 'expired') <> 'expired');
--> statement-breakpoint
-- History is only added to. It goes with its job or claim, and forgets a member who leaves.
CREATE TRIGGER job_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
  ON job_events FOR EACH STATEMENT WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION refuse_change();
