-- Staff are not notified of a report that they do not see (`HANDLES` in report/policy.ts).
CREATE OR REPLACE FUNCTION notify_report() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  part uuid[];
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF NEW.reporter_id IS NOT NULL THEN
      INSERT INTO notifications (member_id, type, event_key, subject_id)
      VALUES (NEW.reporter_id, 'support.report_decided', NEW.id, NEW.reporter_id);
    END IF;
    RETURN NULL;
  END IF;
  part := ARRAY[NEW.reporter_id, NEW.member_id] || ARRAY(
    SELECT reporter_id FROM reports WHERE subject_id = NEW.subject_id AND decided_at IS NULL
    UNION ALL SELECT reviewee_id FROM reviews WHERE id = NEW.subject_id
    UNION ALL SELECT sitter_id FROM job_claims WHERE job_id = NEW.subject_id AND ended_at IS NULL);
  IF NEW.reason = 'danger' THEN
    PERFORM notify_staff('staff.danger_report', NEW.id, part);
  ELSE
    -- One that is unread and still open is enough: many reports do not fill the bell.
    PERFORM notify_staff('staff.report', NEW.id, part || ARRAY(
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
-- An appeal is answered by staff above the member, and not by those who made the decision or
-- brought it about (`mayAnswerAppeal` in moderation/policy.ts).
CREATE OR REPLACE FUNCTION notify_appeal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM notify_staff('staff.appeal', NEW.id, ARRAY[NEW.member_id, NEW.decided_by] || ARRAY(
    SELECT staff.user_id FROM user_roles staff JOIN user_roles subject ON subject.user_id = NEW.member_id
    WHERE staff.role = subject.role OR subject.role = 'super_admin') || ARRAY(
    SELECT reporter_id FROM reports WHERE decision_id = NEW.id
    UNION ALL SELECT reviewee_id FROM reviews
      WHERE NEW.subject_type = 'review' AND id = NEW.subject_id));
  RETURN NULL;
END $$;
