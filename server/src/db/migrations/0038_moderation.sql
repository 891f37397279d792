CREATE TABLE "guideline_consents" (
	"member_id" uuid NOT NULL,
	"version" text NOT NULL,
	"agreed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "guideline_consents_member_id_version_pk" PRIMARY KEY("member_id","version")
);
--> statement-breakpoint
CREATE TABLE "moderation_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_type" text,
	"subject_id" uuid,
	"kept" text,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"decided_by" uuid,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_as" text,
	"ended_by" uuid,
	"appeal" text,
	"appealed_at" timestamp with time zone,
	"appeal_decision" text,
	"appeal_answer" text,
	"appeal_decided_at" timestamp with time zone,
	"appeal_decided_by" uuid,
	CONSTRAINT "moderation_decisions_kind" CHECK ("moderation_decisions"."kind" in ('dismiss', 'warn', 'hide', 'remove', 'suspend', 'ban')),
	CONSTRAINT "moderation_decisions_ended_as" CHECK ("moderation_decisions"."ended_as" in ('expired', 'undone', 'appeal', 'left')),
	CONSTRAINT "moderation_decisions_appeal_decision" CHECK ("moderation_decisions"."appeal_decision" in ('granted', 'upheld')),
	CONSTRAINT "moderation_decisions_subject_type" CHECK ("moderation_decisions"."subject_type" in ('message', 'conversation', 'job', 'profile', 'review', 'picture')),
	CONSTRAINT "moderation_decisions_others" CHECK ("moderation_decisions"."decided_by" <> "moderation_decisions"."member_id"),
	CONSTRAINT "moderation_decisions_term" CHECK (("moderation_decisions"."kind" = 'suspend') = ("moderation_decisions"."ends_at" is not null)),
	CONSTRAINT "moderation_decisions_end" CHECK (("moderation_decisions"."ended_at" is null) = ("moderation_decisions"."ended_as" is null)),
	CONSTRAINT "moderation_decisions_appeal" CHECK (("moderation_decisions"."appeal" is null) = ("moderation_decisions"."appealed_at" is null) and ("moderation_decisions"."appeal_decision" is null) = ("moderation_decisions"."appeal_decided_at" is null) and ("moderation_decisions"."appeal_decision" is null or "moderation_decisions"."appeal" is not null)),
	CONSTRAINT "moderation_decisions_second_person" CHECK ("moderation_decisions"."appeal_decided_by" <> "moderation_decisions"."decided_by")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reporter_id" uuid,
	"member_id" uuid NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"urgency" integer GENERATED ALWAYS AS (case reason when 'danger' then 1 when 'harassment' then 2 when 'sexual' then 2 when 'fraud' then 2 when 'privacy' then 3 when 'fake' then 3 when 'spam' then 4 when 'other' then 4 end) STORED NOT NULL,
	"details" text DEFAULT '' NOT NULL,
	"snapshot" jsonb NOT NULL,
	"picture_path" text GENERATED ALWAYS AS (substring((snapshot ->> 'picture') from '^/storage/v1/object/public/profile-images/(.*)$')) STORED,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"assigned_to" uuid,
	"assigned_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	"decision_id" uuid,
	CONSTRAINT "reports_subject_type" CHECK ("reports"."subject_type" in ('message', 'conversation', 'job', 'profile', 'review', 'picture')),
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('danger', 'harassment', 'sexual', 'fraud', 'privacy', 'fake', 'spam', 'other')),
	CONSTRAINT "reports_others" CHECK ("reports"."reporter_id" <> "reports"."member_id"),
	CONSTRAINT "reports_details" CHECK (char_length("reports"."details") <= 1000),
	CONSTRAINT "reports_assigned" CHECK ("reports"."assigned_to" is null or "reports"."assigned_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "guideline_consents" ADD CONSTRAINT "guideline_consents_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_appeal_decided_by_users_id_fk" FOREIGN KEY ("appeal_decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_picture_path_files_path_fk" FOREIGN KEY ("picture_path") REFERENCES "public"."files"("path") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_assigned_to_users_id_fk" FOREIGN KEY ("assigned_to") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "moderation_decisions_one_suspension" ON "moderation_decisions" USING btree ("member_id") WHERE "moderation_decisions"."kind" in ('suspend', 'ban') and "moderation_decisions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_decisions_of_member" ON "moderation_decisions" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "moderation_decisions_due" ON "moderation_decisions" USING btree ("ends_at") WHERE "moderation_decisions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_decisions_appeals" ON "moderation_decisions" USING btree ("appealed_at","id") WHERE "moderation_decisions"."appealed_at" is not null and "moderation_decisions"."appeal_decision" is null and "moderation_decisions"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "moderation_decisions_by_decider" ON "moderation_decisions" USING btree ("decided_by");--> statement-breakpoint
CREATE INDEX "moderation_decisions_by_ender" ON "moderation_decisions" USING btree ("ended_by");--> statement-breakpoint
CREATE INDEX "moderation_decisions_by_appeal_decider" ON "moderation_decisions" USING btree ("appeal_decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_open" ON "reports" USING btree ("reporter_id","subject_type","subject_id") WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "reports_queue" ON "reports" USING btree ("urgency","created_at","id") WHERE "reports"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "reports_decided" ON "reports" USING btree ("decided_at","id") WHERE "reports"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "reports_of_member" ON "reports" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_by_reporter" ON "reports" USING btree ("reporter_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_of_subject" ON "reports" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "reports_by_assignee" ON "reports" USING btree ("assigned_to");--> statement-breakpoint
CREATE INDEX "reports_by_decision" ON "reports" USING btree ("decision_id");--> statement-breakpoint
CREATE INDEX "reports_by_picture" ON "reports" USING btree ("picture_path") WHERE "reports"."picture_path" is not null;--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("created_at","id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
UPDATE users SET suspended_at = erased_at WHERE erased_at IS NOT NULL AND suspended_at IS NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_erased_stay_suspended" CHECK ("users"."erased_at" is null or "users"."suspended_at" is not null);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.new_report', 'support.test'));
--> statement-breakpoint
-- Who was suspended in the database itself reads a reason as well, and can appeal.
INSERT INTO moderation_decisions (member_id, kind, reason, created_at)
  SELECT id, 'ban', 'Our team has suspended this account.', suspended_at FROM users
  WHERE suspended_at IS NOT NULL AND erased_at IS NULL;
--> statement-breakpoint
-- The account is locked before its parts, as everything that changes an account does it. The other
-- sides of claims that go on are told that they reach nobody, and not why.
CREATE OR REPLACE FUNCTION apply_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    PERFORM FROM auth."user" WHERE id = NEW.id FOR UPDATE;
    DELETE FROM auth.verification WHERE value = NEW.id::text;
    DELETE FROM auth.session WHERE user_id = NEW.id;
    DELETE FROM auth.one_time_code WHERE user_id = NEW.id;
    DELETE FROM auth.email_change WHERE user_id = NEW.id;
    INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, job_title)
    SELECT CASE WHEN job.owner_id = NEW.id THEN claim.sitter_id ELSE job.owner_id END,
      'jobs.partner_unavailable', claim.id || ':' || NEW.suspended_at, job.id, job.id, claim.id, job.title
    FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
    WHERE claim.ended_at IS NULL AND job.status IN ('claimed', 'in_progress')
      AND (claim.sitter_id = NEW.id OR job.owner_id = NEW.id)
    ON CONFLICT (member_id, type, event_key) DO NOTHING;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id, hidden_from)
  SELECT 'jobs', CASE WHEN NEW.suspended_at IS NULL THEN 'insert' ELSE 'delete' END, id, id,
         hidden_from(owner_id)
  FROM jobs WHERE owner_id = NEW.id AND status = 'open';
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Both sides of a job are told what happened to it, without the one who did it. A job that the system
-- gives back for a suspended sitter is told to its owner.
CREATE OR REPLACE FUNCTION notify_job_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := CASE NEW.action
    WHEN 'release' THEN CASE NEW.actor_role
      WHEN 'system' THEN 'jobs.sitter_unavailable' ELSE 'jobs.released' END
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
    AND side.member_id IS DISTINCT FROM NEW.actor_id
    AND (kind <> 'jobs.sitter_unavailable' OR side.member_id = job.owner_id);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Staff hear of a new report, without those who have a part in it; the reporter of what came of it.
CREATE FUNCTION notify_report() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
    SELECT user_id, 'support.new_report', NEW.id, user_id, 'none' FROM user_roles
    WHERE role <> 'user' AND user_id NOT IN (NEW.reporter_id, NEW.member_id)
      -- One that is unread says enough: a flood of reports is no flood of bells.
      AND NOT EXISTS (SELECT FROM notifications told WHERE told.member_id = user_id
        AND told.subject_id = user_id AND told.read_at IS NULL AND told.type = 'support.new_report');
  ELSIF NEW.reporter_id IS NOT NULL THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id)
    VALUES (NEW.reporter_id, 'support.report_decided', NEW.id, NEW.reporter_id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reports_notify AFTER INSERT ON reports
  FOR EACH ROW WHEN (NEW.decided_at IS NULL) EXECUTE FUNCTION notify_report();
--> statement-breakpoint
CREATE TRIGGER reports_notify_decided AFTER UPDATE OF decided_at ON reports
  FOR EACH ROW WHEN (OLD.decided_at IS NULL AND NEW.decided_at IS NOT NULL)
  EXECUTE FUNCTION notify_report();
--> statement-breakpoint
-- These are mailed with their words by the command itself; a suspended member has no bell.
CREATE FUNCTION notify_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
  VALUES (NEW.member_id,
    CASE TG_OP WHEN 'INSERT' THEN 'support.moderated' ELSE 'support.appeal_decided' END,
    NEW.id, NEW.member_id, 'none');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER moderation_decisions_notify AFTER INSERT ON moderation_decisions
  FOR EACH ROW WHEN (NEW.kind IN ('warn', 'hide', 'remove')) EXECUTE FUNCTION notify_decision();
--> statement-breakpoint
CREATE TRIGGER moderation_decisions_notify_appeal AFTER UPDATE OF appeal_decision ON moderation_decisions
  FOR EACH ROW WHEN (OLD.appeal_decision IS NULL AND NEW.appeal_decision IS NOT NULL)
  EXECUTE FUNCTION notify_decision();
--> statement-breakpoint
-- Staff can take the words of a message away: both sides see that at once.
CREATE TRIGGER messages_tell_removed AFTER UPDATE OF content ON messages
  FOR EACH ROW EXECUTE FUNCTION tell_messages();
--> statement-breakpoint
CREATE TRIGGER conversation_messages_tell_removed AFTER UPDATE OF content ON conversation_messages
  FOR EACH ROW EXECUTE FUNCTION tell_conversation_messages();
