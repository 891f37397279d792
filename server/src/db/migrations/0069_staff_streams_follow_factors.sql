-- A session that used its second factor admits staff, and no longer once the factor is gone: open
-- streams hear more or less from then on.
CREATE FUNCTION tell_session_levels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience)
  VALUES ('sessions', 'update', NEW.id, ARRAY[NEW.user_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_level_tell AFTER UPDATE OF admits_staff ON auth.session
  FOR EACH ROW WHEN (OLD.admits_staff IS DISTINCT FROM NEW.admits_staff)
  EXECUTE FUNCTION tell_session_levels();
