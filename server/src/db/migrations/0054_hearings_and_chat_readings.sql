CREATE TABLE "chat_readings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"claim_id" uuid,
	"conversation_id" uuid,
	"asked_by" uuid,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"read_at" timestamp with time zone,
	CONSTRAINT "chat_readings_one_chat" CHECK (num_nonnulls("chat_readings"."claim_id", "chat_readings"."conversation_id") = 1),
	CONSTRAINT "chat_readings_two_people" CHECK ("chat_readings"."decided_by" <> "chat_readings"."asked_by"),
	CONSTRAINT "chat_readings_decided" CHECK ("chat_readings"."decided_at" is not null or ("chat_readings"."ends_at" is null and "chat_readings"."read_at" is null))
);
--> statement-breakpoint
CREATE TABLE "hearings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"report_id" uuid NOT NULL,
	"side" text NOT NULL,
	"member_id" uuid NOT NULL,
	"asked_by" uuid,
	"question" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"answer_until" timestamp with time zone DEFAULT clock_timestamp() + interval '72 hours' NOT NULL,
	"answer" text,
	"answered_at" timestamp with time zone,
	CONSTRAINT "hearings_side" CHECK ("hearings"."side" in ('member', 'reporter')),
	CONSTRAINT "hearings_others" CHECK ("hearings"."asked_by" <> "hearings"."member_id"),
	CONSTRAINT "hearings_answer" CHECK (("hearings"."answer" is null) = ("hearings"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "data_views" DROP CONSTRAINT "data_views_kind";--> statement-breakpoint
ALTER TABLE "chat_readings" ADD CONSTRAINT "chat_readings_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_readings" ADD CONSTRAINT "chat_readings_claim_id_job_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."job_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_readings" ADD CONSTRAINT "chat_readings_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_readings" ADD CONSTRAINT "chat_readings_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_readings" ADD CONSTRAINT "chat_readings_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hearings" ADD CONSTRAINT "hearings_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hearings" ADD CONSTRAINT "hearings_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hearings" ADD CONSTRAINT "hearings_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_readings_one_open" ON "chat_readings" USING btree ("report_id") WHERE "chat_readings"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "chat_readings_of_report" ON "chat_readings" USING btree ("report_id","created_at");--> statement-breakpoint
CREATE INDEX "chat_readings_by_claim" ON "chat_readings" USING btree ("claim_id");--> statement-breakpoint
CREATE INDEX "chat_readings_by_conversation" ON "chat_readings" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "chat_readings_by_asker" ON "chat_readings" USING btree ("asked_by");--> statement-breakpoint
CREATE INDEX "chat_readings_by_decider" ON "chat_readings" USING btree ("decided_by");--> statement-breakpoint
CREATE UNIQUE INDEX "hearings_once" ON "hearings" USING btree ("report_id","side");--> statement-breakpoint
CREATE INDEX "hearings_of_member" ON "hearings" USING btree ("member_id","created_at","id");--> statement-breakpoint
CREATE INDEX "hearings_by_asker" ON "hearings" USING btree ("asked_by");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.asked', 'jobs.your_turn', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.hearing', 'support.hearing_answered', 'support.reading_asked', 'support.chat_read', 'support.identity_confirmed', 'support.identity_refused', 'support.new_report', 'support.test'));--> statement-breakpoint
ALTER TABLE "data_views" ADD CONSTRAINT "data_views_kind" CHECK ("data_views"."kind" in ('access_door', 'access_keys', 'access_alarm', 'access_wifi', 'access_notes', 'address', 'email', 'pet_health', 'account', 'job', 'request', 'review', 'chat'));--> statement-breakpoint
-- Who is asked hears of it, and of the answer whoever works on the report. The question is mailed with
-- its words by the command itself.
CREATE FUNCTION notify_hearing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
    VALUES (NEW.member_id, 'support.hearing', NEW.id, NEW.member_id, 'none');
  ELSE
    INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
    SELECT told.id, 'support.hearing_answered', NEW.id, told.id, 'none'
    FROM (SELECT coalesce(assigned_to, NEW.asked_by) AS id FROM reports WHERE id = NEW.report_id) told
    WHERE told.id <> NEW.member_id
    ON CONFLICT (member_id, type, event_key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER hearings_notify AFTER INSERT ON hearings
  FOR EACH ROW EXECUTE FUNCTION notify_hearing();
--> statement-breakpoint
CREATE TRIGGER hearings_notify_answer AFTER UPDATE OF answered_at ON hearings
  FOR EACH ROW WHEN (OLD.answered_at IS NULL AND NEW.answered_at IS NOT NULL)
  EXECUTE FUNCTION notify_hearing();
--> statement-breakpoint
-- Staff who could agree hear that somebody asks, and both participants that two of the staff agreed.
CREATE FUNCTION notify_chat_reading() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  sides uuid[] := ARRAY(
    SELECT unnest(ARRAY[job.owner_id, claim.sitter_id]) FROM job_claims claim
      JOIN jobs job ON job.id = claim.job_id WHERE claim.id = NEW.claim_id
    UNION SELECT unnest(ARRAY[participant_1, participant_2]) FROM conversations
      WHERE id = NEW.conversation_id);
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
    SELECT user_id, 'support.reading_asked', NEW.id, user_id, 'none' FROM user_roles
    WHERE role <> 'user' AND user_id <> NEW.asked_by AND user_id <> ALL (sides);
  ELSE
    INSERT INTO notifications (member_id, type, event_key, subject_id)
    SELECT member.id, 'support.chat_read', NEW.id, member.id FROM users member
    WHERE member.id = ANY (sides) AND member.erased_at IS NULL
    ON CONFLICT (member_id, type, event_key) DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER chat_readings_notify AFTER INSERT ON chat_readings
  FOR EACH ROW EXECUTE FUNCTION notify_chat_reading();
--> statement-breakpoint
CREATE TRIGGER chat_readings_notify_allowed AFTER UPDATE OF ends_at ON chat_readings
  FOR EACH ROW WHEN (OLD.ends_at IS NULL AND NEW.ends_at IS NOT NULL)
  EXECUTE FUNCTION notify_chat_reading();
