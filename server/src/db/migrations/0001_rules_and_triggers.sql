CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- Search looks for a word anywhere in five columns of open jobs. One column each, not their
-- concatenation: the planner then knows how common a word is, and common words walk the newest first.
CREATE INDEX jobs_open_words ON jobs USING gin (
  title gin_trgm_ops, description gin_trgm_ops, location gin_trgm_ops,
  pet_name gin_trgm_ops, pet_breed gin_trgm_ops
) WHERE status = 'open';
--> statement-breakpoint
-- An invite is consumed before the member that it brings in is written: checked at commit.
ALTER TABLE invites ADD CONSTRAINT invites_used_by_fk
  FOREIGN KEY (used_by) REFERENCES users (id) ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
-- Attempt counters of the rate limiter, shared by all nodes. Written at every sign-in and worth
-- nothing after a crash: without the log, counting waits for no disk.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
--> statement-breakpoint
-- The activity log is append-only for everybody, the application's own role included.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;
--> statement-breakpoint
CREATE TRIGGER admin_activity_logs_append_only BEFORE UPDATE OR DELETE OR TRUNCATE
  ON admin_activity_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- The last super admin cannot be demoted. The lock makes two demotions at once take turns.
CREATE FUNCTION keep_a_super_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.role = 'super_admin' AND (TG_OP = 'DELETE' OR NEW.role <> 'super_admin') THEN
    PERFORM pg_advisory_xact_lock(hashtext('user_roles.super_admin'));
    IF NOT EXISTS (SELECT FROM user_roles WHERE role = 'super_admin' AND user_id <> OLD.user_id) THEN
      RAISE EXCEPTION 'the last super admin cannot be demoted'
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'user_roles_last_super_admin';
    END IF;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_roles_keep_one BEFORE UPDATE OR DELETE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION keep_a_super_admin();
--> statement-breakpoint
-- Change events. Each trigger says who may be told; an event never holds the row.
CREATE FUNCTION tell_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, job_id)
  VALUES ('jobs', lower(TG_OP), coalesce(NEW.id, OLD.id), coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_tell AFTER INSERT OR UPDATE OR DELETE ON jobs
  FOR EACH ROW EXECUTE FUNCTION tell_jobs();
--> statement-breakpoint
CREATE FUNCTION tell_job_claims() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE claim job_claims := coalesce(NEW, OLD);
BEGIN
  INSERT INTO change_events (table_name, op, row_id, job_id, audience)
  SELECT 'job_claims', lower(TG_OP), claim.id, claim.job_id,
         ARRAY[claim.sitter_id, (SELECT owner_id FROM jobs WHERE id = claim.job_id)];
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_claims_tell AFTER INSERT OR UPDATE OR DELETE ON job_claims
  FOR EACH ROW EXECUTE FUNCTION tell_job_claims();
--> statement-breakpoint
CREATE FUNCTION tell_messages() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, job_id, audience)
  SELECT 'messages', lower(TG_OP), NEW.id, NEW.job_id, ARRAY[claim.sitter_id, job.owner_id]
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
  WHERE claim.id = NEW.claim_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER messages_tell AFTER INSERT ON messages
  FOR EACH ROW EXECUTE FUNCTION tell_messages();
--> statement-breakpoint
CREATE FUNCTION tell_users() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE member uuid := coalesce(NEW.id, OLD.id);
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience, to_staff)
  VALUES ('users', lower(TG_OP), member, ARRAY[member], true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_tell AFTER INSERT OR UPDATE OR DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION tell_users();
--> statement-breakpoint
CREATE FUNCTION tell_user_roles() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE member uuid := coalesce(NEW.user_id, OLD.user_id);
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience, to_staff)
  VALUES ('users', 'update', member, ARRAY[member], true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_roles_tell AFTER INSERT OR UPDATE OR DELETE ON user_roles
  FOR EACH ROW EXECUTE FUNCTION tell_user_roles();
--> statement-breakpoint
CREATE FUNCTION tell_invites() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE invite invites := coalesce(NEW, OLD);
BEGIN
  IF invite.created_by IS NOT NULL THEN
    INSERT INTO change_events (table_name, op, row_id, audience, to_staff)
    VALUES ('invites', lower(TG_OP), invite.id, ARRAY[invite.created_by], true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invites_tell AFTER INSERT OR UPDATE OR DELETE ON invites
  FOR EACH ROW EXECUTE FUNCTION tell_invites();
--> statement-breakpoint
-- An ended session is told, so that every node closes its streams and its tabs say so.
CREATE FUNCTION tell_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience)
  VALUES ('sessions', 'delete', OLD.id, ARRAY[OLD.user_id]);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_tell AFTER DELETE ON auth.session
  FOR EACH ROW EXECUTE FUNCTION tell_sessions();
--> statement-breakpoint
-- Up to which transaction change events have been pruned: whoever was away longer starts afresh.
CREATE TABLE live_horizon (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  tx xid8 NOT NULL DEFAULT '0'
);
--> statement-breakpoint
INSERT INTO live_horizon DEFAULT VALUES;
--> statement-breakpoint
CREATE FUNCTION tell_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience, to_staff)
  VALUES ('feedback', lower(TG_OP), NEW.id,
          CASE WHEN NEW.user_id IS NULL THEN NULL ELSE ARRAY[NEW.user_id] END, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER feedback_tell AFTER INSERT OR UPDATE ON feedback
  FOR EACH ROW EXECUTE FUNCTION tell_feedback();
--> statement-breakpoint
CREATE FUNCTION tell_invite_requests() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience, to_staff)
  VALUES ('invite_requests', lower(TG_OP), NEW.id, ARRAY[NEW.user_id], true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invite_requests_tell AFTER INSERT OR UPDATE ON invite_requests
  FOR EACH ROW EXECUTE FUNCTION tell_invite_requests();
--> statement-breakpoint
-- Of people who wait or read the newsletter only staff are told.
CREATE FUNCTION tell_staff_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, to_staff)
  VALUES (TG_TABLE_NAME, lower(TG_OP), NEW.id, true);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER waitlist_entries_tell AFTER INSERT OR UPDATE ON waitlist_entries
  FOR EACH ROW EXECUTE FUNCTION tell_staff_only();
--> statement-breakpoint
CREATE TRIGGER newsletter_subscriptions_tell AFTER INSERT OR UPDATE ON newsletter_subscriptions
  FOR EACH ROW EXECUTE FUNCTION tell_staff_only();
