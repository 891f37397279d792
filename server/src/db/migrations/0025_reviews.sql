CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"claim_id" uuid,
	"side" text NOT NULL,
	"reviewer_id" uuid,
	"reviewee_id" uuid NOT NULL,
	"occasion" text NOT NULL,
	"rating" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"would_repeat" boolean NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"staff_note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"publish_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"reply" text,
	"replied_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	CONSTRAINT "reviews_one_a_side" UNIQUE("claim_id","side"),
	CONSTRAINT "reviews_side" CHECK ("reviews"."side" in ('owner', 'sitter')),
	CONSTRAINT "reviews_occasion" CHECK ("reviews"."occasion" in ('completed', 'canceled_late', 'no_show')),
	CONSTRAINT "reviews_rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews_text" CHECK (char_length("reviews"."text") <= 1000),
	CONSTRAINT "reviews_staff_note" CHECK (char_length("reviews"."staff_note") <= 1000),
	CONSTRAINT "reviews_reply" CHECK (char_length("reviews"."reply") between 1 and 500),
	CONSTRAINT "reviews_replied" CHECK (("reviews"."reply" is null) = ("reviews"."replied_at" is null)),
	CONSTRAINT "reviews_reply_later" CHECK ("reviews"."reply" is null or "reviews"."published_at" is not null),
	CONSTRAINT "reviews_hidden" CHECK (("reviews"."hidden_at" is null) = ("reviews"."hidden_reason" is null)),
	CONSTRAINT "reviews_others" CHECK ("reviews"."reviewer_id" <> "reviews"."reviewee_id"),
	CONSTRAINT "reviews_facts" CHECK ("reviews"."facts" - case "reviews"."side" when 'owner' then '{on_time,as_agreed,kept_informed}'::text[] else '{as_described,clear_instructions,prepared}'::text[] end = '{}'::jsonb)
);
--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_claim_id_job_claims_id_fk" FOREIGN KEY ("claim_id") REFERENCES "public"."job_claims"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_reviewee_id_users_id_fk" FOREIGN KEY ("reviewee_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reviews_published" ON "reviews" USING btree ("reviewee_id","published_at","id") WHERE "reviews"."published_at" is not null and "reviews"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_by_reviewee" ON "reviews" USING btree ("reviewee_id");--> statement-breakpoint
CREATE INDEX "reviews_by_reviewer" ON "reviews" USING btree ("reviewer_id");--> statement-breakpoint
CREATE INDEX "reviews_due" ON "reviews" USING btree ("publish_at") WHERE "reviews"."published_at" is null;--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("created_at","id");--> statement-breakpoint
CREATE VIEW "public"."published_reviews" AS (select "id", "claim_id", "side", "reviewer_id", "reviewee_id", "occasion", "rating", "text", "would_repeat", "facts", "published_at", "reply" from "reviews" where "reviews"."published_at" is not null and "reviews"."hidden_at" is null);
--> statement-breakpoint
-- How a claim ended, if it can be reviewed: done, not come, or given up by one of its two close to the
-- start. What staff took down is nobody's fault who could be reviewed for it.
CREATE FUNCTION review_occasion(claim job_claims) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN claim.end_reason IN ('completed', 'no_show') THEN claim.end_reason
    WHEN claim.ended_at > claim.start_date - interval '48 hours'
      AND claim.ended_by IN (claim.sitter_id, (SELECT owner_id FROM jobs WHERE id = claim.job_id))
      THEN 'canceled_late' END
$$;
--> statement-breakpoint
-- Both sides of a claim take turns here, so that the second of two at once finds the first. Nobody
-- writes who could have read what the other side wrote.
CREATE FUNCTION check_review() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  claim job_claims;
  owner uuid;
BEGIN
  SELECT * INTO claim FROM job_claims WHERE id = NEW.claim_id FOR NO KEY UPDATE;
  SELECT owner_id INTO owner FROM jobs WHERE id = claim.job_id;
  IF NEW.reviewer_id IS DISTINCT FROM
      (CASE NEW.side WHEN 'owner' THEN owner ELSE claim.sitter_id END) THEN
    RAISE EXCEPTION 'not by a side of the claim'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reviews_sides';
  END IF;
  NEW.reviewee_id := CASE NEW.side WHEN 'owner' THEN claim.sitter_id ELSE owner END;
  NEW.occasion := review_occasion(claim);
  NEW.publish_at := claim.ended_at + interval '14 days';
  NEW.published_at := NULL;
  IF NEW.occasion IS NULL OR NEW.created_at >= NEW.publish_at OR EXISTS (
      SELECT FROM reviews other WHERE other.claim_id = NEW.claim_id AND other.published_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the claim cannot be reviewed now'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reviews_open';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_check BEFORE INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION check_review();
--> statement-breakpoint
CREATE FUNCTION publish_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET published_at = NEW.created_at
  WHERE claim_id = NEW.claim_id AND published_at IS NULL AND EXISTS (
    SELECT FROM reviews other WHERE other.claim_id = NEW.claim_id AND other.side <> NEW.side);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_publish AFTER INSERT ON reviews FOR EACH ROW EXECUTE FUNCTION publish_reviews();
--> statement-breakpoint
CREATE FUNCTION keep_published_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.side, NEW.reviewee_id, NEW.occasion, NEW.publish_at, NEW.created_at)
      IS DISTINCT FROM (OLD.side, OLD.reviewee_id, OLD.occasion, OLD.publish_at, OLD.created_at)
    OR OLD.published_at IS NOT NULL
      AND (NEW.rating, NEW.text, NEW.would_repeat, NEW.facts, NEW.published_at)
        IS DISTINCT FROM (OLD.rating, OLD.text, OLD.would_repeat, OLD.facts, OLD.published_at)
    OR OLD.reply IS NOT NULL AND NEW.reply IS DISTINCT FROM OLD.reply THEN
    RAISE EXCEPTION 'a published review stays as it is'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'reviews_published_stay';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_keep BEFORE UPDATE ON reviews
  FOR EACH ROW EXECUTE FUNCTION keep_published_review();
--> statement-breakpoint
-- Until it is published nobody but its author hears of a review.
CREATE FUNCTION tell_reviews() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE review reviews := coalesce(NEW, OLD);
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience)
  VALUES ('reviews', lower(TG_OP), review.id, array_remove(
    CASE WHEN review.published_at IS NULL THEN ARRAY[review.reviewer_id]
      ELSE ARRAY[review.reviewer_id, review.reviewee_id] END, NULL));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_tell AFTER INSERT OR UPDATE OR DELETE ON reviews
  FOR EACH ROW EXECUTE FUNCTION tell_reviews();
