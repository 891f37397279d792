ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.asked', 'jobs.your_turn', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'jobs.calendar_changed', 'jobs.calendar_removed', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'security.sign_in_changed', 'security.recovery_code_used', 'staff.feedback_overdue', 'staff.invite_request', 'staff.report', 'staff.danger_report', 'staff.hearing_answered', 'staff.reading_asked', 'staff.appeal', 'staff.identity_request', 'staff.identity_checked', 'staff.health', 'staff_inbox.feedback', 'staff_inbox.waitlist', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_approved', 'support.job_taken_down', 'support.job_ended', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.hearing', 'support.chat_read', 'support.identity_confirmed', 'support.identity_refused', 'support.test'));--> statement-breakpoint
-- A new request notifies all staff, except its sender and those who may not know of it
-- (`isHiddenRequest`), and those who have an unread notification of the last hour about another
-- request that is still open: many requests do not fill the bell or the mailbox.
CREATE FUNCTION notify_new_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_staff('staff_inbox.feedback', NEW.id, ARRAY[NEW.user_id]
    || CASE WHEN NEW.job_id IS NOT NULL THEN ARRAY(
      SELECT owner_id FROM jobs WHERE id = NEW.job_id
      UNION SELECT sitter_id FROM job_claims WHERE job_id = NEW.job_id) END
    || ARRAY(
      SELECT told.member_id FROM user_roles staff
      JOIN notifications told ON told.member_id = staff.user_id AND told.subject_id = staff.user_id
        AND told.type = 'staff_inbox.feedback' AND told.read_at IS NULL
        AND told.created_at > now() - interval '1 hour'
      JOIN feedback earlier ON earlier.status = 'open' AND earlier.id = CASE
        WHEN told.type = 'staff_inbox.feedback' THEN told.event_key::uuid END
      WHERE staff.role <> 'user'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER feedback_notify_new AFTER INSERT ON feedback
  FOR EACH ROW WHEN (NEW.status = 'open') EXECUTE FUNCTION notify_new_feedback();
--> statement-breakpoint
-- Only a confirmed entry can be sent an invite.
CREATE FUNCTION notify_waitlist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_staff('staff_inbox.waitlist', NEW.id, ARRAY(
    SELECT told.member_id FROM user_roles staff
    JOIN notifications told ON told.member_id = staff.user_id AND told.subject_id = staff.user_id
      AND told.type = 'staff_inbox.waitlist' AND told.read_at IS NULL
      AND told.created_at > now() - interval '1 hour'
    JOIN waitlist_entries earlier ON earlier.invited_at IS NULL AND earlier.id = CASE
      WHEN told.type = 'staff_inbox.waitlist' THEN told.event_key::uuid END
    WHERE staff.role <> 'user'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waitlist_entries_notify_confirmed AFTER UPDATE OF confirmed_at ON waitlist_entries
  FOR EACH ROW WHEN (OLD.confirmed_at IS NULL AND NEW.confirmed_at IS NOT NULL)
  EXECUTE FUNCTION notify_waitlist();
