CREATE TABLE "ratings" (
	"member_id" uuid PRIMARY KEY NOT NULL,
	"is_listed" boolean NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"would_repeat" integer DEFAULT 0 NOT NULL,
	"rating_average" numeric(3, 2) GENERATED ALWAYS AS (case when rating_count > 0 then round(rating_sum::numeric / rating_count, 2) else 0 end) STORED NOT NULL,
	CONSTRAINT "ratings_counts" CHECK ("ratings"."would_repeat" between 0 and "ratings"."rating_count" and "ratings"."rating_sum" between "ratings"."rating_count" and 5 * "ratings"."rating_count")
);
--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ratings_in_order" ON "ratings" USING btree ("rating_average","rating_count","member_id") WHERE "ratings"."is_listed";
--> statement-breakpoint
CREATE FUNCTION keep_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.erased_at IS NOT NULL THEN
    DELETE FROM ratings WHERE member_id = NEW.id;
    RETURN NULL;
  END IF;
  INSERT INTO ratings AS rated (member_id, is_listed)
  VALUES (NEW.id, NEW.role IN ('pet_sitter', 'both') AND NEW.suspended_at IS NULL)
  ON CONFLICT (member_id) DO UPDATE SET is_listed = excluded.is_listed
    WHERE rated.is_listed <> excluded.is_listed;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_keep_listed AFTER INSERT OR UPDATE OF role, suspended_at, erased_at ON users
  FOR EACH ROW EXECUTE FUNCTION keep_listed();
--> statement-breakpoint
-- What published reviews come to, by what they came to before; rows are locked in one order, so that
-- two publications at once never wait in a circle.
CREATE FUNCTION add_ratings(gone reviews[], came reviews[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ratings WHERE member_id IN (
    SELECT reviewee_id FROM unnest(gone) UNION SELECT reviewee_id FROM unnest(came))
  ORDER BY member_id FOR NO KEY UPDATE;
  UPDATE ratings SET rating_count = rating_count + change.reviews,
    rating_sum = rating_sum + change.stars, would_repeat = ratings.would_repeat + change.repeats
  FROM (SELECT reviewee_id, sum(sign) AS reviews, sum(sign * rating) AS stars,
      sum(sign * would_repeat::int) AS repeats
    FROM (SELECT -1 AS sign, * FROM unnest(gone) UNION ALL SELECT 1, * FROM unnest(came)) counted
    WHERE published_at IS NOT NULL AND hidden_at IS NULL GROUP BY reviewee_id) change
  WHERE member_id = change.reviewee_id;
END $$;
--> statement-breakpoint
CREATE FUNCTION keep_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone reviews[] := '{}';
  came reviews[] := '{}';
BEGIN
  IF TG_OP <> 'INSERT' THEN
    gone := ARRAY(SELECT review FROM old_reviews review);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    came := ARRAY(SELECT review FROM new_reviews review);
  END IF;
  PERFORM add_ratings(gone, came);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_add_rating AFTER INSERT ON reviews
  REFERENCING NEW TABLE AS new_reviews FOR EACH STATEMENT EXECUTE FUNCTION keep_ratings();
--> statement-breakpoint
CREATE TRIGGER reviews_change_rating AFTER UPDATE ON reviews
  REFERENCING OLD TABLE AS old_reviews NEW TABLE AS new_reviews
  FOR EACH STATEMENT EXECUTE FUNCTION keep_ratings();
--> statement-breakpoint
CREATE TRIGGER reviews_remove_rating AFTER DELETE ON reviews
  REFERENCING OLD TABLE AS old_reviews FOR EACH STATEMENT EXECUTE FUNCTION keep_ratings();
--> statement-breakpoint
INSERT INTO ratings (member_id, is_listed, rating_count, rating_sum, would_repeat)
SELECT users.id, role IN ('pet_sitter', 'both') AND suspended_at IS NULL, count(review.id),
  coalesce(sum(review.rating), 0), count(*) FILTER (WHERE review.would_repeat)
FROM users LEFT JOIN published_reviews review ON review.reviewee_id = users.id
WHERE users.erased_at IS NULL GROUP BY users.id;
