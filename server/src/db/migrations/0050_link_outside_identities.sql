CREATE TABLE "auth"."sso_flow" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"provider_id" text NOT NULL,
	"state_hash" "bytea",
	"code_hash" "bytea",
	"asker" "bytea",
	"challenge" text,
	"session_id" uuid,
	"sealed" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sso_flow_state_hash_unique" UNIQUE("state_hash"),
	CONSTRAINT "sso_flow_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "sso_flow_purpose" CHECK ("auth"."sso_flow"."purpose" in ('sign_in', 'join', 'link')),
	CONSTRAINT "sso_flow_owner" CHECK (("auth"."sso_flow"."asker" is null) <> ("auth"."sso_flow"."challenge" is null)),
	CONSTRAINT "sso_flow_session" CHECK (("auth"."sso_flow"."session_id" is null) = ("auth"."sso_flow"."purpose" <> 'link')),
	CONSTRAINT "sso_flow_step" CHECK ("auth"."sso_flow"."state_hash" is null or "auth"."sso_flow"."code_hash" is null)
);
--> statement-breakpoint
ALTER TABLE "auth"."session" DROP CONSTRAINT "session_method";--> statement-breakpoint
ALTER TABLE "auth"."security_event" DROP CONSTRAINT "security_event_kind";--> statement-breakpoint
ALTER TABLE "auth"."account" ADD COLUMN "issuer" text;--> statement-breakpoint
ALTER TABLE "auth"."account" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "auth"."account" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."sso_flow" ADD CONSTRAINT "sso_flow_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sso_flow_session_id" ON "auth"."sso_flow" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sso_flow_expires" ON "auth"."sso_flow" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "account_identity" ON "auth"."account" USING btree ("issuer","account_id");--> statement-breakpoint
ALTER TABLE "auth"."account" ADD CONSTRAINT "account_kind" CHECK (("auth"."account"."issuer" is null) = ("auth"."account"."provider_id" = 'credential')
        and ("auth"."account"."issuer" is null or "auth"."account"."password" is null));--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_method" CHECK ("auth"."session"."method" in ('password', 'otp', 'recovery', 'passkey', 'oauth'));--> statement-breakpoint
ALTER TABLE "auth"."security_event" ADD CONSTRAINT "security_event_kind" CHECK ("auth"."security_event"."kind" in ('signed_in', 'new_device', 'sign_in_failed', 'session_ended', 'password_changed', 'email_change_asked', 'email_changed', 'email_restored', 'disowned', 'factor_added', 'factor_removed', 'factors_reset', 'passkey_added', 'passkey_removed', 'identity_linked', 'identity_unlinked', 'recovery_codes_made', 'recovery_code_used', 'deletion_asked', 'deletion_withdrawn', 'export_asked'));