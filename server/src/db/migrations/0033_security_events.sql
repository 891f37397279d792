CREATE TABLE "auth"."security_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"detail" text,
	"ip_address" text,
	"user_agent" text,
	"times" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"disowned_at" timestamp with time zone,
	CONSTRAINT "security_event_kind" CHECK ("auth"."security_event"."kind" in ('signed_in', 'new_device', 'sign_in_failed', 'session_ended', 'password_changed', 'email_change_asked', 'email_changed', 'email_restored', 'disowned', 'factor_added', 'factor_removed', 'factors_reset', 'passkey_added', 'passkey_removed', 'recovery_codes_made', 'recovery_code_used', 'deletion_asked', 'deletion_withdrawn', 'export_asked'))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "is_new_device" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."security_event" ADD CONSTRAINT "security_event_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "security_event_newest" ON "auth"."security_event" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "security_event_age" ON "auth"."security_event" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.released', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.test'));
--> statement-breakpoint
-- A sign-in is an event with the id of its session. Its member's account is locked by then.
CREATE FUNCTION note_sign_in() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO auth.security_event (id, user_id, kind, ip_address, user_agent)
  VALUES (NEW.id, NEW.user_id, CASE WHEN NEW.is_new_device THEN 'new_device' ELSE 'signed_in' END,
    NEW.ip_address, NEW.user_agent);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER session_note_sign_in AFTER INSERT ON auth.session
  FOR EACH ROW EXECUTE FUNCTION note_sign_in();
--> statement-breakpoint
-- What a member must not miss stands in their bell; the email comes from what wrote the event.
CREATE FUNCTION notify_security_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (member_id, type, event_key, subject_id, mail_state)
  SELECT id, CASE WHEN NEW.kind IN ('new_device', 'password_changed', 'email_changed')
      THEN 'security.' || NEW.kind ELSE 'security.factor_changed' END, NEW.id, id, 'none'
  FROM users WHERE id = NEW.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER security_event_notify AFTER INSERT ON auth.security_event
  FOR EACH ROW WHEN (NEW.kind IN ('new_device', 'password_changed', 'email_changed', 'factor_added',
    'factor_removed', 'factors_reset', 'passkey_added', 'passkey_removed', 'recovery_code_used'))
  EXECUTE FUNCTION notify_security_event();
