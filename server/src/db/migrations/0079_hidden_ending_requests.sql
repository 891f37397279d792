-- Staff who own or hold the job are not told that its other side, who has blocked them, asks to end it.
CREATE OR REPLACE FUNCTION tell_feedback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO change_events (table_name, op, row_id, audience, to_staff, hidden_from)
  VALUES ('feedback', lower(TG_OP), NEW.id,
          CASE WHEN NEW.user_id IS NULL THEN NULL ELSE ARRAY[NEW.user_id] END, true,
          CASE WHEN NEW.topic = 'end_job' THEN (
            SELECT array_agg(side.id) FROM (
              SELECT owner_id AS id FROM jobs WHERE id = NEW.job_id
              UNION SELECT sitter_id FROM job_claims WHERE job_id = NEW.job_id) side
            WHERE side.id IS DISTINCT FROM NEW.user_id) END);
  RETURN NULL;
END $$;
