-- A suspended member has no session, so the end of their sessions ends their streams on every node.
-- What was mailed to them opens nothing. Their open jobs leave the lists of others at once, and are
-- back as soon as the suspension ends.
CREATE FUNCTION apply_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    DELETE FROM auth.session WHERE user_id = NEW.id;
    DELETE FROM auth.email_change WHERE user_id = NEW.id;
    DELETE FROM auth.verification WHERE value = NEW.id::text;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id)
  SELECT 'jobs', 'update', id, id FROM jobs WHERE owner_id = NEW.id AND status = 'open';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_suspension AFTER UPDATE OF suspended_at ON users
  FOR EACH ROW WHEN ((OLD.suspended_at IS NULL) <> (NEW.suspended_at IS NULL))
  EXECUTE FUNCTION apply_suspension();
--> statement-breakpoint
DELETE FROM auth.session USING users
  WHERE users.id = session.user_id AND users.suspended_at IS NOT NULL;
