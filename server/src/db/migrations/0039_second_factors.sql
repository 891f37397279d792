CREATE TABLE "auth"."factor" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"factor_type" text NOT NULL,
	"friendly_name" text,
	"status" text DEFAULT 'unverified' NOT NULL,
	"sealed_secret" text NOT NULL,
	"last_step" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"event_id" uuid,
	CONSTRAINT "factor_type" CHECK ("auth"."factor"."factor_type" in ('totp')),
	CONSTRAINT "factor_status" CHECK ("auth"."factor"."status" in ('unverified', 'verified'))
);
--> statement-breakpoint
CREATE TABLE "auth"."factor_challenge" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"session_id" uuid NOT NULL,
	"factor_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."recovery_code" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."trusted_device" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "trusted_device_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "factor_method" text;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "factor_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "awaits_factor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "admits_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "confirmed_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."factor" ADD CONSTRAINT "factor_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."factor" ADD CONSTRAINT "factor_event_id_security_event_id_fk" FOREIGN KEY ("event_id") REFERENCES "auth"."security_event"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."factor_challenge" ADD CONSTRAINT "factor_challenge_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "auth"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."factor_challenge" ADD CONSTRAINT "factor_challenge_factor_id_factor_id_fk" FOREIGN KEY ("factor_id") REFERENCES "auth"."factor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."recovery_code" ADD CONSTRAINT "recovery_code_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."trusted_device" ADD CONSTRAINT "trusted_device_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "factor_user" ON "auth"."factor" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "factor_event" ON "auth"."factor" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "factor_challenge_session" ON "auth"."factor_challenge" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "factor_challenge_factor" ON "auth"."factor_challenge" USING btree ("factor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "recovery_code_hash" ON "auth"."recovery_code" USING btree ("user_id","code_hash");--> statement-breakpoint
CREATE INDEX "trusted_device_user" ON "auth"."trusted_device" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_factor_method" CHECK ("auth"."session"."factor_method" in ('totp', 'recovery_code'));--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_factor" CHECK (("auth"."session"."factor_method" is null) = ("auth"."session"."factor_at" is null)
        and not ("auth"."session"."awaits_factor" and ("auth"."session"."factor_at" is not null or "auth"."session"."admits_staff")));--> statement-breakpoint
-- A session that began before the upgrade was last confirmed when its member signed in.
UPDATE "auth"."session" SET "confirmed_at" = "proved_at";
