ALTER TABLE "auth"."session" ADD COLUMN "method" text DEFAULT 'password' NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD COLUMN "proved_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "auth"."session" ADD CONSTRAINT "session_method" CHECK ("auth"."session"."method" in ('password', 'otp', 'recovery'));--> statement-breakpoint
-- Whoever has a session proved who they are when it began.
UPDATE "auth"."session" SET "proved_at" = "created_at";
