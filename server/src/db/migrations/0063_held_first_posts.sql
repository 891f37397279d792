CREATE TABLE "community_settings" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"reviewed_posts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "community_settings_one" CHECK ("community_settings"."id"),
	CONSTRAINT "community_settings_reviewed" CHECK ("community_settings"."reviewed_posts" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "reports" DROP CONSTRAINT "reports_signal";--> statement-breakpoint
DROP INDEX "reports_one_open_signal";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_one_open_signal" ON "reports" USING btree ("member_id","signal") WHERE "reports"."signal" is not null and "reports"."signal" <> 'first_post' and "reports"."decided_at" is null;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_held" CHECK ("jobs"."held_at" is null or "jobs"."status" <> 'open' or "jobs"."reserved_until" = 'infinity');--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_signal" CHECK ("reports"."signal" in ('blocks', 'cancellations', 'links', 'first_post'));
--> statement-breakpoint
INSERT INTO community_settings DEFAULT VALUES;
--> statement-breakpoint
-- Here, so that no later way to post can forget it. Two that are posted at once are both held.
CREATE FUNCTION hold_first_posts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE reviewed integer := (SELECT reviewed_posts FROM community_settings);
BEGIN
  IF reviewed > 0 AND NEW.status = 'open'
    AND NOT EXISTS (SELECT FROM user_roles WHERE user_id = NEW.owner_id AND role <> 'user')
    AND (SELECT count(*) FROM (SELECT FROM jobs
      WHERE owner_id = NEW.owner_id AND held_at IS NULL LIMIT reviewed) seen) < reviewed THEN
    NEW.held_at := clock_timestamp();
    NEW.reserved_until := 'infinity';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_hold_first BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION hold_first_posts();
--> statement-breakpoint
-- What nobody approved is held again when it opens again.
CREATE FUNCTION hold_again() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reserved_until := 'infinity';
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_hold_again BEFORE UPDATE ON jobs FOR EACH ROW
  WHEN (NEW.held_at IS NOT NULL AND NEW.status = 'open') EXECUTE FUNCTION hold_again();
--> statement-breakpoint
-- The case of staff comes and goes with what is held; what staff take down they decide there.
CREATE FUNCTION follow_held_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status = 'open' THEN
    INSERT INTO reports (member_id, subject_type, subject_id, reason, signal, facts, snapshot)
    VALUES (NEW.owner_id, 'job', NEW.id, 'other', 'first_post', ARRAY[gen_random_uuid()],
      jsonb_build_object('title', NEW.title, 'picture', NEW.pet_image_url,
        'text', concat_ws(E'\n\n', NEW.description, NEW.special_instructions,
          concat_ws(', ', NEW.pet_name, NEW.pet_breed))));
  ELSIF NEW.cancel_code IS DISTINCT FROM 'taken_down' THEN
    DELETE FROM reports WHERE subject_id = NEW.id AND signal = 'first_post' AND decided_at IS NULL;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER jobs_held_new AFTER INSERT ON jobs FOR EACH ROW
  WHEN (NEW.held_at IS NOT NULL) EXECUTE FUNCTION follow_held_jobs();
--> statement-breakpoint
CREATE TRIGGER jobs_held_moved AFTER UPDATE OF status ON jobs FOR EACH ROW
  WHEN (NEW.held_at IS NOT NULL AND NEW.status <> OLD.status) EXECUTE FUNCTION follow_held_jobs();
--> statement-breakpoint
-- Who was asked first hears of a held job as little as all others.
CREATE OR REPLACE FUNCTION tell_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  job jobs := coalesce(NEW, OLD);
  is_offered boolean := NOT EXISTS (
    SELECT FROM users owner WHERE owner.id = job.owner_id AND owner.suspended_at IS NOT NULL);
  was_open boolean := TG_OP <> 'INSERT' AND OLD.status = 'open' AND is_offered
    AND coalesce(OLD.reserved_until <= now(), true);
  is_open boolean := TG_OP <> 'DELETE' AND NEW.status = 'open' AND is_offered
    AND coalesce(NEW.reserved_until <= now(), true);
  to_former boolean := TG_OP = 'UPDATE' AND OLD.status <> NEW.status
    AND (OLD.status IN ('open', 'cancelled') OR NEW.status IN ('open', 'cancelled'));
BEGIN
  IF was_open OR is_open THEN
    INSERT INTO change_events (table_name, op, row_id, job_id, hidden_from)
    VALUES ('jobs', CASE WHEN NOT is_open THEN 'delete' WHEN was_open THEN 'update' ELSE 'insert' END,
            job.id, job.id, hidden_from(job.owner_id));
  END IF;
  IF (TG_OP = 'UPDATE' AND was_open <> is_open) OR NOT (was_open OR is_open) THEN
    INSERT INTO change_events (table_name, op, row_id, job_id, audience, to_staff)
    VALUES ('jobs', lower(TG_OP), job.id, job.id,
            ARRAY[job.owner_id] || ARRAY(
              SELECT DISTINCT claim.sitter_id FROM job_claims claim
              WHERE claim.job_id = job.id
                AND (to_former OR claim.ended_at IS NULL OR claim.end_reason = 'completed'))
            || ARRAY(
              SELECT offer.sitter_id FROM job_offers offer
              WHERE offer.job_id = job.id AND offer.passed_at IS NULL
                AND (to_former OR job.status = 'open')
                AND job.held_at IS NULL
                AND offer.sitter_id <> ALL (coalesce(hidden_from(job.owner_id), '{}'))),
            true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION tell_member_blocks() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE block member_blocks := coalesce(NEW, OLD);
BEGIN
  -- With a block in the other direction nothing changes for either.
  IF EXISTS (SELECT FROM member_blocks back
             WHERE back.blocker_id = block.blocked_id AND back.blocked_id = block.blocker_id) THEN
    RETURN NULL;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id, audience)
  SELECT 'jobs', CASE TG_OP WHEN 'INSERT' THEN 'delete' ELSE 'insert' END, job.id, job.id, ARRAY[pair.other]
  FROM (VALUES (block.blocker_id, block.blocked_id), (block.blocked_id, block.blocker_id)) pair (owner, other)
  JOIN users ON users.id = pair.owner AND users.suspended_at IS NULL
  JOIN jobs job ON job.owner_id = pair.owner AND job.status = 'open'
    AND (coalesce(job.reserved_until <= now(), true) OR job.held_at IS NULL AND EXISTS (SELECT FROM job_offers offer
      WHERE offer.job_id = job.id AND offer.sitter_id = pair.other));
  RETURN NULL;
END $$;
