ALTER TABLE "notification_settings" ADD COLUMN "email_types" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_types" CHECK (jsonb_typeof("notification_settings"."email_types") = 'object');--> statement-breakpoint
-- Whether the emails of a type are wanted: as chosen for it, else as for its group. `isEmailed` of the
-- contract says the same; a test holds the two against each other.
CREATE FUNCTION is_emailed(kind text, groups_off text[], types jsonb) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce((types ->> kind)::boolean, NOT (split_part(kind, '.', 1) = ANY (groups_off)), true)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION choose_channels() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  topic text := split_part(NEW.type, '.', 1);
  off notification_settings;
BEGIN
  SELECT * INTO off FROM notification_settings WHERE member_id = NEW.member_id;
  NEW.in_bell := NEW.in_bell AND NOT (topic = ANY (coalesce(off.bell_off, '{}')));
  IF NOT (topic = ANY (coalesce(off.push_off, '{}')))
      AND EXISTS (SELECT FROM push_subscriptions WHERE member_id = NEW.member_id) THEN
    NEW.push_due_at := NEW.created_at;
  END IF;
  IF NEW.mail_state = 'queued' THEN
    IF NOT is_emailed(NEW.type, off.email_off, off.email_types) THEN
      IF NOT NEW.in_bell AND NEW.push_due_at IS NULL THEN RETURN NULL; END IF;
      NEW.mail_state := 'suppressed';
      NEW.mail_reason := 'switched_off';
      NEW.mail_due_at := NULL;
    ELSIF topic = ANY (coalesce(off.email_digest, '{}')) THEN
      NEW.in_digest := true;
      NEW.mail_due_at := next_digest(NEW.created_at, off.digest, known_zone(coalesce(off.time_zone,
        (SELECT availability_data ->> 'timeZone' FROM users WHERE id = NEW.member_id), 'UTC')));
    ELSE
      NEW.mail_due_at := coalesce(NEW.mail_due_at, NEW.created_at);
    END IF;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION correct_calendar(reader uuid, kind text, event text, claim job_claims, at timestamptz)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO notifications (member_id, type, event_key, subject_id, job_id, claim_id, actor_id,
    job_title, created_at, in_bell, mail_due_at)
  SELECT reader, kind, event, job.id, job.id, claim.id, reader, job.title, at, false, at
  FROM jobs job
  WHERE job.id = claim.job_id
    AND EXISTS (SELECT FROM notifications earlier
      WHERE earlier.job_id = job.id AND earlier.claim_id = claim.id AND earlier.member_id = reader
        AND earlier.type IN ('jobs.claimed', 'jobs.edited', 'jobs.calendar_changed')
        AND earlier.mail_state IN ('queued', 'sent', 'delivered'))
    AND NOT EXISTS (SELECT FROM notification_settings settings
      WHERE settings.member_id = reader
        AND NOT is_emailed(kind, settings.email_off, settings.email_types))
  ON CONFLICT (member_id, type, event_key) DO NOTHING
$$;
