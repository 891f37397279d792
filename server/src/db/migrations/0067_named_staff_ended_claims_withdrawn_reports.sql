ALTER TABLE "data_views" DROP CONSTRAINT "data_views_kind";--> statement-breakpoint
DROP INDEX "data_views_one_a_period";--> statement-breakpoint
ALTER TABLE "data_views" ADD COLUMN "target_id" uuid;--> statement-breakpoint
ALTER TABLE "data_views" ADD COLUMN "is_named" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "data_views_one_a_period" ON "data_views" USING btree ("subject_id","viewer_id","kind",coalesce("target_id", "job_id", "subject_id"),"period");--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_kind" CHECK ("data_views"."kind" in ('access_door', 'access_keys', 'access_alarm', 'access_wifi', 'access_notes', 'address', 'email', 'pet_health', 'account', 'identity', 'emails', 'job', 'request', 'review', 'chat'));--> statement-breakpoint
ALTER TABLE "feedback" DROP CONSTRAINT "feedback_topic";--> statement-breakpoint
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_cancel_code";--> statement-breakpoint
ALTER TABLE "job_events" DROP CONSTRAINT "job_events_action";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_one_ending" ON "feedback" USING btree ("user_id","job_id") WHERE "feedback"."topic" = 'end_job' and "feedback"."status" in ('open', 'in_progress');--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_topic" CHECK ("feedback"."topic" in ('no_answer', 'pet_incident', 'something_else', 'end_job'));--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_cancel_code" CHECK ("jobs"."cancel_code" in ('by_owner', 'by_staff', 'expired', 'taken_down'));--> statement-breakpoint
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_action" CHECK ("job_events"."action" in ('release', 'report_no_show', 'start', 'complete', 'confirm', 'dispute', 'cancel', 'reopen', 'undo_start', 'undo_complete', 'expire', 'take_down', 'end_claim'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.asked', 'jobs.your_turn', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'jobs.calendar_changed', 'jobs.calendar_removed', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_approved', 'support.job_taken_down', 'support.job_ended', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.hearing', 'support.hearing_answered', 'support.reading_asked', 'support.chat_read', 'support.identity_confirmed', 'support.identity_refused', 'support.new_report', 'support.test'));--> statement-breakpoint
-- Both sides are told what happened to it, without the one who did it. What staff end is told to both.
CREATE OR REPLACE FUNCTION notify_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE NEW.action
    WHEN 'release' THEN CASE NEW.actor_role
      WHEN 'system' THEN 'jobs.sitter_unavailable' ELSE 'jobs.released' END
    WHEN 'cancel' THEN 'jobs.canceled'
    WHEN 'start' THEN 'jobs.started'
    WHEN 'complete' THEN 'jobs.completed'
    WHEN 'confirm' THEN CASE NEW.actor_role
      WHEN 'system' THEN 'jobs.auto_confirmed' ELSE 'jobs.confirmed' END
    WHEN 'dispute' THEN 'jobs.disputed'
    WHEN 'report_no_show' THEN 'jobs.no_show'
    WHEN 'expire' THEN 'jobs.expired'
    WHEN 'end_claim' THEN 'support.job_ended'
    WHEN 'take_down' THEN 'support.job_taken_down' END;
BEGIN
  IF kind IS NULL THEN RETURN NULL; END IF;
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at, mail_state)
  SELECT side.member_id, kind, NEW.id, job.id, job.id, NEW.claim_id,
    CASE WHEN NEW.actor_role IN ('owner', 'sitter') THEN NEW.actor_id END, job.title, NEW.created_at,
    CASE WHEN NEW.action = 'take_down' THEN 'none' ELSE 'queued' END
  FROM jobs job
  LEFT JOIN job_claims claim ON claim.id = NEW.claim_id
  CROSS JOIN LATERAL unnest(ARRAY[job.owner_id, claim.sitter_id]) AS side (member_id)
  WHERE job.id = NEW.job_id AND side.member_id IS NOT NULL
    AND side.member_id IS DISTINCT FROM NEW.actor_id
    AND (kind <> 'jobs.sitter_unavailable' OR side.member_id = job.owner_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "withdrawn_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_withdrawn" CHECK ("reports"."withdrawn_at" is null or ("reports"."decided_at" is not null and "reports"."decision_id" is null and "reports"."assigned_to" is null and "reports"."details" = '' and "reports"."snapshot" = '{}'));--> statement-breakpoint
-- Who took their own report back is not told that it was looked into.
DROP TRIGGER reports_notify_decided ON reports;--> statement-breakpoint
CREATE TRIGGER reports_notify_decided AFTER UPDATE OF decided_at ON reports
  FOR EACH ROW WHEN (OLD.decided_at IS NULL AND NEW.decided_at IS NOT NULL AND NEW.withdrawn_at IS NULL)
  EXECUTE FUNCTION notify_report();
--> statement-breakpoint
-- A request to end a job is about its sitter of that time: it closes with the claim, however that ends.
CREATE FUNCTION close_ending_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE feedback SET status = 'resolved', version = version + 1
  WHERE job_id = NEW.job_id AND topic = 'end_job' AND status IN ('open', 'in_progress');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_claims_close_ending_requests AFTER UPDATE OF ended_at ON job_claims
  FOR EACH ROW WHEN (OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL)
  EXECUTE FUNCTION close_ending_requests();
