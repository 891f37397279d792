ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "requires_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.asked', 'jobs.your_turn', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.identity_confirmed', 'support.identity_refused', 'support.new_report', 'support.test'));
--> statement-breakpoint
-- A member is told what staff decided about their identity; the reason stands on their profile.
CREATE FUNCTION notify_identity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id)
  VALUES (NEW.member_id,
    CASE NEW.status WHEN 'confirmed' THEN 'support.identity_confirmed' ELSE 'support.identity_refused' END,
    NEW.id || ':' || NEW.status, NEW.member_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER identity_checks_notify AFTER UPDATE OF status ON identity_checks
  FOR EACH ROW WHEN (OLD.status <> NEW.status AND NEW.status IN ('confirmed', 'refused', 'revoked'))
  EXECUTE FUNCTION notify_identity();
