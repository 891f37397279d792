CREATE TABLE "auth"."data_archive" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"ready_at" timestamp with time zone,
	"bytes" integer,
	CONSTRAINT "data_archive_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "auth"."deletion_request" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "auth"."data_archive" ADD CONSTRAINT "data_archive_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auth"."deletion_request" ADD CONSTRAINT "deletion_request_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "auth"."user"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Words of a member who left, in tables that nobody may change otherwise: reasons and reviews.
CREATE FUNCTION erase_words() RETURNS trigger LANGUAGE plpgsql
  SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  UPDATE job_events SET reason = NULL WHERE actor_id = NEW.id AND reason IS NOT NULL;
  UPDATE reviews SET text = '', staff_note = '' WHERE reviewer_id = NEW.id;
  UPDATE reviews SET reply = NULL, replied_at = NULL WHERE reviewee_id = NEW.id AND reply IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_erase_words AFTER UPDATE OF erased_at ON users
  FOR EACH ROW WHEN (OLD.erased_at IS NULL AND NEW.erased_at IS NOT NULL)
  EXECUTE FUNCTION erase_words();
--> statement-breakpoint
-- What writes from within another trigger is the publishing of both sides, and `erase_words`.
CREATE OR REPLACE FUNCTION keep_published_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() = 1 AND (
    (NEW.side, NEW.reviewee_id, NEW.occasion, NEW.publish_at, NEW.created_at)
      IS DISTINCT FROM (OLD.side, OLD.reviewee_id, OLD.occasion, OLD.publish_at, OLD.created_at)
    OR OLD.published_at IS NOT NULL
      AND (NEW.rating, NEW.text, NEW.would_repeat, NEW.facts, NEW.published_at)
        IS DISTINCT FROM (OLD.rating, OLD.text, OLD.would_repeat, OLD.facts, OLD.published_at)
    OR OLD.reply IS NOT NULL AND NEW.reply IS DISTINCT FROM OLD.reply) THEN
    RAISE EXCEPTION 'a published review stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reviews_published_stay';
  END IF;
  RETURN NEW;
END $$;
