ALTER TABLE "auth"."session" DROP CONSTRAINT "session_method";--> statement-breakpoint
ALTER TABLE "auth"."session" DROP CONSTRAINT "session_factor_method";--> statement-breakpoint
ALTER TABLE "auth"."one_time_code" DROP CONSTRAINT "one_time_code_purpose";--> statement-breakpoint
ALTER TABLE "auth"."factor" DROP CONSTRAINT "factor_type";--> statement-breakpoint
ALTER TABLE "auth"."security_event" DROP CONSTRAINT "security_event_kind";--> statement-breakpoint
ALTER TABLE "auth"."factor" ALTER COLUMN "sealed_secret" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "phone_confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."one_time_code" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "auth"."one_time_code" ADD COLUMN "session_id" uuid;--> statement-breakpoint
ALTER TABLE "auth"."factor" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "auth"."one_time_code" ADD CONSTRAINT "one_time_code_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "one_time_code_session" ON "auth"."one_time_code" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "one_time_code_phone_number" ON "auth"."one_time_code" USING btree ("phone") WHERE "auth"."one_time_code"."phone" is not null;--> statement-breakpoint
ALTER TABLE "auth"."user" ADD CONSTRAINT "user_phone_unique" UNIQUE("phone");--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_method" CHECK ("auth"."session"."method" in ('password', 'otp', 'sms', 'recovery', 'passkey', 'oauth'));--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_factor_method" CHECK ("auth"."session"."factor_method" in ('totp', 'mfa/phone', 'recovery_code', 'passkey'));--> statement-breakpoint
ALTER TABLE "auth"."user" ADD CONSTRAINT "user_phone" CHECK ("auth"."user"."phone" ~ '^\+[1-9][0-9]{5,14}$'
        and ("auth"."user"."phone" is null) = ("auth"."user"."phone_confirmed_at" is null));--> statement-breakpoint
ALTER TABLE "auth"."one_time_code" ADD CONSTRAINT "one_time_code_phone" CHECK (("auth"."one_time_code"."phone" is null) = ("auth"."one_time_code"."purpose" in ('sign_in', 'reauthentication')));--> statement-breakpoint
ALTER TABLE "auth"."one_time_code" ADD CONSTRAINT "one_time_code_session" CHECK (("auth"."one_time_code"."session_id" is not null) = ("auth"."one_time_code"."purpose" = 'phone_change'));--> statement-breakpoint
ALTER TABLE "auth"."one_time_code" ADD CONSTRAINT "one_time_code_purpose" CHECK ("auth"."one_time_code"."purpose" in ('sign_in', 'reauthentication', 'sms', 'phone_change', 'factor'));--> statement-breakpoint
ALTER TABLE "auth"."factor" ADD CONSTRAINT "factor_kind" CHECK (("auth"."factor"."factor_type" = 'totp') = ("auth"."factor"."sealed_secret" is not null)
        and ("auth"."factor"."factor_type" = 'phone') = ("auth"."factor"."phone" is not null));--> statement-breakpoint
ALTER TABLE "auth"."factor" ADD CONSTRAINT "factor_type" CHECK ("auth"."factor"."factor_type" in ('totp', 'phone'));--> statement-breakpoint
ALTER TABLE "auth"."security_event" ADD CONSTRAINT "security_event_kind" CHECK ("auth"."security_event"."kind" in ('signed_in', 'new_device', 'sign_in_failed', 'session_ended', 'password_changed', 'email_change_asked', 'email_changed', 'email_restored', 'disowned', 'factor_added', 'factor_removed', 'factors_reset', 'phone_added', 'phone_removed', 'passkey_added', 'passkey_removed', 'identity_linked', 'identity_unlinked', 'recovery_codes_made', 'recovery_code_used', 'deletion_asked', 'deletion_withdrawn', 'export_asked'));