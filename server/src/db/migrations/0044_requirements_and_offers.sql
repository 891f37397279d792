CREATE TABLE "job_offers" (
	"job_id" uuid NOT NULL,
	"sitter_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	"until_at" timestamp with time zone,
	"passed_at" timestamp with time zone,
	CONSTRAINT "job_offers_job_id_sitter_id_pk" PRIMARY KEY("job_id","sitter_id"),
	CONSTRAINT "job_offers_kind" CHECK ("job_offers"."kind" in ('asked', 'standby'))
);
--> statement-breakpoint
ALTER TABLE "notifications" DROP CONSTRAINT "notifications_type";--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "requires_met_before" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "requires_reviews" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "favorites_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "reserved_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_offers" ADD CONSTRAINT "job_offers_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_offers" ADD CONSTRAINT "job_offers_sitter_id_users_id_fk" FOREIGN KEY ("sitter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_offers_by_sitter" ON "job_offers" USING btree ("sitter_id","created_at","job_id");--> statement-breakpoint
CREATE INDEX "job_offers_in_order" ON "job_offers" USING btree ("job_id","until_at");--> statement-breakpoint
CREATE INDEX "jobs_reserved" ON "jobs" USING btree ("owner_id") WHERE "jobs"."status" = 'open' and "jobs"."reserved_until" is not null;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_requires_reviews" CHECK ("jobs"."requires_reviews" between 0 and 10);--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_type" CHECK ("notifications"."type" in ('jobs.claimed', 'jobs.asked', 'jobs.your_turn', 'jobs.released', 'jobs.sitter_unavailable', 'jobs.partner_unavailable', 'jobs.canceled', 'jobs.edited', 'jobs.started', 'jobs.completed', 'jobs.confirmed', 'jobs.auto_confirmed', 'jobs.disputed', 'jobs.no_show', 'jobs.expired', 'reminders.starts_tomorrow', 'reminders.starts_soon', 'reminders.not_started', 'reminders.expires_tomorrow', 'messages.job', 'messages.direct', 'messages.request', 'new_jobs.fits', 'reviews.received', 'reviews.please', 'invites.used', 'security.new_device', 'security.password_changed', 'security.email_changed', 'security.factor_changed', 'staff.feedback_overdue', 'staff.invite_request', 'staff.health', 'support.request_granted', 'support.request_refused', 'support.feedback_answered', 'support.job_taken_down', 'support.report_decided', 'support.moderated', 'support.appeal_decided', 'support.new_report', 'support.test'));--> statement-breakpoint
-- A job that is offered to some sitters first is told to its participants and to these. Who waits for a
-- claimed job hears when it opens and closes, not when it is started or done.
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
                AND offer.sitter_id <> ALL (coalesce(hidden_from(job.owner_id), '{}'))),
            true);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION apply_suspension() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.suspended_at IS NOT NULL THEN
    PERFORM FROM auth."user" WHERE id = NEW.id FOR UPDATE;
    DELETE FROM auth.verification WHERE value = NEW.id::text;
    DELETE FROM auth.session WHERE user_id = NEW.id;
    DELETE FROM auth.one_time_code WHERE user_id = NEW.id;
    DELETE FROM auth.email_change WHERE user_id = NEW.id;
    INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, job_title)
    SELECT CASE WHEN job.owner_id = NEW.id THEN claim.sitter_id ELSE job.owner_id END,
      'jobs.partner_unavailable', claim.id || ':' || NEW.suspended_at, job.id, job.id, claim.id, job.title
    FROM job_claims claim JOIN jobs job ON job.id = claim.job_id
    WHERE claim.ended_at IS NULL AND job.status IN ('claimed', 'in_progress')
      AND (claim.sitter_id = NEW.id OR job.owner_id = NEW.id)
    ON CONFLICT (member_id, type, event_key) DO NOTHING;
  END IF;
  INSERT INTO change_events (table_name, op, row_id, job_id, hidden_from)
  SELECT 'jobs', CASE WHEN NEW.suspended_at IS NULL THEN 'insert' ELSE 'delete' END, id, id,
         hidden_from(owner_id)
  FROM jobs WHERE owner_id = NEW.id AND status = 'open' AND coalesce(reserved_until <= now(), true);
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
    AND (coalesce(job.reserved_until <= now(), true) OR EXISTS (SELECT FROM job_offers offer
      WHERE offer.job_id = job.id AND offer.sitter_id = pair.other));
  RETURN NULL;
END $$;
