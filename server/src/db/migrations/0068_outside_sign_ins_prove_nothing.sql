ALTER TABLE "auth"."session" ALTER COLUMN "confirmed_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "auth"."session" ALTER COLUMN "confirmed_at" DROP NOT NULL;--> statement-breakpoint
UPDATE auth.session SET confirmed_at = NULL WHERE method IN ('oauth', 'sso/saml');
