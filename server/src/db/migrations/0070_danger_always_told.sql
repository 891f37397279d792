-- Staff hear of every report of danger, whatever else they have not read yet.
CREATE OR REPLACE FUNCTION notify_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
    SELECT user_id, 'support.new_report', NEW.id, user_id, 'none' FROM user_roles
    WHERE role <> 'user' AND user_id IS DISTINCT FROM NEW.reporter_id AND user_id <> NEW.member_id
      -- Of all others, one that is unread is enough: many reports do not fill the bell.
      AND (NEW.reason = 'danger' OR NOT EXISTS (SELECT FROM notifications told
        WHERE told.member_id = user_id AND told.subject_id = user_id AND told.read_at IS NULL
          AND told.type = 'support.new_report'));
  ELSIF NEW.reporter_id IS NOT NULL THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id)
    VALUES (NEW.reporter_id, 'support.report_decided', NEW.id, NEW.reporter_id);
  END IF;
  RETURN NULL;
END $$;
