ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.asked', 'jobs.your_turn', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'jobs.calendar_changed', 'jobs.calendar_removed', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_approved', 'support.job_taken_down', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.hearing', 'support.hearing_answered', 'support.reading_asked', 'support.chat_read', 'support.identity_confirmed', 'support.identity_refused', 'support.new_report', 'support.test'));
--> statement-breakpoint
-- The owner of a job that waited for a first look is notified when staff let others see it.
CREATE FUNCTION notify_job_approved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, job_title)
  VALUES (NEW.owner_id, 'support.job_approved', NEW.id, NEW.id, NEW.id, NEW.title)
  ON CONFLICT (member_id, type, event_key) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_notify_approved AFTER UPDATE OF held_at ON jobs FOR EACH ROW
  WHEN (OLD.held_at IS NOT NULL AND NEW.held_at IS NULL AND NEW.status = 'open')
  EXECUTE FUNCTION notify_job_approved();
