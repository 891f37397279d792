CREATE TABLE "push_keys" (
	"only_row" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_keys_only_row" CHECK ("push_keys"."only_row")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint"),
	CONSTRAINT "push_subscriptions_endpoint" CHECK (char_length("push_subscriptions"."endpoint") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_mail_state";--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "push_off" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "digest" text DEFAULT 'daily' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "email_digest" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "bouncing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "within_miles" integer DEFAULT 15 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "only_when_free" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "calendar_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "in_digest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "push_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "digest_id" uuid;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_member" ON "push_subscriptions" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "job_claims_completed" ON "job_claims" USING btree ("ended_at") WHERE "job_claims"."end_reason" = 'completed';--> statement-breakpoint
CREATE INDEX "notifications_push_due" ON "notifications" USING btree ("push_due_at") WHERE "notifications"."push_due_at" is not null;--> statement-breakpoint
CREATE INDEX "notifications_by_digest" ON "notifications" USING btree ("digest_id") WHERE "notifications"."digest_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_bounced" ON "notifications" USING btree ("created_at","id") WHERE "notifications"."mail_state" = 'bounced';--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_calendar_id_unique" UNIQUE("calendar_id");--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_digest" CHECK ("notification_settings"."digest" in ('daily', 'weekly'));--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_miles" CHECK ("notification_settings"."within_miles" between 1 and 100);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.released', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.test'));--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_mail_state" CHECK ("notifications"."mail_state" in ('none', 'queued', 'sent', 'bounced', 'failed', 'suppressed'));
--> statement-breakpoint
-- The next 8:00 after a moment on the clock of a zone; of a weekly digest the next on a Monday.
CREATE FUNCTION next_digest(after timestamptz, every text, zone text) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT min(due.at) FROM generate_series(0, 7) days,
    LATERAL (SELECT (after AT TIME ZONE zone)::date + days AS day) one,
    LATERAL (SELECT (one.day + time '08:00') AT TIME ZONE zone AS at) due
  WHERE due.at > after AND (every = 'daily' OR extract(isodow FROM one.day) = 1)
$$;
--> statement-breakpoint
-- A member's preferences decide as the row is written. The group of a type stands before its point.
CREATE OR REPLACE FUNCTION choose_channels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  topic text := split_part(NEW.type, '.', 1);
  off notification_settings;
BEGIN
  SELECT * INTO off FROM notification_settings WHERE member_id = NEW.member_id;
  NEW.in_bell := NEW.in_bell AND NOT (topic = ANY (coalesce(off.bell_off, '{}')));
  IF NOT (topic = ANY (coalesce(off.push_off, '{}')))
      AND EXISTS (SELECT FROM push_subscriptions WHERE member_id = NEW.member_id) THEN
    NEW.push_due_at := NEW.created_at;
  END IF;
  IF NEW.mail_state = 'queued' THEN
    IF topic = ANY (coalesce(off.email_off, '{}')) THEN
      IF NOT NEW.in_bell AND NEW.push_due_at IS NULL THEN RETURN NULL; END IF;
      NEW.mail_state := 'suppressed';
      NEW.mail_reason := 'switched_off';
      NEW.mail_due_at := NULL;
    ELSIF topic = ANY (coalesce(off.email_digest, '{}')) THEN
      NEW.in_digest := true;
      NEW.mail_due_at := next_digest(NEW.created_at, off.digest, known_zone(coalesce(off.time_zone,
        (SELECT availability_data ->> 'timeZone' FROM users WHERE id = NEW.member_id), 'UTC')));
    ELSE
      NEW.mail_due_at := coalesce(NEW.mail_due_at, NEW.created_at);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Live: one event for all members that a statement wrote for. Nobody learns from it who else was told.
CREATE OR REPLACE FUNCTION tell_new_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience)
  SELECT 'notifications', 'insert', CASE count(*) WHEN 1 THEN (array_agg(member_id))[1]
    ELSE gen_random_uuid() END, array_agg(DISTINCT member_id)
  FROM written WHERE in_bell HAVING count(*) > 0;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- `findObstacle` of the contract in SQL: whether what a member said of their time speaks against these
-- hours. A test holds the two against each other. What cannot be read speaks against nothing.
CREATE FUNCTION is_free(enabled boolean, data jsonb, starts timestamptz, ends timestamptz, fallback text)
RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  zone text;
  week jsonb := coalesce(data -> 'weeklySchedule', data);
  first date;
  last date;
  day date;
  slots jsonb;
  spans int4multirange := '{}';
BEGIN
  IF NOT enabled THEN RETURN false; END IF;
  IF data IS NULL THEN RETURN true; END IF;
  zone := known_zone(coalesce(data ->> 'timeZone', fallback));
  first := (starts AT TIME ZONE zone)::date;
  last := ((ends - interval '1 millisecond') AT TIME ZONE zone)::date;
  IF jsonb_path_exists(data, '$.unavailableDateRanges[*] ? (@.start <= $last && @.end >= $first)',
      jsonb_build_object('first', first, 'last', last)) THEN RETURN false; END IF;
  FOR day IN SELECT generate_series(first, last, interval '1 day') LOOP
    IF data -> 'specificDates' -> day::text = '[]' THEN RETURN false; END IF;
  END LOOP;
  IF NOT jsonb_path_exists(week, '$.*[*] ? (@.start like_regex "^[0-2][0-9]:[0-5]0$")')
    AND NOT jsonb_path_exists(data, '$.specificDates.*[*]') THEN RETURN true; END IF;
  FOR day IN SELECT generate_series(first - 1, last, interval '1 day') LOOP
    IF day < first AND jsonb_path_exists(data, '$.unavailableDateRanges[*] ? (@.start <= $day && @.end >= $day)',
        jsonb_build_object('day', day)) THEN CONTINUE; END IF;
    slots := coalesce(data -> 'specificDates' -> day::text,
      week -> (ARRAY['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])[
        extract(isodow FROM day)::int]);
    SELECT spans + coalesce(range_agg(int4range(
        (day - first) * 1440 + (extract(epoch FROM (slot ->> 'start')::time) / 60)::int,
        (day - first) * 1440 + (extract(epoch FROM (slot ->> 'end')::time) / 60)::int
          + CASE WHEN (slot ->> 'overnight')::boolean THEN 1440 ELSE 0 END)), '{}')
      INTO spans FROM jsonb_path_query(slots, '$[*]') slot;
  END LOOP;
  RETURN spans @> int4range(
    floor(extract(epoch FROM (starts AT TIME ZONE zone) - first) / 60)::int,
    floor(extract(epoch FROM (ends AT TIME ZONE zone) - first) / 60)::int);
EXCEPTION WHEN data_exception THEN
  RETURN true;
END $$;
--> statement-breakpoint
-- Both sides hear of a review once it is published.
CREATE FUNCTION notify_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at)
  SELECT NEW.reviewee_id, 'reviews.received', NEW.id, job.id, job.id, claim.id, NEW.reviewer_id,
    job.title, NEW.published_at
  FROM job_claims claim JOIN jobs job ON job.id = claim.job_id WHERE claim.id = NEW.claim_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_notify AFTER UPDATE OF published_at ON reviews
  FOR EACH ROW WHEN (OLD.published_at IS NULL AND NEW.published_at IS NOT NULL AND NEW.hidden_at IS NULL)
  EXECUTE FUNCTION notify_review();
--> statement-breakpoint
CREATE FUNCTION notify_invite_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, actor_id, created_at)
  SELECT staff.user_id, 'staff.invite_request', NEW.id, staff.user_id, NEW.user_id, NEW.created_at
  FROM user_roles staff JOIN users ON users.id = staff.user_id AND users.suspended_at IS NULL
  WHERE staff.role <> 'user' AND staff.user_id <> NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER invite_requests_notify_staff AFTER INSERT ON invite_requests
  FOR EACH ROW WHEN (NEW.status = 'pending') EXECUTE FUNCTION notify_invite_request();
--> statement-breakpoint
-- What one mailbox refused says nothing of another.
CREATE FUNCTION forget_bounces() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE notification_settings SET bouncing_since = NULL
  WHERE member_id = NEW.id AND bouncing_since IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_forget_bounces AFTER UPDATE OF email ON auth."user"
  FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION forget_bounces();
