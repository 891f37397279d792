ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
-- What waits for staff is in their own group, which they can switch off, and is emailed.
UPDATE notifications SET type = CASE type WHEN 'support.new_report' THEN 'staff.report'
    ELSE replace(type, 'support.', 'staff.') END
WHERE type IN ('support.new_report', 'support.hearing_answered', 'support.reading_asked');
--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.asked', 'jobs.your_turn', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'jobs.calendar_changed', 'jobs.calendar_removed', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'security.sign_in_changed', 'security.recovery_code_used', 'staff.feedback_overdue', 'staff.invite_request', 'staff.report', 'staff.danger_report', 'staff.hearing_answered', 'staff.reading_asked', 'staff.appeal', 'staff.identity_request', 'staff.identity_checked', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_approved', 'support.job_taken_down', 'support.job_ended', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.hearing', 'support.chat_read', 'support.identity_confirmed', 'support.identity_refused', 'support.test'));
--> statement-breakpoint
-- Notifies all staff of a task, except the members who take part in it.
CREATE FUNCTION notify_staff(kind text, task uuid, part uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO notifications (member_id, type, event_key, subject_id)
  SELECT staff.user_id, kind, task, staff.user_id
  FROM user_roles staff JOIN users ON users.id = staff.user_id AND users.suspended_at IS NULL
  WHERE staff.role <> 'user' AND staff.user_id <> ALL (array_remove(part, NULL))
  ON CONFLICT (member_id, type, event_key) DO NOTHING
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.reporter_id IS NOT NULL THEN
      INSERT INTO notifications (member_id, type, event_key, subject_id)
      VALUES (NEW.reporter_id, 'support.report_decided', NEW.id, NEW.reporter_id);
    END IF;
  ELSIF NEW.reason = 'danger' THEN
    PERFORM notify_staff('staff.danger_report', NEW.id, ARRAY[NEW.reporter_id, NEW.member_id]);
  ELSE
    -- One that is unread and still open is enough: many reports do not fill the bell.
    PERFORM notify_staff('staff.report', NEW.id, ARRAY[NEW.reporter_id, NEW.member_id] || ARRAY(
      SELECT told.member_id FROM user_roles staff
      JOIN notifications told ON told.member_id = staff.user_id AND told.subject_id = staff.user_id
        AND told.read_at IS NULL AND told.type IN ('staff.report', 'staff.danger_report')
      JOIN reports earlier ON earlier.decided_at IS NULL AND earlier.id = CASE
        WHEN told.type IN ('staff.report', 'staff.danger_report') THEN told.event_key::uuid END
      WHERE staff.role <> 'user'));
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_hearing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
    VALUES (NEW.member_id, 'support.hearing', NEW.id, NEW.member_id, 'none');
  ELSE
    INSERT INTO notifications (member_id, type, event_key, subject_id)
    SELECT told.id, 'staff.hearing_answered', NEW.id, told.id
    FROM (SELECT coalesce(assigned_to, NEW.asked_by) AS id FROM reports WHERE id = NEW.report_id) told
    WHERE told.id <> NEW.member_id
    ON CONFLICT (member_id, type, event_key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_chat_reading() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sides uuid[] := ARRAY(
    SELECT unnest(ARRAY[job.owner_id, claim.sitter_id]) FROM job_claims claim
      JOIN jobs job ON job.id = claim.job_id WHERE claim.id = NEW.claim_id
    UNION SELECT unnest(ARRAY[participant_1, participant_2]) FROM conversations
      WHERE id = NEW.conversation_id);
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM notify_staff('staff.reading_asked', NEW.id, sides || NEW.asked_by);
  ELSE
    INSERT INTO notifications (member_id, type, event_key, subject_id)
    SELECT member.id, 'support.chat_read', NEW.id, member.id FROM users member
    WHERE member.id = ANY (sides) AND member.erased_at IS NULL
    ON CONFLICT (member_id, type, event_key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- An appeal is answered by staff above the member, and not by those who made the decision.
CREATE FUNCTION notify_appeal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_staff('staff.appeal', NEW.id, ARRAY[NEW.member_id, NEW.decided_by] || ARRAY(
    SELECT staff.user_id FROM user_roles staff JOIN user_roles subject ON subject.user_id = NEW.member_id
    WHERE staff.role = subject.role OR subject.role = 'super_admin'));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER moderation_decisions_notify_appealed AFTER UPDATE OF appealed_at ON moderation_decisions
  FOR EACH ROW WHEN (OLD.appealed_at IS NULL AND NEW.appealed_at IS NOT NULL)
  EXECUTE FUNCTION notify_appeal();
--> statement-breakpoint
-- Staff are asked for a check, and then somebody other than the first for the confirmation.
CREATE FUNCTION notify_identity_desk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_staff(
    CASE NEW.status WHEN 'requested' THEN 'staff.identity_request' ELSE 'staff.identity_checked' END,
    NEW.id, ARRAY[NEW.member_id, NEW.checked_by]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER identity_checks_notify_requested AFTER INSERT ON identity_checks
  FOR EACH ROW WHEN (NEW.status = 'requested') EXECUTE FUNCTION notify_identity_desk();
--> statement-breakpoint
CREATE TRIGGER identity_checks_notify_checked AFTER UPDATE OF status ON identity_checks
  FOR EACH ROW WHEN (OLD.status = 'requested' AND NEW.status = 'checked')
  EXECUTE FUNCTION notify_identity_desk();
--> statement-breakpoint
-- Passkeys, connected accounts and phones are ways to sign in; a used recovery code changes nothing.
CREATE OR REPLACE FUNCTION notify_security_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
  SELECT id, CASE
      WHEN NEW.kind IN ('new_device', 'password_changed', 'email_changed', 'recovery_code_used')
        THEN 'security.' || NEW.kind
      WHEN NEW.kind IN ('factor_added', 'factor_removed', 'factors_reset', 'recovery_codes_made')
        THEN 'security.factor_changed'
      ELSE 'security.sign_in_changed' END, NEW.id, id, 'none'
  FROM users WHERE id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
DROP TRIGGER security_event_notify ON auth.security_event;
--> statement-breakpoint
CREATE TRIGGER security_event_notify AFTER INSERT ON auth.security_event
  FOR EACH ROW WHEN (NEW.kind IN ('new_device', 'password_changed', 'email_changed', 'factor_added',
    'factor_removed', 'factors_reset', 'recovery_codes_made', 'recovery_code_used', 'passkey_added',
    'passkey_removed', 'identity_linked', 'identity_unlinked', 'phone_added', 'phone_removed'))
  EXECUTE FUNCTION notify_security_event();
