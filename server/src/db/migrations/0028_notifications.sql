CREATE TABLE "notification_settings" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"link_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"bell_off" text[] DEFAULT '{}' NOT NULL,
	"email_off" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" text DEFAULT '22:00',
	"quiet_to" text DEFAULT '07:00',
	"time_zone" text,
	"paused_until" timestamp with time zone,
	CONSTRAINT "notification_settings_link_id_unique" UNIQUE("link_id"),
	CONSTRAINT "notification_settings_quiet" CHECK (("notification_settings"."quiet_from" is null) = ("notification_settings"."quiet_to" is null))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"type" text NOT NULL,
	"event_key" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"job_id" uuid,
	"claim_id" uuid,
	"actor_id" uuid,
	"job_title" text,
	"in_bell" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"read_at" timestamp with time zone,
	"mail_state" text DEFAULT 'queued' NOT NULL,
	"mail_due_at" timestamp with time zone,
	"mail_reason" text,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.released', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'invites.used', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.test')),
	CONSTRAINT "notifications_mail_state" CHECK ("notifications"."mail_state" in ('none', 'queued', 'sent', 'failed', 'suppressed')),
	CONSTRAINT "notifications_mail_reason" CHECK ("notifications"."mail_reason" in ('switched_off', 'paused', 'quiet_hours', 'already_read', 'no_longer_true', 'too_late', 'suspended', 'unreachable', 'rejected')),
	CONSTRAINT "notifications_due_is_queued" CHECK ("notifications"."mail_due_at" is null or "notifications"."mail_state" = 'queued')
);
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("member_id","type","event_key");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("member_id","created_at","id") WHERE "notifications"."in_bell";--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("member_id","created_at","id") WHERE "notifications"."in_bell" and "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_unread_subject" ON "notifications" USING btree ("member_id","subject_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_due" ON "notifications" USING btree ("mail_due_at") WHERE "notifications"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_by_job" ON "notifications" USING btree ("job_id") WHERE "notifications"."job_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_by_age" ON "notifications" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_failed" ON "notifications" USING btree ("created_at","id") WHERE "notifications"."mail_state" = 'failed';--> statement-breakpoint
CREATE INDEX "jobs_claimed_by_start" ON "jobs" USING btree ("start_date") WHERE "jobs"."status" = 'claimed';
--> statement-breakpoint
-- How far messages were looked through for threads that stay unread; one node at a time moves it.
CREATE TABLE notification_clock (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  messages_until timestamptz NOT NULL
);
--> statement-breakpoint
INSERT INTO notification_clock (messages_until) VALUES (now());
--> statement-breakpoint
-- A member's preferences decide as the row is written. The group of a type stands before its point.
CREATE FUNCTION choose_channels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  topic text := split_part(NEW.type, '.', 1);
  off notification_settings;
BEGIN
  SELECT * INTO off FROM notification_settings WHERE member_id = NEW.member_id;
  NEW.in_bell := NEW.in_bell AND NOT (topic = ANY (coalesce(off.bell_off, '{}')));
  IF NEW.mail_state = 'queued' THEN
    IF topic = ANY (coalesce(off.email_off, '{}')) THEN
      IF NOT NEW.in_bell THEN RETURN NULL; END IF;
      NEW.mail_state := 'suppressed';
      NEW.mail_reason := 'switched_off';
      NEW.mail_due_at := NULL;
    ELSE
      NEW.mail_due_at := coalesce(NEW.mail_due_at, NEW.created_at);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_channels BEFORE INSERT ON notifications
  FOR EACH ROW EXECUTE FUNCTION choose_channels();
--> statement-breakpoint
-- Live: one event for each member, however many rows a statement wrote. It names the member: what
-- changed is their list. Commands that mark rows as read tell it themselves, once for thousands.
CREATE FUNCTION tell_new_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience)
  SELECT 'notifications', 'insert', member_id, ARRAY[member_id]
  FROM written WHERE in_bell GROUP BY member_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_tell_new AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tell_new_notifications();
--> statement-breakpoint
CREATE FUNCTION notify_claim() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at)
  SELECT owner_id, 'jobs.claimed', NEW.id, id, id, NEW.id, NEW.sitter_id, title, NEW.claimed_at
  FROM jobs WHERE id = NEW.job_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_claims_notify AFTER INSERT ON job_claims
  FOR EACH ROW WHEN (NEW.ended_at IS NULL) EXECUTE FUNCTION notify_claim();
--> statement-breakpoint
-- Both sides of a job are told what happened to it, without the one who did it.
CREATE FUNCTION notify_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE NEW.action
    WHEN 'release' THEN 'jobs.released'
    WHEN 'cancel' THEN 'jobs.canceled'
    WHEN 'start' THEN 'jobs.started'
    WHEN 'complete' THEN 'jobs.completed'
    WHEN 'confirm' THEN CASE NEW.actor_role
      WHEN 'system' THEN 'jobs.auto_confirmed' ELSE 'jobs.confirmed' END
    WHEN 'dispute' THEN 'jobs.disputed'
    WHEN 'report_no_show' THEN 'jobs.no_show'
    WHEN 'expire' THEN 'jobs.expired'
    WHEN 'take_down' THEN 'support.job_taken_down' END;
BEGIN
  IF kind IS NULL THEN RETURN NULL; END IF;
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at, mail_state)
  SELECT side.member_id, kind, NEW.id, job.id, job.id, NEW.claim_id,
    CASE WHEN NEW.actor_role IN ('owner', 'sitter') THEN NEW.actor_id END, job.title, NEW.created_at,
    CASE WHEN NEW.action = 'take_down' THEN 'none' ELSE 'queued' END
  FROM jobs job
  LEFT JOIN job_claims claim ON claim.id = NEW.claim_id
  CROSS JOIN LATERAL unnest(ARRAY[job.owner_id, claim.sitter_id]) AS side (member_id)
  WHERE job.id = NEW.job_id AND side.member_id IS NOT NULL
    AND side.member_id IS DISTINCT FROM NEW.actor_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER job_events_notify AFTER INSERT ON job_events
  FOR EACH ROW EXECUTE FUNCTION notify_job_event();
--> statement-breakpoint
-- The sitter who holds a job is told when what they agreed to changes. The label of an area may be
-- corrected for everybody at once: that is no change of the job.
CREATE FUNCTION notify_job_edit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title)
  SELECT sitter_id, 'jobs.edited', pg_current_xact_id()::text, NEW.id, NEW.id, id, NEW.owner_id,
    NEW.title
  FROM job_claims WHERE job_id = NEW.id AND ended_at IS NULL
  ON CONFLICT (member_id, type, event_key) DO NOTHING;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_notify_edit AFTER UPDATE OF title, description, place_id, address, start_date,
  end_date, total_amount, hourly_rate, special_instructions ON jobs
  FOR EACH ROW WHEN (OLD.status IN ('claimed', 'in_progress') AND NEW.status = OLD.status AND (
    OLD.title, OLD.description, OLD.place_id, OLD.address, OLD.start_date, OLD.end_date,
    OLD.total_amount, OLD.hourly_rate, OLD.special_instructions) IS DISTINCT FROM (
    NEW.title, NEW.description, NEW.place_id, NEW.address, NEW.start_date, NEW.end_date,
    NEW.total_amount, NEW.hourly_rate, NEW.special_instructions))
  EXECUTE FUNCTION notify_job_edit();
--> statement-breakpoint
CREATE FUNCTION notify_invite_used() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, actor_id)
  VALUES (NEW.created_by, 'invites.used', NEW.id, NEW.created_by, NEW.used_by);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invites_notify_used AFTER UPDATE OF used_by ON invites
  FOR EACH ROW WHEN (OLD.used_by IS NULL AND NEW.used_by IS NOT NULL AND NEW.created_by IS NOT NULL)
  EXECUTE FUNCTION notify_invite_used();
--> statement-breakpoint
-- These are mailed with their words by the command itself.
CREATE FUNCTION notify_request_decided() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
  VALUES (NEW.user_id, 'support.request_' || NEW.status, NEW.id, NEW.user_id, 'none');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invite_requests_notify AFTER UPDATE OF status ON invite_requests
  FOR EACH ROW WHEN (OLD.status = 'pending' AND NEW.status <> 'pending')
  EXECUTE FUNCTION notify_request_decided();
--> statement-breakpoint
CREATE FUNCTION notify_feedback_answered() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
  VALUES (NEW.user_id, 'support.feedback_answered', NEW.id || ':' || NEW.version, NEW.user_id, 'none');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER feedback_notify_answered AFTER UPDATE OF admin_response ON feedback
  FOR EACH ROW WHEN (NEW.user_id IS NOT NULL AND NEW.admin_response IS NOT NULL
    AND NEW.admin_response IS DISTINCT FROM OLD.admin_response)
  EXECUTE FUNCTION notify_feedback_answered();
--> statement-breakpoint
-- A zone that browsers know and this database does not would stop every reminder: it counts as UTC.
CREATE FUNCTION known_zone(zone text) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  PERFORM now() AT TIME ZONE zone;
  RETURN zone;
EXCEPTION WHEN invalid_parameter_value THEN
  RETURN 'UTC';
END $$;
