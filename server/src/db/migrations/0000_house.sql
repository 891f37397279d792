CREATE SCHEMA "auth";
--> statement-breakpoint
CREATE TABLE "auth"."account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "auth"."user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "auth"."verification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."email_change" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"new_email" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "email_change_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auth"."refresh_token" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"session_id" uuid NOT NULL,
	"replaced_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "refresh_token_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "auth"."signing_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"private_jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "auth"."signing_key_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "messages_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" uuid NOT NULL,
	"claim_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"content" text NOT NULL,
	"message_type" text DEFAULT 'text' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	CONSTRAINT "messages_client" UNIQUE("sender_id","client_id"),
	CONSTRAINT "messages_content" CHECK (char_length("messages"."content") between 1 and 4000)
);
--> statement-breakpoint
CREATE TABLE "thread_reads" (
	"claim_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"last_seq" bigint NOT NULL,
	CONSTRAINT "thread_reads_claim_id_member_id_pk" PRIMARY KEY("claim_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "job_claims" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"sitter_id" uuid NOT NULL,
	"claimed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"started_at" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"ended_by" uuid,
	"end_note" text,
	"start_date" timestamp with time zone NOT NULL,
	"end_date" timestamp with time zone NOT NULL,
	CONSTRAINT "job_claims_end" CHECK (("job_claims"."ended_at" is null) = ("job_claims"."end_reason" is null))
);
--> statement-breakpoint
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
CREATE TABLE "files" (
	"path" text PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "invites" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"used_at" timestamp with time zone,
	"used_by" uuid,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"kind" text DEFAULT 'standing' NOT NULL,
	"granted_by" uuid,
	"grant_reason" text,
	"replaced_at" timestamp with time zone,
	"is_founder" boolean DEFAULT false NOT NULL,
	CONSTRAINT "invites_code_unique" UNIQUE("code"),
	CONSTRAINT "invites_used_by_unique" UNIQUE("used_by"),
	CONSTRAINT "invites_never_expire" CHECK ("invites"."expires_at" is null),
	CONSTRAINT "invites_kind" CHECK ("invites"."kind" in ('standing', 'granted', 'mailed')),
	CONSTRAINT "invites_standing_by_nobody" CHECK ("invites"."kind" <> 'standing' or "invites"."granted_by" is null)
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"client_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"location" text NOT NULL,
	"job_type" text NOT NULL,
	"start_date" timestamp with time zone NOT NULL,
	"end_date" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"total_amount" numeric(10, 2) NOT NULL,
	"hourly_rate" numeric(10, 2),
	"status" text DEFAULT 'open' NOT NULL,
	"cancel_reason" text,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"special_instructions" text,
	"pet_name" text DEFAULT 'Unknown Pet' NOT NULL,
	"pet_breed" text,
	"pet_size" text,
	"pet_image_url" text,
	CONSTRAINT "jobs_type" CHECK ("jobs"."job_type" in ('pet_sitting', 'dog_walking', 'both')),
	CONSTRAINT "jobs_status" CHECK ("jobs"."status" in ('open', 'claimed', 'in_progress', 'completed', 'cancelled')),
	CONSTRAINT "jobs_end_after_start" CHECK ("jobs"."end_date" > "jobs"."start_date"),
	CONSTRAINT "jobs_amount" CHECK ("jobs"."total_amount" >= 0 and "jobs"."hourly_rate" >= 0)
);
--> statement-breakpoint
CREATE TABLE "change_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "change_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tx" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"table_name" text NOT NULL,
	"op" text NOT NULL,
	"row_id" uuid NOT NULL,
	"job_id" uuid,
	"audience" uuid[],
	"to_staff" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"full_name" text GENERATED ALWAYS AS (btrim(first_name || ' ' || last_name)) STORED NOT NULL,
	"username" text,
	"bio" text,
	"location" text,
	"phone" text,
	"role" text NOT NULL,
	"active_role" text NOT NULL,
	"profile_image_url" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_sign_in_at" timestamp with time zone,
	"payment_links" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"payment_preference" text,
	"hourly_rate_amount" numeric(10, 2),
	"fixed_rate_amount" numeric(10, 2),
	"availability_enabled" boolean DEFAULT true NOT NULL,
	"availability_data" jsonb,
	"onboarding_completed" boolean DEFAULT false NOT NULL,
	"pet_onboarding_completed" boolean DEFAULT false NOT NULL,
	"cash_app_handle" text,
	"social_links" jsonb,
	"suspended_at" timestamp with time zone,
	CONSTRAINT "users_username_unique" UNIQUE("username"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('pet_owner', 'pet_sitter', 'both')),
	CONSTRAINT "users_active_role" CHECK ("users"."active_role" in ('pet_owner', 'pet_sitter') and ("users"."role" = 'both' or "users"."active_role" = "users"."role")),
	CONSTRAINT "users_bio" CHECK (char_length("users"."bio") <= 500)
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
CREATE TABLE "admin_activity_logs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"admin_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_roles" (
	"id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"assigned_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	CONSTRAINT "user_roles_id_unique" UNIQUE("id"),
	CONSTRAINT "user_roles_role" CHECK ("user_roles"."role" in ('user', 'admin', 'super_admin'))
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
ALTER TABLE "auth"."account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."email_change" ADD CONSTRAINT "email_change_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."refresh_token" ADD CONSTRAINT "refresh_token_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_claim_id_job_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."job_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_claim_id_job_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."job_claims"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_reads" ADD CONSTRAINT "thread_reads_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_claims" ADD CONSTRAINT "job_claims_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_claims" ADD CONSTRAINT "job_claims_sitter_id_users_id_fk" FOREIGN KEY ("sitter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_claims" ADD CONSTRAINT "job_claims_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_responded_by_users_id_fk" FOREIGN KEY ("responded_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_requests" ADD CONSTRAINT "invite_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_requests" ADD CONSTRAINT "invite_requests_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_id_user_id_fk" FOREIGN KEY ("id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_roles" ADD CONSTRAINT "user_roles_assigned_by_users_id_fk" FOREIGN KEY ("assigned_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_invite_id_invites_id_fk" FOREIGN KEY ("invite_id") REFERENCES "public"."invites"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user" ON "auth"."account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_user" ON "auth"."session" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_email_any_case" ON "auth"."user" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "verification_identifier" ON "auth"."verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "refresh_token_session" ON "auth"."refresh_token" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "messages_by_claim" ON "messages" USING btree ("claim_id","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "job_claims_one_live" ON "job_claims" USING btree ("job_id") WHERE "job_claims"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "job_claims_no_double_booking" ON "job_claims" USING btree ("sitter_id","start_date","end_date") WHERE "job_claims"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "job_claims_by_sitter" ON "job_claims" USING btree ("sitter_id","claimed_at","id");--> statement-breakpoint
CREATE INDEX "job_claims_by_job" ON "job_claims" USING btree ("job_id","claimed_at");--> statement-breakpoint
CREATE INDEX "job_claims_unconfirmed" ON "job_claims" USING btree ("completed_at") WHERE "job_claims"."confirmed_at" is null and "job_claims"."completed_at" is not null;--> statement-breakpoint
CREATE INDEX "feedback_newest" ON "feedback" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "feedback_by_user" ON "feedback" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "feedback_waiting" ON "feedback" USING btree ("created_at") WHERE "feedback"."status" in ('open', 'in_progress');--> statement-breakpoint
CREATE INDEX "files_by_age" ON "files" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invite_requests_one_pending" ON "invite_requests" USING btree ("user_id") WHERE "invite_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "invite_requests_newest" ON "invite_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "invites_one_standing" ON "invites" USING btree ("created_by") WHERE "invites"."kind" = 'standing' and "invites"."replaced_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "invites_one_founder" ON "invites" USING btree ("is_founder") WHERE "invites"."is_founder";--> statement-breakpoint
CREATE INDEX "invites_created_by" ON "invites" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_client" ON "jobs" USING btree ("owner_id","client_id");--> statement-breakpoint
CREATE INDEX "jobs_by_owner" ON "jobs" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "jobs_open_newest" ON "jobs" USING btree ("created_at","id") WHERE "jobs"."status" = 'open';--> statement-breakpoint
CREATE INDEX "jobs_open_by_end" ON "jobs" USING btree ("end_date") WHERE "jobs"."status" = 'open';--> statement-breakpoint
CREATE INDEX "change_events_by_tx" ON "change_events" USING btree ("tx","id");--> statement-breakpoint
CREATE INDEX "change_events_by_age" ON "change_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "newsletter_newest" ON "newsletter_subscriptions" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_roles_one_first" ON "user_roles" USING btree ("is_first") WHERE "user_roles"."is_first";--> statement-breakpoint
CREATE INDEX "waitlist_newest" ON "waitlist_entries" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "waitlist_invite" ON "waitlist_entries" USING btree ("invite_id");--> statement-breakpoint
CREATE VIEW "public"."super_admins" AS (select id, user_id, assigned_by as created_by, created_at from user_roles where role = 'super_admin');