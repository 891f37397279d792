CREATE TABLE "identity_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"member_id" uuid NOT NULL,
	"status" text DEFAULT 'requested' NOT NULL,
	"requested_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"method" text,
	"checklist" text[] DEFAULT '{}' NOT NULL,
	"checked_by" uuid,
	"checked_at" timestamp with time zone,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "identity_checks_status" CHECK ("identity_checks"."status" in ('requested', 'checked', 'confirmed', 'refused', 'withdrawn', 'revoked', 'renamed', 'replaced', 'expired')),
	CONSTRAINT "identity_checks_method" CHECK ("identity_checks"."method" in ('video_call', 'in_person')),
	CONSTRAINT "identity_checks_three_people" CHECK ("identity_checks"."checked_by" <> "identity_checks"."member_id" and "identity_checks"."confirmed_by" <> "identity_checks"."member_id" and "identity_checks"."confirmed_by" <> "identity_checks"."checked_by"),
	CONSTRAINT "identity_checks_others" CHECK ("identity_checks"."ended_by" <> "identity_checks"."member_id"),
	CONSTRAINT "identity_checks_steps" CHECK (("identity_checks"."status" <> 'checked' or "identity_checks"."checked_at" is not null) and ("identity_checks"."status" <> 'confirmed' or ("identity_checks"."checked_at" is not null and "identity_checks"."confirmed_at" is not null and "identity_checks"."expires_at" is not null))),
	CONSTRAINT "identity_checks_end" CHECK (("identity_checks"."status" in ('requested', 'checked', 'confirmed')) = ("identity_checks"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "auth"."user" ADD COLUMN "email_verified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_checked_by_users_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "identity_checks_one_waiting" ON "identity_checks" USING btree ("member_id") WHERE "identity_checks"."status" in ('requested', 'checked');--> statement-breakpoint
CREATE UNIQUE INDEX "identity_checks_one_confirmed" ON "identity_checks" USING btree ("member_id") WHERE "identity_checks"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "identity_checks_of_member" ON "identity_checks" USING btree ("member_id","requested_at");--> statement-breakpoint
CREATE INDEX "identity_checks_by_state" ON "identity_checks" USING btree ("status","requested_at","id");--> statement-breakpoint
CREATE INDEX "identity_checks_due" ON "identity_checks" USING btree ("expires_at") WHERE "identity_checks"."status" = 'confirmed';--> statement-breakpoint
CREATE INDEX "identity_checks_by_checker" ON "identity_checks" USING btree ("checked_by");--> statement-breakpoint
CREATE INDEX "identity_checks_by_confirmer" ON "identity_checks" USING btree ("confirmed_by");--> statement-breakpoint
CREATE INDEX "identity_checks_by_ender" ON "identity_checks" USING btree ("ended_by");
--> statement-breakpoint
-- Nobody had checked what `is_verified` said until now.
UPDATE users SET is_verified = false WHERE is_verified;
--> statement-breakpoint
-- The badge of a member follows from their checks.
CREATE FUNCTION keep_verified() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  member uuid := coalesce(NEW.member_id, OLD.member_id);
  verified boolean := EXISTS (SELECT FROM identity_checks
    WHERE member_id = member AND status = 'confirmed');
BEGIN
  UPDATE users SET is_verified = verified WHERE id = member AND is_verified <> verified;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER identity_checks_keep_verified AFTER INSERT OR UPDATE OR DELETE ON identity_checks
  FOR EACH ROW EXECUTE FUNCTION keep_verified();
--> statement-breakpoint
-- A checked name that is changed is not the one that was checked.
CREATE FUNCTION end_renamed_checks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE identity_checks SET status = 'renamed', ended_at = clock_timestamp()
  WHERE member_id = NEW.id AND status IN ('checked', 'confirmed');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_end_renamed_checks AFTER UPDATE OF first_name, last_name ON users
  FOR EACH ROW WHEN (OLD.first_name IS DISTINCT FROM NEW.first_name
    OR OLD.last_name IS DISTINCT FROM NEW.last_name) EXECUTE FUNCTION end_renamed_checks();
--> statement-breakpoint
-- Since when an address is confirmed; of those confirmed before, that was not kept.
CREATE FUNCTION note_confirmed_email() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_verified_at := CASE WHEN NOT NEW.email_verified THEN NULL
    WHEN TG_OP = 'INSERT' THEN coalesce(NEW.email_verified_at, now())
    WHEN OLD.email_verified AND OLD.email = NEW.email THEN OLD.email_verified_at
    ELSE now() END;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER user_note_confirmed_email BEFORE INSERT OR UPDATE OF email, email_verified ON auth."user"
  FOR EACH ROW EXECUTE FUNCTION note_confirmed_email();
