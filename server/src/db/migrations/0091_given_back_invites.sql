-- An invite that was given back is used again, by somebody else: their inviter is notified again.
CREATE OR REPLACE FUNCTION notify_invite_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, actor_id)
  VALUES (NEW.created_by, 'invites.used', NEW.id || ':' || NEW.used_by, NEW.created_by, NEW.used_by);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Notifications about codes that were given back before. The trigger below locks the invites.
DELETE FROM notifications told USING invites
WHERE told.member_id = invites.created_by AND told.type = 'invites.used'
  AND told.event_key = invites.id::text AND invites.used_by IS NULL;
--> statement-breakpoint
-- Then nobody has joined with it: the notification goes, with its email if that still waits.
CREATE FUNCTION forget_invite_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM notifications
  WHERE member_id = NEW.created_by AND type = 'invites.used' AND actor_id = OLD.used_by;
  IF FOUND THEN
    INSERT INTO change_events (table_name, op, row_id, audience)
    VALUES ('notifications', 'update', NEW.created_by, ARRAY[NEW.created_by]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invites_forget_used AFTER UPDATE OF used_by ON invites
  FOR EACH ROW WHEN (OLD.used_by IS NOT NULL AND NEW.used_by IS NULL AND NEW.created_by IS NOT NULL)
  EXECUTE FUNCTION forget_invite_used();
