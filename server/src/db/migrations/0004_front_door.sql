CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"email" text,
	"message" text NOT NULL,
	"page_url" text,
	"user_agent" text,
	"wants_follow_up" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"admin_response" text,
	"responded_at" timestamp with time zone,
	"responded_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "feedback_status" CHECK ("feedback"."status" in ('open', 'in_progress', 'resolved', 'closed', 'responded')),
	CONSTRAINT "feedback_message" CHECK (char_length("feedback"."message") between 10 and 5000)
);
--> statement-breakpoint
CREATE TABLE "invite_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"decision_reason" text,
	CONSTRAINT "invite_requests_status" CHECK ("invite_requests"."status" in ('pending', 'granted', 'refused'))
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "newsletter_subscriptions_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "waitlist_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"full_name" text NOT NULL,
	"note" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"confirmed_at" timestamp with time zone,
	"invited_at" timestamp with time zone,
	"invited_by" uuid,
	"invite_id" uuid,
	CONSTRAINT "waitlist_entries_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_responded_by_users_id_fk" FOREIGN KEY ("responded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_requests" ADD CONSTRAINT "invite_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_requests" ADD CONSTRAINT "invite_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_invite_id_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."invites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "feedback_newest" ON "feedback" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "feedback_by_user" ON "feedback" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "feedback_waiting" ON "feedback" USING btree ("created_at") WHERE "feedback"."status" in ('open', 'in_progress');--> statement-breakpoint
CREATE UNIQUE INDEX "invite_requests_one_pending" ON "invite_requests" USING btree ("user_id") WHERE "invite_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invite_requests_newest" ON "invite_requests" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "newsletter_newest" ON "newsletter_subscriptions" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "waitlist_newest" ON "waitlist_entries" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
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
