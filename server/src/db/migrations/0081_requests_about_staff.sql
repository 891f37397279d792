ALTER TABLE "deliveries" ADD COLUMN "about_id" uuid;--> statement-breakpoint
-- Staff who own, hold or held the job are told of no request that its other side sends from it.
CREATE OR REPLACE FUNCTION tell_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience, to_staff, hidden_from)
  VALUES ('feedback', lower(TG_OP), NEW.id,
          CASE WHEN NEW.user_id IS NULL THEN NULL ELSE ARRAY[NEW.user_id] END, true,
          CASE WHEN NEW.job_id IS NOT NULL THEN (
            SELECT array_agg(side.id) FROM (
              SELECT owner_id AS id FROM jobs WHERE id = NEW.job_id
              UNION SELECT sitter_id FROM job_claims WHERE job_id = NEW.job_id) side
            WHERE side.id IS DISTINCT FROM NEW.user_id) END);
  RETURN NULL;
END $$;
