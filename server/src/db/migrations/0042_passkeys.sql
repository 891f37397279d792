CREATE TABLE "auth"."passkey" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"friendly_name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"event_id" uuid,
	CONSTRAINT "passkey_credential_id_unique" UNIQUE("credential_id"),
	CONSTRAINT "passkey_counter" CHECK ("auth"."passkey"."counter" >= 0)
);
--> statement-breakpoint
CREATE TABLE "auth"."passkey_challenge" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"challenge" text NOT NULL,
	"asker" "bytea",
	"session_id" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "passkey_challenge_purpose" CHECK ("auth"."passkey_challenge"."purpose" in ('registration', 'sign_in', 'confirmation')),
	CONSTRAINT "passkey_challenge_owner" CHECK (("auth"."passkey_challenge"."asker" is not null) = ("auth"."passkey_challenge"."purpose" = 'sign_in')
        and ("auth"."passkey_challenge"."session_id" is null) = ("auth"."passkey_challenge"."purpose" = 'sign_in'))
);
--> statement-breakpoint
ALTER TABLE "auth"."session" DROP CONSTRAINT "session_method";--> statement-breakpoint
ALTER TABLE "auth"."session" DROP CONSTRAINT "session_factor_method";--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "confirm_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."passkey" ADD CONSTRAINT "passkey_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."passkey" ADD CONSTRAINT "passkey_event_id_security_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "auth"."security_event"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."passkey_challenge" ADD CONSTRAINT "passkey_challenge_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkey_user" ON "auth"."passkey" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkey_event" ON "auth"."passkey" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_session" ON "auth"."passkey_challenge" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "passkey_challenge_expires" ON "auth"."passkey_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "user_confirm_by" ON "auth"."user" USING btree ("confirm_by") WHERE "auth"."user"."confirm_by" is not null and not "auth"."user"."email_verified";--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_method" CHECK ("auth"."session"."method" in ('password', 'otp', 'recovery', 'passkey'));--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_factor_method" CHECK ("auth"."session"."factor_method" in ('totp', 'recovery_code', 'passkey'));