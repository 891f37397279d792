CREATE TABLE "auth"."sso_domain" (
	"domain" text PRIMARY KEY NOT NULL,
	"provider_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sso_domain_form" CHECK ("auth"."sso_domain"."domain" ~ '^[a-z0-9-]+([.][a-z0-9-]+)+$')
);
--> statement-breakpoint
ALTER TABLE "auth"."security_event" DROP CONSTRAINT "security_event_kind";--> statement-breakpoint
CREATE INDEX "sso_domain_provider" ON "auth"."sso_domain" USING btree ("provider_id");--> statement-breakpoint
ALTER TABLE "auth"."security_event" ADD CONSTRAINT "security_event_kind" CHECK ("auth"."security_event"."kind" in ('signed_in', 'new_device', 'sign_in_failed', 'session_ended', 'password_changed', 'email_change_asked', 'email_changed', 'email_restored', 'disowned', 'factor_added', 'factor_removed', 'factors_reset', 'phone_added', 'phone_removed', 'passkey_added', 'passkey_removed', 'identity_linked', 'identity_unlinked', 'recovery_codes_made', 'recovery_code_used', 'deletion_asked', 'deletion_withdrawn', 'export_asked', 'domain_assigned', 'domain_removed'));